import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CriterionResult, FinalizeResult } from '@svc/contract';
import type { TwinId } from '@svc/twins';
import { callerEnvironment } from '../config.ts';
import { agentEnvironment } from '../scenario/agent-environment.ts';
import { type AgentOutcome, runAgent } from '../scenario/agent-process.ts';
import { FINAL_ANSWER_BYTES } from '../scenario/final-answer.ts';
import { pricesOf } from '../told/prices.ts';
import { startReceiver } from '../told/receiver.ts';
import { type AgentTold, modelOf, readTold } from '../told/told.ts';
import { type CreateSandboxOptions, createSandbox, type TestSandbox } from './create-sandbox.ts';

/** `config` of the provider in a promptfoo configuration. */
export interface SandboxProviderConfig extends Pick<CreateSandboxOptions, 'twins' | 'clock' | 'faults' | 'baseUrl' | 'apiKey'> {
  /** The command that starts the agent; it finds promptfoo's prompt in SVC_TASK. */
  agent: string;
  /** Flat for one twin, an object by twin id for more. */
  seed?: Readonly<Record<string, unknown>>;
  /** What every test is graded by, beside its variable `criteria`. */
  criteria?: readonly string[];
  timeoutSeconds?: number;
}

/** As much of promptfoo's types as is used here (promptfoo, `ProviderResponse`, `CallApiContextParams`, `GradingResult`). */
interface ProviderResponse {
  output?: string;
  error?: string;
  cost?: number;
  tokenUsage?: { total: number; prompt: number; completion: number; numRequests?: number };
  metadata?: { sandbox: Verdict };
}
interface Verdict
  extends Pick<FinalizeResult, 'run_id' | 'score' | 'outcome' | 'outcome_reason' | 'criteria_results' | 'dashboard_url'> {
  exit_code: number;
}
interface CallContext {
  vars?: Readonly<Record<string, unknown>>;
}
interface AssertionContext {
  providerResponse?: { metadata?: { sandbox?: Verdict } | Readonly<Record<string, unknown>> } | undefined;
}
export interface GradingResult {
  pass: boolean;
  score: number;
  reason: string;
  componentResults?: GradingResult[];
}

const DEFAULT_TIMEOUT_SECONDS = 300;
const PER_CENT = 100;

/**
 * A provider for promptfoo: runs an agent in a sandbox of its own and has it graded; its output is what the agent printed.
 *
 * @example
 * // provider.mjs, named in promptfooconfig.yaml as file://provider.mjs
 * export { SandboxProvider as default } from 'sandbox-evaluation-service';
 */
export class SandboxProvider {
  readonly #id: string;
  readonly #config: SandboxProviderConfig;

  constructor({ id, config }: { id?: string; config?: Partial<SandboxProviderConfig> } = {}) {
    const { agent } = config ?? {};
    if (typeof agent !== 'string' || agent === '')
      throw new TypeError('The provider needs `config.agent`: the command that starts your agent.');
    this.#id = id ?? `sandbox: ${agent}`;
    this.#config = { ...config, agent };
  }

  id(): string {
    return this.#id;
  }

  async callApi(prompt: string, context: CallContext = {}): Promise<ProviderResponse> {
    const criteria = [...(this.#config.criteria ?? []), ...criteriaIn(context.vars?.criteria)];
    if (criteria.length === 0)
      return {
        error: "There is nothing to grade: give `criteria`, a sentence a line, in the test's vars or in the provider's config.",
      };
    await using sandbox = await createSandbox<readonly TwinId[]>(this.#config as CreateSandboxOptions);
    const { outcome, told } = await this.#work(sandbox, prompt);
    const output = outcome.printed.toString('utf8').trim();
    try {
      const graded = await sandbox.grade({
        criteria,
        agentModel: modelOf(callerEnvironment, told),
        exitCode: outcome.exitCode,
        durationMs: outcome.durationMs,
      });
      const { run_id, score, outcome: ended, outcome_reason, criteria_results, dashboard_url } = graded;
      const verdict = {
        run_id,
        score,
        outcome: ended,
        outcome_reason,
        criteria_results,
        dashboard_url,
        exit_code: outcome.exitCode,
      };
      return { output, ...usageOf(told), metadata: { sandbox: verdict } };
    } catch (error) {
      return { output, ...usageOf(told), error: (error as Error).message };
    }
  }

  /** Lets the agent work in a folder for its artifacts, which is gone afterwards. */
  async #work(sandbox: TestSandbox, task: string): Promise<{ outcome: AgentOutcome; told: AgentTold }> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-promptfoo-'));
    const receiver = await startReceiver();
    const apiKey = this.#config.apiKey ?? callerEnvironment.SVC_API_KEY;
    try {
      const outcome = await runAgent({
        agent: { command: this.#config.agent },
        runId: sandbox.id,
        environment: {
          ...agentEnvironment(callerEnvironment, { apiKey }, { task, endpoints: {}, token: sandbox.token, artifactsDir: folder }),
          ...sandbox.variables,
          SVC_TWIN_NAMES: Object.keys(sandbox.twins).join(','),
          ...receiver.environment,
        },
        timeoutMs: (this.#config.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
        stdoutPath: join(folder, 'stdout.txt'),
        stderrPath: join(folder, 'stderr.txt'),
        signal: new AbortController().signal,
        show: () => {},
      });
      const told = await readTold({
        spans: receiver.spans(),
        printed: outcome.printed,
        printedLimit: FINAL_ANSWER_BYTES,
        artifacts: folder,
        prices: pricesOf(callerEnvironment),
        secrets: [sandbox.token, ...(apiKey ? [apiKey] : [])],
      });
      return { outcome, told };
    } finally {
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** promptfoo makes a test of each item of a list: several criteria are lines of a text. */
const criteriaIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split('\n') : [])
    .map((line) => line.trim())
    .filter((line) => line !== '');

function usageOf({ usage }: AgentTold): Pick<ProviderResponse, 'cost' | 'tokenUsage'> {
  const { input_tokens, output_tokens, cost_usd, turns } = usage ?? {};
  const tokens = { prompt: input_tokens ?? 0, completion: output_tokens ?? 0, total: (input_tokens ?? 0) + (output_tokens ?? 0) };
  return {
    ...(cost_usd != null && { cost: cost_usd }),
    ...(tokens.total > 0 && { tokenUsage: { ...tokens, ...(turns != null && { numRequests: turns }) } }),
  };
}

/**
 * An assertion for promptfoo on what the provider's sandbox was graded: a component for each criterion, with its evidence.
 *
 * @example
 * // passed.mjs, in promptfooconfig.yaml: assert: [{ type: javascript, value: file://passed.mjs }]
 * export { sandboxPassed as default } from 'sandbox-evaluation-service';
 */
export function sandboxPassed(_output: unknown, { providerResponse }: AssertionContext): GradingResult {
  const verdict = providerResponse?.metadata?.sandbox as Verdict | undefined;
  if (!verdict)
    return {
      pass: false,
      score: 0,
      reason: 'The output is of no sandbox: the assertion goes with the provider SandboxProvider.',
    };
  const { outcome, outcome_reason, score, criteria_results, dashboard_url } = verdict;
  const failed = criteria_results.filter(({ status }) => status !== 'passed' && status !== 'skipped' && status !== 'model');
  const why = outcome_reason ?? (failed.map(({ text, reason }) => `${text} ${reason}`).join('\n') || 'every criterion passed');
  return {
    pass: outcome === 'passed',
    score: (score ?? 0) / PER_CENT,
    reason: `${why}\n${dashboard_url}`,
    componentResults: criteria_results.filter(isScored).map(component),
  };
}

/** What was so before the agent began, and what only the narrator comments on, says nothing. */
const isScored = ({ status }: CriterionResult): boolean => status !== 'skipped' && status !== 'model';

const component = ({ status, text, reason }: CriterionResult): GradingResult => ({
  pass: status === 'passed',
  score: status === 'passed' ? 1 : 0,
  reason: `${status.replace('_', ' ')}: ${text} ${reason}`,
});

import type { CriterionResult, FinalizeResult } from '@svc/contract';
import { tooOld } from '../node-version.ts';
import type { CreateSandboxOptions } from './create-sandbox.ts';

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
export interface ProviderResponse {
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
export interface CallContext {
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

const PER_CENT = 100;
const NOTHING_LEFT = 'Nothing was left to score: what was asked for was so before the agent began.';

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
    // Loaded at the first call only: an older Node can't even read all of it.
    const refusal = tooOld('This package');
    if (refusal) return { error: refusal };
    return (await import('./sandboxed-agent.ts')).runInSandbox(this.#config, prompt, context);
  }
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
  const why =
    outcome_reason ??
    (failed.map(({ text, reason }) => `${text} ${reason}`).join('\n') ||
      (outcome === 'passed' ? 'every criterion passed' : NOTHING_LEFT));
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

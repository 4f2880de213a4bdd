import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TwinId } from '@svc/twins';
import { callerEnvironment } from '../config.ts';
import { agentEnvironment } from '../scenario/agent-environment.ts';
import { type AgentOutcome, runAgent } from '../scenario/agent-process.ts';
import { FINAL_ANSWER_BYTES } from '../scenario/final-answer.ts';
import { pricesOf } from '../told/prices.ts';
import { startReceiver } from '../told/receiver.ts';
import { type AgentTold, modelOf, readTold } from '../told/told.ts';
import { type CreateSandboxOptions, createSandbox, type TestSandbox } from './create-sandbox.ts';
import type { CallContext, ProviderResponse, SandboxProviderConfig } from './promptfoo.ts';

const DEFAULT_TIMEOUT_SECONDS = 300;

/** Runs an agent in a sandbox of its own and has it graded. */
export async function runInSandbox(
  config: SandboxProviderConfig,
  prompt: string,
  context: CallContext,
): Promise<ProviderResponse> {
  const criteria = [...(config.criteria ?? []), ...criteriaIn(context.vars?.criteria)];
  if (criteria.length === 0)
    return {
      error: "There is nothing to grade: give `criteria`, a sentence a line, in the test's vars or in the provider's config.",
    };
  await using sandbox = await createSandbox<readonly TwinId[]>(config as CreateSandboxOptions);
  const { outcome, told } = await work(config, sandbox, prompt);
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
async function work(
  config: SandboxProviderConfig,
  sandbox: TestSandbox,
  task: string,
): Promise<{ outcome: AgentOutcome; told: AgentTold }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-promptfoo-'));
  const receiver = await startReceiver();
  const apiKey = config.apiKey ?? callerEnvironment.SVC_API_KEY;
  try {
    const outcome = await runAgent({
      agent: { command: config.agent },
      runId: sandbox.id,
      environment: {
        ...agentEnvironment(callerEnvironment, { apiKey }, { task, endpoints: {}, token: sandbox.token, artifactsDir: folder }),
        ...sandbox.variables,
        SVC_TWIN_NAMES: Object.keys(sandbox.twins).join(','),
        ...receiver.environment,
      },
      timeoutMs: (config.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
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

import { isHandshake } from '@svc/twin-kit';
import { oneLine } from '../output.ts';
import type { Endpoints } from '../variables.ts';
import { agentEnvironment } from './agent-environment.ts';
import { type AgentOutcome, runAgent } from './agent-process.ts';
import { callLine } from './call-line.ts';
import type { TrialContext } from './context.ts';
import type { ScenarioFile } from './files.ts';
import { FINAL_ANSWER_FILE, readFinalAnswer } from './final-answer.ts';
import { type RunDirectory, SCENARIO_FILE, statesFile } from './run-directory.ts';
import { readState, watchTapes } from './tape-watch.ts';

export interface Attempt {
  outcome: AgentOutcome;
  startedAt: Date;
  /** Calls seen on the tapes. */
  calls: number;
  /** What the agent answered in the end, where it did. */
  finalAnswer: string | undefined;
}

/** Lets the agent work on twins that are up, and shows each call as it is recorded. */
export async function attempt(
  context: TrialContext,
  file: ScenarioFile,
  directory: RunDirectory,
  twins: { endpoints: Endpoints; token: string },
): Promise<Attempt> {
  const { endpoints, token } = twins;
  await directory.write(SCENARIO_FILE, file.markdown);
  for (const [twin, { api_url }] of Object.entries(endpoints)) {
    await directory.write(statesFile('initial', twin, file.twins), await readState(api_url, token, 0));
  }
  let calls = 0;
  const watch = watchTapes({
    endpoints,
    token,
    onRow: (row) => {
      // An MCP client's handshakes aren't calls of the agent.
      if (isHandshake(row)) return;
      calls += 1;
      context.line(`  ${callLine(row)}`);
    },
  });
  const startedAt = new Date();
  try {
    const outcome = await runAgent({
      agent: context.agent,
      runId: directory.id,
      environment: agentEnvironment(
        context.environment,
        { apiKey: context.apiKey },
        { task: file.prompt, endpoints, token, artifactsDir: directory.artifacts },
      ),
      timeoutMs: file.timeoutMs,
      stdoutPath: directory.file('stdout.txt'),
      stderrPath: directory.file('stderr.txt'),
      signal: context.signal,
      show: (text) => context.line(`  | ${oneLine(text)}`),
    });
    await watch.stop();
    return { outcome, startedAt, calls, finalAnswer: await keepFinalAnswer(context, file, directory, outcome) };
  } finally {
    await watch.stop();
  }
}

/** Kept with the run, for whoever grades it later. */
async function keepFinalAnswer(
  context: TrialContext,
  { finalAnswer: place }: ScenarioFile,
  directory: RunDirectory,
  { printed }: AgentOutcome,
): Promise<string | undefined> {
  const { text, refused } = await readFinalAnswer(place, { artifacts: directory.artifacts, printed });
  if (refused !== undefined) context.line(`  ${oneLine(refused)}; none is handed in`);
  if (text !== undefined) await directory.write(FINAL_ANSWER_FILE, text);
  return text;
}

/** How the agent ended, where that is worth a line. */
export function outcomeLine({ exitCode, stopReason }: AgentOutcome, timeoutMs: number): string | undefined {
  if (stopReason === 'timeout') return `  the agent was stopped after ${timeoutMs / 1000} seconds`;
  return exitCode === 0 ? undefined : `  the agent ended with exit code ${exitCode}`;
}

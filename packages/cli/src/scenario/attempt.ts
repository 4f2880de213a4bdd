import { isHandshake } from '@svc/twin-kit';
import { openAgentShell } from '../connect/agent-shell.ts';
import type { Containment } from '../contain/containment.ts';
import { oneLine } from '../output.ts';
import { type Receiver, startReceiver } from '../told/receiver.ts';
import { type AgentTold, readTold, TOLD_FILE, usageLine } from '../told/told.ts';
import type { Endpoints } from '../variables.ts';
import { agentEnvironment } from './agent-environment.ts';
import { type AgentOutcome, runAgent } from './agent-process.ts';
import { callLine } from './call-line.ts';
import { openContainment, REFUSED_FILE } from './contained.ts';
import type { TrialContext } from './context.ts';
import type { ScenarioFile } from './files.ts';
import { FINAL_ANSWER_BYTES, FINAL_ANSWER_FILE, readFinalAnswer } from './final-answer.ts';
import { type RunDirectory, SCENARIO_FILE, statesFile } from './run-directory.ts';
import { readState, watchTapes } from './tape-watch.ts';

export interface Attempt {
  outcome: AgentOutcome;
  startedAt: Date;
  /** Calls seen on the tapes. */
  calls: number;
  /** What the agent answered in the end, where it did. */
  finalAnswer: string | undefined;
  told: AgentTold;
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
  const receiver = await offeredReceiver(context.environment);
  const shell = await openAgentShell(endpoints, token, context.environment);
  const startedAt = new Date();
  let containment: Containment | undefined;
  try {
    const variables = { ...receiver?.environment, ...shell.variables };
    containment = context.contain && (await openContainment({ endpoints, variables }, context));
    const outcome = await runAgent({
      agent: context.agent,
      wrap: containment?.wrap,
      runId: directory.id,
      environment: {
        ...agentEnvironment(
          context.environment,
          { apiKey: context.apiKey },
          { task: file.prompt, endpoints, token, artifactsDir: directory.artifacts },
        ),
        ...variables,
      },
      timeoutMs: file.timeoutMs,
      stdoutPath: directory.file('stdout.txt'),
      stderrPath: directory.file('stderr.txt'),
      signal: context.signal,
      show: (text) => context.line(`  | ${oneLine(text)}`),
    });
    await watch.stop();
    if (containment) await directory.writeJson(REFUSED_FILE, containment.refused);
    const { refused, ...told } = await readTold({
      spans: receiver?.spans() ?? [],
      printed: outcome.printed,
      printedLimit: FINAL_ANSWER_BYTES,
      artifacts: directory.artifacts,
      prices: context.prices,
      secrets: [token, ...(context.apiKey ? [context.apiKey] : [])],
    });
    await keepTold(context, directory, told, refused);
    return { outcome, startedAt, calls, finalAnswer: await keepFinalAnswer(context, file, directory, outcome), told };
  } finally {
    await watch.stop();
    await receiver?.close();
    await shell.close();
    await containment?.close();
  }
}

/** Who sends telemetry somewhere already goes on to do so. */
const offeredReceiver = async (caller: NodeJS.ProcessEnv): Promise<Receiver | undefined> =>
  caller.OTEL_EXPORTER_OTLP_ENDPOINT || caller.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ? undefined : startReceiver();

/** Kept with the run, for whoever grades it later. */
async function keepTold(context: TrialContext, directory: RunDirectory, told: AgentTold, refused?: string): Promise<void> {
  if (refused !== undefined) context.line(`  ${oneLine(refused)}; it is not handed in`);
  const line = usageLine(told.usage);
  if (line !== undefined) context.line(`  model  ${oneLine(line)}`);
  if (told.usage || told.transcript.length > 0) await directory.writeJson(TOLD_FILE, told);
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

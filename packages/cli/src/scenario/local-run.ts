import type { ServedTwin } from '@svc/twin-kit/server';
import { CliError, EXIT, UsageError } from '../errors.ts';
import { startLocalTwin } from '../local-twin.ts';
import type { Endpoints } from '../variables.ts';
import { attempt, outcomeLine } from './attempt.ts';
import type { RunContext } from './context.ts';
import type { ScenarioFile } from './files.ts';
import { RunDirectory, statesFile } from './run-directory.ts';
import { readState, readTape } from './tape-watch.ts';

export interface LocalResult {
  scenario: string;
  path: string;
  run_dir: string;
  calls: number;
  exit_code: number;
  stop_reason: string;
  verdict: 'captured';
}

/** Captures a run on twins of this machine. Nothing is graded: only the service grades. */
export async function runLocally(context: RunContext, file: ScenarioFile): Promise<LocalResult> {
  const directory = await RunDirectory.create(context.runsFolder, file.name);
  const running: Record<string, ServedTwin> = {};
  try {
    await startTwins(file, running);
    const endpoints: Endpoints = Object.fromEntries(
      Object.entries(running).map(([twin, { url }]) => [twin, { api_url: url, mcp_url: `${url}/mcp` }]),
    );
    // Twins of one run share their bearer, as those of a sandbox do.
    const token = (Object.values(running)[0] as ServedTwin).token;
    for (const [twin, { api_url }] of Object.entries(endpoints)) context.line(`  ${twin}: ${api_url}`);
    const { outcome, startedAt, calls } = await attempt(context, file, directory, { endpoints, token });
    if (outcome.stopReason === 'interrupted') throw new CliError(EXIT.interrupted, 'Stopped.');
    const tape: string[] = [];
    for (const [twin, { api_url }] of Object.entries(endpoints)) {
      tape.push(await readTape(api_url, token));
      await directory.write(statesFile('final', twin, file.twins), await readState(api_url, token));
    }
    await directory.write('events.jsonl', inOrder(tape));
    await directory.writeJson('meta.json', {
      id: directory.id,
      scenario: file.name,
      scenario_path: file.path,
      task: file.prompt,
      twins: file.twins,
      mode: 'local',
      session_id: null,
      run_id: null,
      agent_command: context.agentCommand,
      exit_code: outcome.exitCode,
      stop_reason: outcome.stopReason,
      duration_ms: outcome.durationMs,
      started_at: startedAt.toISOString(),
      finished_at: new Date().toISOString(),
    });
    const ended = outcomeLine(outcome, file.timeoutMs);
    if (ended) context.line(ended);
    context.line(`  captured ${calls} calls in ${directory.path}; local runs are not graded`);
    return {
      scenario: file.name,
      path: file.path,
      run_dir: directory.path,
      calls,
      exit_code: outcome.exitCode,
      stop_reason: outcome.stopReason,
      verdict: 'captured',
    };
  } finally {
    for (const twin of Object.values(running)) await twin.close();
  }
}

async function startTwins(file: ScenarioFile, running: Record<string, ServedTwin>): Promise<void> {
  const seeds = file.scenario.seedState;
  const single = file.twins.length === 1;
  const stray = single ? [] : Object.keys(seeds ?? {}).filter((twin) => !file.twins.includes(twin));
  if (stray.length > 0)
    throw new UsageError(`${file.path}: the seed names ${stray.join(', ')}, which the scenario's twins leave out.`);
  let token: string | undefined;
  for (const id of file.twins) {
    const twin = await startLocalTwin({
      id,
      port: 0,
      seed: single ? seeds : seeds?.[id],
      clock: file.scenario.config.clock,
      token,
    });
    running[id] = twin;
    token = twin.token;
  }
}

/** The rows of several tapes in the order they happened; one tape stays as it is. */
function inOrder(tapes: readonly string[]): string {
  if (tapes.length === 1) return tapes[0] as string;
  const rows = tapes.flatMap((tape) => tape.split('\n').filter((line) => line !== ''));
  const at = new Map(rows.map((row) => [row, (JSON.parse(row) as { ts: string }).ts]));
  return rows
    .toSorted((a, b) => ((at.get(a) as string) < (at.get(b) as string) ? -1 : 1))
    .map((row) => `${row}\n`)
    .join('');
}

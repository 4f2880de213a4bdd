import { relative } from 'node:path';
import { assignFaults, type Fault, realTimeOf, type TapeRow } from '@svc/twin-kit';
import type { ServedTwin } from '@svc/twin-kit/server';
import { CliError, EXIT, UsageError } from '../errors.ts';
import { knownTwin } from '../known-twin.ts';
import { startLocalTwin } from '../local-twin.ts';
import { ownName } from '../own-name.ts';
import { word } from '../shell.ts';
import type { Endpoints } from '../variables.ts';
import { attempt, outcomeLine } from './attempt.ts';
import type { TrialContext } from './context.ts';
import type { ScenarioFile } from './files.ts';
import { endedOf, type LocalResult, metaOf } from './result.ts';
import { RunDirectory, statesFile } from './run-directory.ts';
import { readState, readTape } from './tape-watch.ts';

/** Captures a run on twins of this machine. Nothing is graded: only the service grades. */
export async function runLocally(context: TrialContext, file: ScenarioFile): Promise<LocalResult> {
  const directory = await RunDirectory.create(context.runsFolder, file.name);
  const running: Record<string, ServedTwin> = {};
  try {
    await startTwins(file, running);
    const endpoints: Endpoints = Object.fromEntries(
      Object.entries(running).map(([twin, { url }]) => [
        twin,
        { api_url: url, mcp_url: `${url}/mcp`, root_url: new URL(url).origin },
      ]),
    );
    // Twins of one run share their bearer, as those of a sandbox do.
    const token = (Object.values(running)[0] as ServedTwin).token;
    for (const [twin, { api_url }] of Object.entries(endpoints)) context.line(`  ${twin}: ${api_url}`);
    const worked = await attempt(context, file, directory, { endpoints, token });
    if (worked.outcome.stopReason === 'interrupted') throw new CliError(EXIT.interrupted, 'Stopped.');
    const tape: string[] = [];
    for (const [twin, { api_url }] of Object.entries(endpoints)) {
      tape.push(await readTape(api_url, token));
      await directory.write(statesFile('final', twin, file.twins), await readState(api_url, token));
    }
    await directory.write('events.jsonl', inOrder(tape));
    const place = { mode: 'local', session_id: null, run_id: null } as const;
    await directory.writeJson('meta.json', metaOf(context, file, directory, worked, place));
    const ended = outcomeLine(worked.outcome, file.timeoutMs);
    if (ended) context.line(ended);
    context.line(`  captured ${worked.calls} calls in ${directory.path}; local runs are not graded`);
    context.line(
      `  for a verdict, with a service: ${ownName(context.environment)} eval ${word(relative(process.cwd(), directory.path))}`,
    );
    return { ...endedOf(context, file, directory, worked), verdict: 'captured' };
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
  const faults = await faultsOf(file);
  let token: string | undefined;
  for (const id of file.twins) {
    const twin = await startLocalTwin({
      id,
      port: 0,
      seed: single ? seeds : seeds?.[id],
      clock: file.scenario.config.clock,
      token,
      faults: faults.get(id),
    });
    running[id] = twin;
    token = twin.token;
  }
}

/** @throws UsageError for faults that can't be had */
async function faultsOf(file: ScenarioFile): Promise<ReadonlyMap<string, readonly Fault[]>> {
  const loaded = await Promise.all(file.twins.map(async (id) => [id, await knownTwin(id)] as const));
  const assigned = await assignFaults(new Map(loaded), file.scenario.config.faults ?? []);
  if (assigned.ok) return assigned.byTwin;
  const lines = assigned.issues.map(({ path, message }) => `  ${path}: ${message}`);
  throw new UsageError(`${file.path}: its Config asks for faults that can't be had:\n${lines.join('\n')}`);
}

/** The rows of several tapes in the order they happened; one tape stays as it is. */
function inOrder(tapes: readonly string[]): string {
  if (tapes.length === 1) return tapes[0] as string;
  const rows = tapes.flatMap((tape) => tape.split('\n').filter((line) => line !== ''));
  return rows
    .map((row) => ({ row, at: realTimeOf(JSON.parse(row) as TapeRow) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => `${row}\n`)
    .join('');
}

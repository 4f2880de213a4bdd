import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from './client.ts';
import { UsageError } from './errors.ts';

/** Stands for the newest run wherever one is named. */
export const LATEST = 'latest';

const RUNS = join('.svc', 'runs');

/** The run directory that is meant: a path, or the newest below `.svc/runs`. @throws UsageError where there is none */
export async function runDirectoryOf(named: string): Promise<string> {
  if (named !== LATEST) return named;
  const names = await readdir(RUNS).catch((): string[] => []);
  const folders = await Promise.all(
    names.map(async (name) => ({ path: join(RUNS, name), at: (await stat(join(RUNS, name))).mtimeMs })),
  );
  const newest = folders.toSorted((a, b) => b.at - a.at)[0];
  if (!newest) throw new UsageError(`There is no run below ${RUNS}.`, '`svc run` makes one.');
  return newest.path;
}

/** The id of the run that is meant: itself, or the team's newest. @throws UsageError where there is none */
export async function runIdOf(client: Client, named: string): Promise<string> {
  if (named !== LATEST) return named;
  const [newest] = await client.runs.list({ limit: 1 });
  if (!newest) throw new UsageError('There is no graded run yet.', '`svc run` makes one.');
  return newest.id;
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from './client.ts';
import { UsageError } from './errors.ts';

/** Stands for the newest run wherever one is named. */
export const LATEST = 'latest';

const RUNS = join('.svc', 'runs');

/** When the run that a folder keeps had ended; undefined for what keeps none. */
async function endOf(path: string): Promise<number | undefined> {
  return stat(join(path, 'meta.json')).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/**
 * The run directory that is meant: a path, or that of the run below `.svc/runs` which ended last. What is written into a folder
 * later, such as a verdict, makes it no newer.
 *
 * @throws UsageError where there is none
 */
export async function runDirectoryOf(named: string): Promise<string> {
  if (named !== LATEST) return named;
  const names = await readdir(RUNS).catch((): string[] => []);
  const paths = names.map((name) => join(RUNS, name));
  const ends = await Promise.all(paths.map(async (path) => ({ path, at: await endOf(path) })));
  const [newest] = ends.filter(({ at }) => at !== undefined).toSorted((a, b) => (b.at as number) - (a.at as number));
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

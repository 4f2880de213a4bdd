import { readFile } from 'node:fs/promises';
import { type Finding, lintScenario } from '@svc/grading/lint';
import { loadTwin, twinIds } from '@svc/twins';

export type { Finding } from '@svc/grading/lint';

/** @returns undefined for markdown that is no scenario, where that may be. */
export async function lintFile(path: string, needed: boolean): Promise<Finding[] | undefined> {
  const { findings, isScenario } = await lintScenario(await readFile(path, 'utf8'), path, { ids: twinIds, load: loadTwin });
  if (!isScenario && !needed) return undefined;
  return findings.map((found) => ({ path, ...found }));
}

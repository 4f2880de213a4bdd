import { type Finding, lintScenario } from '@svc/grading/lint';
import { loadTwin, twinIds } from '@svc/twins';
import { readText } from './text.ts';

export type { Finding } from '@svc/grading/lint';

/** @returns undefined for markdown that is no scenario, where that may be. */
export async function lintFile(path: string, needed: boolean): Promise<Finding[] | undefined> {
  const { findings, isScenario } = await lintScenario(await readText(path), path, { ids: twinIds, load: loadTwin });
  if (!isScenario && !needed) return undefined;
  return findings.map((found) => ({ path, ...found }));
}

import { readdirSync, readFileSync } from 'node:fs';
import { parseScenario } from '@svc/grading';
import type { Twin } from '@svc/twin-kit';
import type { World } from './worlds.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);

/** The library of worlds has hundreds of records of the kinds that the examples have. */
const LIBRARY = /^worlds\//;

const scenarios = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('scenario.md') && !path.includes('node_modules') && !LIBRARY.test(path))
  .toSorted()
  .map((path) => parseScenario(readFileSync(new URL(path, EXAMPLES), 'utf8')));

/** The default world of a twin, and those of the examples. */
export function worldsOf({ id, initialState }: Twin): World[] {
  const seeds = scenarios.flatMap(({ seedState, config: { twins = [] } }) => {
    if (seedState === undefined || !twins.includes(id)) return [];
    const seed = twins.length > 1 ? seedState[id] : seedState;
    return seed === undefined ? [] : [seed];
  });
  return [undefined, ...seeds].map((seed) => initialState(seed, { mode: 'logical' }) as World);
}

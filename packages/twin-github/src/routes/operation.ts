import { type Operation, operationsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { documentationOf } from '../generated/operations.ts';
import type { GithubCollections } from '../world.ts';

const declare = operationsOf<GithubCollections>();

/** Declares an operation and finds its page in GitHub's documentation. */
export const operation: typeof declare = (declared) => {
  const path = declared.path.replaceAll('*}', '}');
  const docs = documentationOf(`${declared.method} ${path}`);
  const query = declared.query && z.preprocess(singleValues, declared.query);
  return declare({
    ...declared,
    ...(query && { query }),
    ...(docs !== undefined && { docs }),
  } as typeof declared) as Operation<GithubCollections>;
};

/** Of a value that is given twice the last counts, and an empty one doesn't. */
function singleValues(query: unknown): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, value] of Object.entries(query as Record<string, string | string[]>)) {
    const last = typeof value === 'string' ? value : value.at(-1);
    if (last) single[name] = last;
  }
  return single;
}

/** A query value. */
export const queryText = z.string().optional();

/** A number in a path. What isn't one is the number of nothing, and so not found. */
export const numberParam = (text: string | undefined): number =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : -1;

/** `owner` and `repo` of a path below `/repos/{owner}/{repo}`. */
export const repositoryParams = (params: Readonly<Record<string, string>>): [owner: string, repo: string] => [
  params.owner ?? '',
  params.repo ?? '',
];

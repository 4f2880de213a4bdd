import { type Operation, operationsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { documentationOf } from '../generated/operations.ts';
import type { GithubCollections } from '../world.ts';

const declare = operationsOf<GithubCollections>();

/** Declares an operation and finds its page in GitHub's documentation. */
export const operation: typeof declare = (declared) => {
  const path = declared.path.replaceAll('*}', '}');
  const docs = documentationOf(`${declared.method} ${path}`);
  return declare({ ...declared, ...(docs !== undefined && { docs }) }) as Operation<GithubCollections>;
};

/** A query value; of one that is given twice the last counts, and an empty one doesn't. */
export const queryText = z
  .union([z.string(), z.array(z.string()).transform((values) => values.at(-1) ?? '')])
  .optional()
  .transform((value) => (value === '' ? undefined : value));

/** A number in a path. What isn't one is the number of nothing, and so not found. */
export const numberParam = (text: string | undefined): number =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : -1;

/** `owner` and `repo` of a path below `/repos/{owner}/{repo}`. */
export const repositoryParams = (params: Readonly<Record<string, string>>): [owner: string, repo: string] => [
  params.owner ?? '',
  params.repo ?? '',
];

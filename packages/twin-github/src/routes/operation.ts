import { type Operation, operationsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { ValidationFailed } from '../errors.ts';
import { documentationOf } from '../generated/operations.ts';
import type { GithubCollections } from '../world.ts';

/** Operations whose 422 lists plain reasons (schema `validation-error-simple`). */
const REASONS_IN_WORDS = new Set([
  'issues/reprioritize-sub-issue',
  'pulls/create-review',
  'pulls/update-review',
  'pulls/delete-pending-review',
  'pulls/dismiss-review',
  'pulls/submit-review',
  'repos/replace-all-topics',
]);

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
    ...(REASONS_IN_WORDS.has(declared.id) && { handle: withReasonsInWords(declared.handle) }),
  } as typeof declared) as Operation<GithubCollections>;
};

const withReasonsInWords =
  <A extends unknown[], R>(handle: (...args: A) => R) =>
  (...args: A): R => {
    try {
      return handle(...args);
    } catch (error) {
      throw error instanceof ValidationFailed ? error.inWords() : error;
    }
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

import { type Operation, operationsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { Unsupported, ValidationFailed } from '../errors.ts';
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

/** Documented inputs that an operation doesn't model. A call that sends one with a value is refused, not answered as if it had been heeded. */
interface Unmodelled {
  query?: readonly string[];
  body?: readonly string[];
}

type Declare = <Q extends z.ZodType | undefined = undefined, B extends z.ZodType | undefined = undefined>(
  declared: Parameters<typeof declare<Q, B>>[0] & { unmodelled?: Unmodelled },
) => Operation<GithubCollections>;

/** Declares an operation and finds its page in GitHub's documentation. */
export const operation: Declare = ({ unmodelled = {}, ...declared }) => {
  const path = declared.path.replaceAll('*}', '}');
  const docs = documentationOf(`${declared.method} ${path}`);
  const own = withFields(declared.query, unmodelled.query);
  const query = own && z.preprocess(singleValues, own);
  const heard = REASONS_IN_WORDS.has(declared.id) ? withReasonsInWords(declared.handle) : declared.handle;
  return declare({
    ...declared,
    ...(query && { query }),
    ...(unmodelled.body && { body: withFields(declared.body, unmodelled.body) }),
    ...(docs !== undefined && { docs }),
    handle: unmodelled.query || unmodelled.body ? refusing(declared.id, unmodelled, heard) : heard,
  } as never);
};

/** A schema that keeps further fields, whatever they hold. */
function withFields(schema: z.ZodType | undefined, names: readonly string[] | undefined): z.ZodType | undefined {
  if (!names) return schema;
  const fields = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));
  return schema instanceof z.ZodObject ? schema.extend(fields) : z.object(fields);
}

type Handle = Operation<GithubCollections>['handle'];

/** Null and an empty list ask for nothing. */
const isAsked = (value: unknown): boolean => value != null && !(Array.isArray(value) && value.length === 0);

const refusing =
  (id: string, { query = [], body = [] }: Unmodelled, handle: Handle): Handle =>
  (context, request) => {
    const name = query.find((one) => isAsked(request.query?.[one])) ?? body.find((one) => isAsked(request.body?.[one]));
    if (name !== undefined) throw new Unsupported(`${name} of ${id}`);
    return handle(context, request);
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

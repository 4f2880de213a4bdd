import { type InputFields, type Operation, type OperationInputs, operationsOf, type TwinRequest } from '@svc/twin-kit';
import { z } from 'zod';
import { renamedRepository } from '../actions/access.ts';
import { transferredTo } from '../actions/transfer-issue.ts';
import { Moved, NotFound, ValidationFailed } from '../errors.ts';
import { documentedInputs } from '../generated/inputs.ts';
import { documentationOf } from '../generated/operations.ts';
import { checkAccept, checkVersion } from '../http.ts';
import type { GithubCollections, GithubContext } from '../world.ts';

/** Operations whose 422 lists plain reasons (schema `validation-error-simple`). */
const REASONS_IN_WORDS = new Set([
  'issues/reprioritize-sub-issue',
  'pulls/create-review',
  'pulls/update-review',
  'pulls/delete-pending-review',
  'pulls/dismiss-review',
  'pulls/submit-review',
  'repos/replace-all-topics',
  'repos/update-branch-protection',
]);

const declare = operationsOf<GithubCollections>();

type Declare = <Q extends z.ZodType | undefined = undefined, B extends z.ZodType | undefined = undefined>(
  declared: Parameters<typeof declare<Q, B>>[0] & {
    /** Documented inputs that mean nothing here, though clients send them. */
    ignores?: readonly string[];
  },
) => Operation<GithubCollections>;

/** Declares an operation, and finds its page and its inputs in GitHub's documentation. */
export const operation: Declare = ({ ignores = [], ...declared }) => {
  const path = declared.path.replaceAll('*}', '}');
  const docs = documentationOf(`${declared.method} ${path}`);
  const query = declared.query && z.preprocess(singleValues, declared.query);
  const documented = documentedInputs[declared.id.replace(/-by-id$/, '')];
  return declare({
    ...declared,
    ...(query && { query }),
    ...(docs !== undefined && { docs }),
    ...(documented && { inputs: inputsOf(documented, ignores, declared.query, declared.body) }),
    handle: declared.page
      ? declared.handle
      : asAsked(REASONS_IN_WORDS.has(declared.id) ? withReasonsInWords(declared.handle) : declared.handle, declared.path),
  } as never);
};

/** What a schema names is read; what GitHub documents beside it is refused. */
const inputsOf = (
  documented: readonly string[],
  ignores: readonly string[],
  query: z.ZodType | undefined,
  body: z.ZodType | undefined,
): OperationInputs => ({
  reads: { ...fieldsOf(query), ...fieldsOf(body), ...Object.fromEntries(ignores.map((name) => [name, 'ignored' as const])) },
  documented: () => documented,
  screenedBy: 'kit',
});

function fieldsOf(schema: unknown): InputFields {
  const shape = shapeOf(schema);
  return typeof shape === 'object' ? shape : {};
}

/** The fields that a schema names, below lists and whatever is wrapped around it; `true` where it isn't one of objects. */
function shapeOf(schema: unknown): true | InputFields {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, shapeOf(field)]));
  if (schema instanceof z.ZodArray) return shapeOf(schema.element);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return shapeOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return Object.assign({}, ...schema.options.map(fieldsOf));
  // What comes before a schema reads any value; what comes after it reads what the schema let through.
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return true;
}

// biome-ignore lint/suspicious/noExplicitAny: the declaration typed both
type Handle = (context: any, request: any) => unknown;

/** What holds of every call of the API: its path, the version and the media type that it asks for, and where a repository is by now. */
const asAsked =
  (handle: Handle, path: string): Handle =>
  (context, request) => {
    const asked = request as TwinRequest;
    // A path with a slash at its end is another one, and there is none: https://github.com/actions/github-script/issues/394
    if (asked.path.endsWith('/') && !MAY_END_IN_SLASH.test(path)) throw new NotFound();
    // Nor is there one with an empty part: https://github.com/elyra-ai/elyra/pull/1363
    if (asked.path.includes('//') && !path.endsWith('*}')) throw new NotFound();
    checkVersion(asked.headers['x-github-api-version']);
    checkAccept(asked.headers.accept, path);
    try {
      return handle(context, request);
    } catch (error) {
      throw error instanceof NotFound ? (movedRepository(context, asked) ?? movedIssue(context, asked, path) ?? error) : error;
    }
  };

/** The root, archives of no ref, and folders (recorded: npm @octokit/fixtures, get-content). */
const MAY_END_IN_SLASH = /^\/$|\/contents|ball$|\*\}$/;

/**
 * Where a repository that was renamed is by now; further down by its name, as its own address by id is the only one of that kind. What was asked
 * for with it stays (node-gh/gh#579).
 */
function movedRepository(context: GithubContext, { params, path, search, method, links }: TwinRequest): Moved | undefined {
  const { owner, repo } = params;
  if (owner === undefined || repo === undefined) return undefined;
  const repository = renamedRepository(context, owner, repo);
  if (!repository) return undefined;
  const api = path.startsWith('/repos/') ? '/repos' : '';
  const rest = path.split('/').slice(api === '' ? 3 : 4);
  const moved =
    rest.length === 0 && api !== '' ? `/repositories/${repository.id}` : [`${api}/${repository.full_name}`, ...rest].join('/');
  return new Moved(links.to(search === '' ? moved : `${moved}?${search}`), method === 'GET' || method === 'HEAD');
}

const ISSUE = '/repos/{owner}/{repo}/issues/{issue_number}';
/** What is found of an issue by the number that it had before a transfer: what GitHub documents with a 301. Comments and events are not (Systemorph/MeshWeaver#4629). */
const FOUND_BY_FORMER_NUMBER = new Set([
  ISSUE,
  `${ISSUE}/labels`,
  `${ISSUE}/labels/{name}`,
  `${ISSUE}/parent`,
  `${ISSUE}/dependencies/blocked_by`,
  `${ISSUE}/dependencies/blocked_by/{issue_id}`,
  `${ISSUE}/dependencies/blocking`,
]);

/** Where an issue that was transferred is by now. */
function movedIssue(
  context: GithubContext,
  { params, path, search, method, links }: TwinRequest,
  declared: string,
): Moved | undefined {
  const { owner = '', repo = '', issue_number } = params;
  if (!FOUND_BY_FORMER_NUMBER.has(declared)) return undefined;
  const found = transferredTo(context, owner, repo, numberParam(issue_number));
  if (!found) return undefined;
  const rest = path.split('/').slice(ISSUE.split('/').length);
  const moved = [`/repos/${found.repository.full_name}/issues/${found.issue.number}`, ...rest].join('/');
  return new Moved(links.to(search === '' ? moved : `${moved}?${search}`), method === 'GET' || method === 'HEAD');
}

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
  for (const name in query as object) {
    const value = (query as Record<string, string | string[]>)[name] as string | string[];
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

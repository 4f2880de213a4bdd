import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { Operation } from '../definition.ts';
import type { WorldSpec } from '../world/collection.ts';

/** GitHub allows label names and file paths of this size; the default of the library (100) would turn them into 404. */
const LONGEST_PARAM = 4096;

export interface Match<W extends WorldSpec> {
  operation: Operation<W>;
  params: Record<string, string>;
}

/** What a twin declares of its routes. */
interface Routed<W extends WorldSpec> {
  operations: readonly Operation<W>[];
  documented: readonly string[];
}

/** Without an operation: the vendor documents one of its own where a parameter of a modelled one would take the name. */
interface Route<W extends WorldSpec> {
  operation: Operation<W>;
  rest: string | undefined;
}

type Router = ReturnType<typeof findMyWay>;

const newRouter = (): Router =>
  findMyWay({ maxParamLength: LONGEST_PARAM, ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, onBadUrl: () => {} });

/** `/repos/{owner}/contents/{path*}` in the library's own form, with the name of the rest parameter. */
function compile(template: string): { pattern: string; rest: string | undefined } {
  const rest = /\{(\w+)\*\}$/.exec(template)?.[1];
  const pattern = template
    .replace(/\{\w+\*\}$/, '*')
    // A colon of the vendor's own is no parameter's: Google's custom verbs, e.g. `/keypairs/{id}:disable`.
    .replaceAll(':', '::')
    .replace(/\{(\w+)\}(?=::)/g, ':$1(^[^/:]+)')
    .replace(/\{(\w+)\}/g, ':$1');
  return { pattern, rest };
}

/** A template without the names of its parameters. */
const nameless = (template: string): string => template.replaceAll(/\{\w+\*?\}/g, '{}');

/** Matches the paths of a template without a rest parameter. */
function templatePattern(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Finds the operation of a call, and what the vendor documents where there is none. */
export class OperationRouter<W extends WorldSpec> {
  readonly #operations: readonly Operation<W>[];
  #modelled: Router | undefined;
  #pages: Router | undefined;
  readonly #documentedList: readonly string[];
  #documented: Router | undefined;
  /** By operation with a rest parameter, made on first use. */
  readonly #narrower = new Map<Operation<W>, readonly RegExp[]>();

  static readonly #known = new WeakMap<object, OperationRouter<WorldSpec>>();

  /** The router of a twin, one for all its worlds. */
  static of(definition: Routed<WorldSpec>): OperationRouter<WorldSpec> {
    const known = OperationRouter.#known.get(definition);
    if (known) return known;
    const router = new OperationRouter(definition.operations, definition.documented);
    OperationRouter.#known.set(definition, router);
    return router;
  }

  constructor(operations: readonly Operation<W>[], documented: readonly string[]) {
    this.#operations = operations;
    this.#documentedList = documented;
  }

  /** Does ahead what the first `find` would have to: hundreds of routes take their time in a process that has just begun. */
  prepare(): void {
    this.#modelled ??= this.#build(({ page }) => !page);
  }

  /** HEAD is answered by the GET operation. */
  find(method: string, path: string): Match<W> | undefined {
    this.#modelled ??= this.#build(({ page }) => !page);
    const verb = (method === 'HEAD' ? 'GET' : method) as HTTPMethod;
    const found = this.#modelled.find(verb, path) ?? this.#pageAt(verb, path);
    if (!found?.store) return undefined;
    const { operation, rest } = found.store as Partial<Route<W>>;
    if (!operation) return undefined;
    if (rest === undefined) return { operation, params: found.params as Record<string, string> };
    const { '*': tail, ...params } = found.params as Record<string, string>;
    // `/branches/{branch*}` must not swallow `/branches/{branch}/protection`, which the vendor documents as its own.
    if (tail?.includes('/') && this.#isNarrower(operation, path)) return undefined;
    params[rest] = tail ?? '';
    return { operation, params };
  }

  /** A page of the vendor's web site, where its API has nothing. */
  #pageAt(method: HTTPMethod, path: string) {
    if (!this.#operations.some(({ page }) => page) || this.documented(method, path) !== undefined) return null;
    this.#pages ??= this.#build(({ page }) => page === true);
    return this.#pages.find(method, path);
  }

  /** The documented operation at this path, as `METHOD /template`, that the twin doesn't model. */
  documented(method: string, path: string): string | undefined {
    this.#documented ??= this.#buildDocumented();
    const found = this.#documented.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, path);
    return found?.store as string | undefined;
  }

  /** Does the vendor document an operation of its own inside what this operation's rest parameter takes? */
  #isNarrower(operation: Operation<W>, path: string): boolean {
    let narrower = this.#narrower.get(operation);
    if (!narrower) {
      const start = `${operation.method} ${operation.path.replace(/\{\w+\*\}$/, '')}`;
      // The operation itself may be documented without its star.
      const own = nameless(`${operation.method} ${operation.path}`);
      const inside = this.#documentedList.filter(
        (entry) => entry.startsWith(start) && !entry.endsWith('*}') && nameless(entry) !== own,
      );
      narrower = inside.map((entry) => templatePattern(entry.slice(entry.indexOf(' ') + 1)));
      this.#narrower.set(operation, narrower);
    }
    return narrower.some((pattern) => pattern.test(path));
  }

  /** The methods under which the path exists, modelled or documented. */
  methodsAt(path: string): string[] {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    return methods.filter((method) => this.find(method, path) !== undefined || this.documented(method, path) !== undefined);
  }

  #build(wanted: (operation: Operation<W>) => boolean): Router {
    const router = newRouter();
    for (const operation of this.#operations.filter(wanted)) {
      const { pattern, rest } = compile(operation.path);
      router.on(operation.method, pattern, () => {}, { operation, rest });
    }
    for (const [method, pattern] of this.#shadowed(router)) {
      if (!router.hasRoute(method, pattern)) router.on(method, pattern, () => {}, {});
    }
    return router;
  }

  /** Documented operations that aren't modelled, and whose paths a modelled one would take: `/invoices/create_preview` for `/invoices/{id}`. */
  #shadowed(router: Router): [method: HTTPMethod, pattern: string][] {
    const shapeOf = (template: string): string => template.replaceAll(/\{\w+\*?\}/g, '{}');
    return this.#documentedList.flatMap((entry): [HTTPMethod, string][] => {
      const [method, template] = entry.split(' ') as [HTTPMethod, string];
      if (template.endsWith('*}')) return [];
      const taken = router.find(method, template.replaceAll(/\{\w+\}/g, 'x'))?.store as Route<W> | null | undefined;
      if (!taken || taken.rest !== undefined || shapeOf(taken.operation.path) === shapeOf(template)) return [];
      return [[method, compile(template).pattern]];
    });
  }

  /** Built on the first miss: a thousand routes that most sandboxes never ask for. */
  #buildDocumented(): Router {
    const router = newRouter();
    for (const entry of this.#documentedList) {
      const [method, template] = entry.split(' ') as [HTTPMethod, string];
      const { pattern } = compile(template);
      // Two documented templates that differ only in parameter names are one route.
      if (!router.hasRoute(method, pattern)) router.on(method, pattern, () => {}, entry);
    }
    return router;
  }
}

/** A path without the prefix under which the vendor's whole surface stands again, e.g. `/api/v3`. */
export function belowPrefix(prefixes: readonly string[] | undefined, path: string): string {
  for (const prefix of prefixes ?? []) {
    if (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'))
      return path.slice(prefix.length) || '/';
  }
  return path;
}

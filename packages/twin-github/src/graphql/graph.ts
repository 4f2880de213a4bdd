import type { Values } from '@svc/graphql-door';
import { viewerOf } from '../actions/access.ts';
import { GithubError } from '../errors.ts';
import type { GithubContext, User } from '../world.ts';

/** What resolvers work with. */
export class Graph {
  readonly context: GithubContext;
  /** What the document costs, for `rateLimit`. */
  readonly cost: { readonly cost: number; readonly nodes: number };

  constructor(context: GithubContext, cost: Graph['cost']) {
    this.context = context;
    this.cost = cost;
  }

  get viewer(): Readonly<User> {
    return viewerOf(this.context);
  }

  /** An address of GitHub's site. */
  url(path: string): string {
    return this.context.links.to(path);
  }
}

/** A record as resolvers read it. */
// biome-ignore lint/suspicious/noExplicitAny: each table types its own records
export type Resolve<T = any, A = Values> = (of: Readonly<T>, args: A, graph: Graph) => unknown;

/** A field with the arguments that it reads; others are refused by name. */
export interface FieldSpec {
  readonly reads: readonly string[];
  readonly resolve: Resolve;
}

/** The fields of a type. One that takes no arguments is its resolver alone. */
// biome-ignore lint/suspicious/noExplicitAny: each table types its own records
export type Fields<T = any> = Readonly<Record<string, Resolve<T> | FieldSpec>>;

/** Arguments by the names that are declared, checked against the schema by then. */
// biome-ignore lint/suspicious/noExplicitAny: the schema has typed them
export type Args<K extends string> = Readonly<Partial<Record<K, any>>>;

/** Declares a field that takes arguments: it can read those that it names, and no other. Of an input object a name reads the whole, `filterBy.since` one field. */
export const withArgs = <T, K extends string>(reads: readonly K[], resolve: Resolve<T, Args<RootOf<K>>>): FieldSpec => ({
  reads,
  resolve: resolve as Resolve,
});

type RootOf<K extends string> = K extends `${infer Root}.${string}` ? Root : K;

export const resolveOf = (field: Resolve | FieldSpec): Resolve => (typeof field === 'function' ? field : field.resolve);
export const readsOf = (field: Resolve | FieldSpec): readonly string[] => (typeof field === 'function' ? [] : field.reads);

/** The kinds of refusal that GitHub's GraphQL API tells apart. */
export type RefusalType =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'UNPROCESSABLE'
  | 'STALE_DATA'
  | 'INSUFFICIENT_SCOPES'
  | 'MISSING_PAGINATION_BOUNDARIES'
  | 'EXCESSIVE_PAGINATION'
  | 'INVALID_CURSOR_ARGUMENTS'
  | 'MAX_NODE_LIMIT_EXCEEDED';

/** A refusal below a field: an entry of `errors[]` in an answer of status 200. */
export class GraphRefusal extends GithubError {
  readonly type: RefusalType;

  constructor(type: RefusalType, message: string) {
    super(200, message);
    this.type = type;
  }
}

export const notFound = (message: string): GraphRefusal => new GraphRefusal('NOT_FOUND', message);

import { actor, type Input } from '../actions/support.ts';
import { organization } from '../actions/users.ts';
import type { ListContext } from '../lists/derived.ts';
import type { ListArgs } from '../lists/list.ts';
import { list, listOf } from '../lists/list.ts';
import type { Page } from '../lists/page.ts';
import type { AnyRecord, EntityCollection } from '../model.ts';
import { type LinearContext, type LinearWorld, type Organization, type Scope, timestamp } from '../world.ts';

/** What resolvers work with: the call's context, and whether the answer will differ with time alone. */
export class Graph implements ListContext {
  readonly context: LinearContext;
  readonly world: LinearWorld;
  readonly viewerId: string;
  /** True once the time was asked for: such an answer isn't kept. */
  timeDependent = false;
  #organization: Readonly<Organization> | undefined;

  constructor(context: LinearContext) {
    this.context = context;
    this.world = context.world;
    this.viewerId = actor(context).id;
  }

  /** The world's time. Filters carry this function away, so it is bound. */
  readonly now = (): number => {
    this.timeDependent = true;
    return this.context.now;
  };

  /** The world's time as records keep it. */
  timestamp(): string {
    return timestamp(this.now());
  }

  get organization(): Readonly<Organization> {
    this.#organization ??= organization(this.context);
    return this.#organization;
  }

  /** An address of the workspace in the app; it begins where the caller reaches the twin. */
  url(path: string): string {
    return this.context.links.to(`/${this.organization.urlKey}/${path}`);
  }

  list(
    collection: EntityCollection,
    args: ListArgs,
    options: { scope?: Scope; only?: (record: AnyRecord) => boolean } = {},
  ): Page {
    return list(this, collection, args, options);
  }

  listOf(type: string, records: readonly AnyRecord[], args: ListArgs): Page {
    return listOf(this, type, records, args);
  }
}

/** Arguments that have one type wherever a field takes them that the twin answers; `test/arguments.test.ts` holds them against the schema. */
export interface KnownArgs {
  readonly id: string;
  readonly ids: readonly string[];
  readonly input: Input;
  readonly labelId: string;
  readonly term: string;
  readonly url: string;
  readonly urlKey: string;
  readonly branchName: string;
  readonly hash?: string | null;
  readonly teamId?: string | null;
  readonly userId?: string | null;
  readonly userEmail?: string | null;
  readonly resolvingCommentId?: string | null;
  readonly overrideCreatedAt?: string | null;
  readonly readAt: string;
  readonly snoozedUntilAt: string;
  readonly unsnoozedAt: string;
  readonly role: string;
  readonly originalProjectStatusId: string;
  readonly newProjectStatusId: string;
  readonly includeDisabled?: boolean | null;
  readonly permanentlyDelete?: boolean | null;
  readonly skipEditedAt?: boolean | null;
  readonly trash?: boolean | null;
}

/** Arguments of a field, checked against the schema by then. What isn't known here is passed on as it is. */
export interface Args extends KnownArgs, ListArgs {
  readonly [name: string]: unknown;
}

export type Resolver = (record: AnyRecord, args: Args, graph: Graph) => unknown;

/** Resolvers of a type's fields that no record holds as such. */
export type Fields = Readonly<Record<string, Resolver>>;

export type RootResolver = (args: Args, graph: Graph) => unknown;

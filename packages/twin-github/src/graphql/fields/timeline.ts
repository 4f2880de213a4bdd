import type { Reference } from '../../actions/references.ts';
import { type TimelineItem, timelineOf } from '../../actions/timeline.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import type { Issue } from '../../world.ts';
import { Connection, PAGING } from '../connection.ts';
import { type Args, type Fields, type Graph, withArgs } from '../graph.ts';
import { type Thing, thing } from '../thing.ts';
import { enumName, eventThing, isAsked, itemType } from '../timeline-types.ts';

/** An issue or a pull request that another one names, with where it is named. */
export interface CrossReference {
  reference: Reference;
  target: Readonly<Issue>;
}

const READ = [...PAGING, 'itemTypes', 'since', 'skip'] as const;
type Read = Args<(typeof READ)[number]>;

/** A page that also tells how many there are on it and on both sides of its cursors. */
class TimelineConnection extends Connection {
  readonly filteredCount: number;
  readonly pageCount: number;
  readonly updatedAt: string;

  constructor(items: readonly Thing[], args: Read, updatedAt: string) {
    super(items, args);
    this.pageCount = this.nodes.length;
    this.filteredCount = new Connection(items, { after: args.after, before: args.before }).nodes.length;
    this.updatedAt = updatedAt;
  }
}

function thingOf(item: TimelineItem, issue: Readonly<Issue>): Thing {
  switch (item.kind) {
    case 'event':
      return eventThing(item.of);
    case 'commit':
      return thing('PullRequestCommit', { commit: item.of, issue });
    case 'thread':
      return thing(itemType(item), item.of[0] as object);
    case 'reference':
      return thing<CrossReference>(itemType(item), { reference: item.of, target: issue });
    default:
      return thing<object>(itemType(item), item.of);
  }
}

function items(issue: Readonly<Issue>, { itemTypes, since, skip }: Read, { context }: Graph): readonly Thing[] {
  const asked = itemTypes == null ? undefined : new Set<string>(itemTypes);
  const from = since == null ? Number.NEGATIVE_INFINITY : Date.parse(since);
  return timelineOf(context, repositoryOf(context, issue), issue, (kind) => asked === undefined || isAsked(kind, asked))
    .filter((item) => Date.parse(item.at) >= from && (asked === undefined || asked.has(enumName(itemType(item)))))
    .slice(skip ?? 0)
    .map((item) => thingOf(item, issue));
}

/** What happened to an issue or a pull request. */
export const timelineOfThread: Fields<Issue> = {
  timelineItems: withArgs(
    READ,
    (issue: Readonly<Issue>, args: Read, graph) => new TimelineConnection(items(issue, args, graph), args, issue.updated_at),
  ),
};

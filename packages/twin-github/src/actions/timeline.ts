import { commitOf } from '../git/store.ts';
import type { Comment, Commit, GithubContext, Issue, IssueEvent, Repository, Review, ReviewComment } from '../world.ts';
import { pullContent } from './pull-changes.ts';
import { type Reference, referencesTo } from './references.ts';

/** Something that happened to an issue or a pull request, by the name that REST has for it. */
export type TimelineItem = { at: string } & (
  | { kind: 'event'; event: string; of: Readonly<IssueEvent> }
  | { kind: 'comment'; event: 'commented'; of: Readonly<Comment> }
  | { kind: 'commit'; event: 'committed'; of: Readonly<Commit> }
  | { kind: 'review'; event: 'reviewed'; of: Readonly<Review> }
  /** Comments on one place; the first began the thread. */
  | { kind: 'thread'; event: 'line-commented'; of: readonly Readonly<ReviewComment>[] }
  | { kind: 'reference'; event: 'cross-referenced'; of: Reference }
);

type Kind = TimelineItem['kind'];

const everything = (): boolean => true;

/**
 * All that happened to an issue or a pull request, oldest first.
 *
 * @param wants which kinds are asked for: some take a walk through the world
 */
export function timelineOf(
  context: GithubContext,
  repository: Readonly<Repository>,
  issue: Readonly<Issue>,
  wants: (kind: Kind) => boolean = everything,
): TimelineItem[] {
  const found = (Object.keys(OF_KIND) as Kind[]).flatMap((kind) =>
    wants(kind) ? OF_KIND[kind](context, repository, issue) : [],
  );
  return found.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

const OF_KIND: Readonly<
  Record<Kind, (context: GithubContext, repository: Readonly<Repository>, issue: Readonly<Issue>) => TimelineItem[]>
> = {
  commit: commits,
  event({ world }, _repository, { id }) {
    const { issue } = world.issue_events.by;
    const all = issue.page(id, { limit: issue.count(id) });
    return all.map((of) => ({ kind: 'event', event: of.event, at: of.created_at, of }));
  },
  comment: ({ world }, _repository, { id, comments }) =>
    world.comments.by.issue
      .page(id, { limit: comments })
      .map((of) => ({ kind: 'comment', event: 'commented', at: of.created_at, of })),
  /** Submitted ones. */
  review({ world }, _repository, { id }) {
    const { pull } = world.reviews.by;
    const all = pull.page(id, { limit: pull.count(id) });
    return all.flatMap((of) =>
      of.submitted_at === null ? [] : [{ kind: 'review' as const, event: 'reviewed' as const, at: of.submitted_at, of }],
    );
  },
  thread: threads,
  reference: (context, repository, issue) =>
    referencesTo(context, repository, issue).map((of) => ({
      kind: 'reference',
      event: 'cross-referenced',
      at: of.created_at,
      of,
    })),
};

function commits(context: GithubContext, _repository: Readonly<Repository>, issue: Readonly<Issue>): TimelineItem[] {
  const pull = issue.is_pull_request ? context.world.pull_requests.get(issue.id) : undefined;
  if (!pull) return [];
  const { commits: shas, store } = pullContent(context, { issue, pull });
  return shas.map((sha) => {
    const of = commitOf(store, sha);
    return { kind: 'commit', event: 'committed', at: of.committer.date, of };
  });
}

/** A thread of comments on lines is one entry. */
function threads({ world }: GithubContext, _repository: Readonly<Repository>, { id }: Readonly<Issue>): TimelineItem[] {
  const { pull } = world.review_comments.by;
  const found = new Map<number, Readonly<ReviewComment>[]>();
  for (const comment of pull.page(id, { limit: pull.count(id) })) {
    const start = comment.in_reply_to_id ?? comment.id;
    found.set(start, [...(found.get(start) ?? []), comment]);
  }
  return [...found.values()].map((of) => ({
    kind: 'thread',
    event: 'line-commented',
    at: (of[0] as Readonly<ReviewComment>).created_at,
    of,
  }));
}

import { pullContent } from '../actions/pull-changes.ts';
import { type Reference, referencesTo } from '../actions/references.ts';
import { commitOf } from '../git/store.ts';
import { nodeId } from '../node-id.ts';
import type { GithubContext, Issue, Repository, ReviewComment } from '../world.ts';
import { renderComment } from './comments.ts';
import { person, UNSIGNED } from './commits.ts';
import { renderIssueEvent } from './issue-events.ts';
import { renderIssue } from './issues.ts';
import { renderRepository } from './repositories.ts';
import { repositoryHtmlUrl, repositoryOf, repositoryUrl } from './repository-path.ts';
import { renderReview, renderReviewComment } from './reviews.ts';
import { simpleUserById } from './users.ts';

/** What happened at a time; shown where its page is asked for. */
export interface TimelineEntry {
  event: string;
  at: string;
  show(): object;
}

/** All that happened to an issue or a pull request, oldest first. */
export function timeline(
  context: GithubContext,
  repository: Readonly<Repository>,
  issue: Readonly<Issue>,
  excluded: ReadonlySet<string>,
): TimelineEntry[] {
  const { issue_events, comments } = context.world;
  return [
    ...commits(context, issue),
    ...issue_events.by.issue
      .page(issue.id, { limit: issue_events.by.issue.count(issue.id) })
      .map((event) => ({ event: event.event, at: event.created_at, show: () => renderIssueEvent(context, event) })),
    ...comments.by.issue.page(issue.id, { limit: issue.comments }).map((comment) => ({
      event: 'commented',
      at: comment.created_at,
      show: () => {
        const shown = renderComment(context, comment);
        return { ...shown, event: 'commented', actor: shown.user };
      },
    })),
    ...reviews(context, issue),
    ...lineComments(context, issue),
    ...referencesTo(context, repository, issue).map((reference) => ({
      event: 'cross-referenced',
      at: reference.created_at,
      show: () => crossReference(context, reference),
    })),
  ]
    .filter(({ event }) => !excluded.has(event))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function commits(context: GithubContext, issue: Readonly<Issue>): TimelineEntry[] {
  const pull = issue.is_pull_request ? context.world.pull_requests.get(issue.id) : undefined;
  if (!pull) return [];
  const { commits: shas, store } = pullContent(context, { issue, pull });
  const api = repositoryUrl(context, issue);
  const html = repositoryHtmlUrl(context, issue);
  return shas.map((sha) => {
    const commit = commitOf(store, sha);
    return {
      event: 'committed',
      at: commit.committer.date,
      show: () => ({
        sha,
        node_id: nodeId('C', issue.repository_id, sha),
        url: `${api}/git/commits/${sha}`,
        html_url: `${html}/commit/${sha}`,
        author: person(commit.author),
        committer: person(commit.committer),
        tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
        message: commit.message,
        parents: commit.parents.map((parent) => ({
          sha: parent,
          url: `${api}/git/commits/${parent}`,
          html_url: `${html}/commit/${parent}`,
        })),
        verification: UNSIGNED,
        event: 'committed',
      }),
    };
  });
}

/** Submitted reviews; their states are in small letters here. */
function reviews(context: GithubContext, issue: Readonly<Issue>): TimelineEntry[] {
  const { pull } = context.world.reviews.by;
  return pull.page(issue.id, { limit: pull.count(issue.id) }).flatMap((review) =>
    review.submitted_at === null
      ? []
      : [
          {
            event: 'reviewed',
            at: review.submitted_at,
            show: () => ({ ...renderReview(context, review), state: review.state.toLowerCase(), event: 'reviewed' }),
          },
        ],
  );
}

/** A thread of comments on lines is one entry. */
function lineComments(context: GithubContext, issue: Readonly<Issue>): TimelineEntry[] {
  const { pull } = context.world.review_comments.by;
  const threads = new Map<number, Readonly<ReviewComment>[]>();
  for (const comment of pull.page(issue.id, { limit: pull.count(issue.id) })) {
    const start = comment.in_reply_to_id ?? comment.id;
    threads.set(start, [...(threads.get(start) ?? []), comment]);
  }
  return [...threads].map(([start, thread]) => ({
    event: 'line-commented',
    at: (thread[0] as Readonly<ReviewComment>).created_at,
    show: () => ({
      event: 'line-commented',
      node_id: nodeId('PRRT', issue.repository_id, start),
      comments: thread.map((comment) => renderReviewComment(context, comment)),
    }),
  }));
}

function crossReference(context: GithubContext, { source, actor_id, created_at }: Reference) {
  return {
    actor: simpleUserById(context, actor_id),
    created_at,
    updated_at: created_at,
    source: {
      type: 'issue',
      issue: { ...renderIssue(context, source), repository: renderRepository(context, repositoryOf(context, source)) },
    },
    event: 'cross-referenced',
  };
}

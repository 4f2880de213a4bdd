import type { Reference } from '../actions/references.ts';
import { type TimelineItem, timelineOf } from '../actions/timeline.ts';
import { nodeId } from '../node-id.ts';
import type { Commit, GithubContext, Issue, Repository, ReviewComment } from '../world.ts';
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
  show(): object;
}

/** All that happened to an issue or a pull request, oldest first. */
export const timeline = (
  context: GithubContext,
  repository: Readonly<Repository>,
  issue: Readonly<Issue>,
  excluded: ReadonlySet<string>,
): TimelineEntry[] =>
  timelineOf(context, repository, issue)
    .filter(({ event }) => !excluded.has(event))
    .map((item) => ({ show: () => renderTimelineItem(context, issue, item) }));

function renderTimelineItem(context: GithubContext, issue: Readonly<Issue>, item: TimelineItem): object {
  const { event } = item;
  switch (item.kind) {
    case 'event':
      return renderIssueEvent(context, item.of);
    case 'comment': {
      const shown = renderComment(context, item.of);
      return { ...shown, event, actor: shown.user };
    }
    // States are in small letters here.
    case 'review':
      return { ...renderReview(context, item.of), state: item.of.state.toLowerCase(), event };
    case 'commit':
      return { ...renderCommit(context, issue, item.of), event };
    case 'thread':
      return { event, ...renderThread(context, item.of) };
    case 'reference':
      return { ...crossReference(context, item.of), event };
  }
}

function renderCommit(
  context: GithubContext,
  issue: Readonly<Issue>,
  { sha, author, committer, tree, message, parents }: Commit,
) {
  const api = repositoryUrl(context, issue);
  const html = repositoryHtmlUrl(context, issue);
  return {
    sha,
    node_id: nodeId('C', issue.repository_id, sha),
    url: `${api}/git/commits/${sha}`,
    html_url: `${html}/commit/${sha}`,
    author: person(author),
    committer: person(committer),
    tree: { sha: tree, url: `${api}/git/trees/${tree}` },
    message,
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${api}/git/commits/${parent}`,
      html_url: `${html}/commit/${parent}`,
    })),
    verification: UNSIGNED,
  };
}

function renderThread(context: GithubContext, thread: readonly Readonly<ReviewComment>[]) {
  const [first] = thread as readonly [Readonly<ReviewComment>];
  return {
    node_id: nodeId('PRRT', first.repository_id, first.in_reply_to_id ?? first.id),
    comments: thread.map((comment) => renderReviewComment(context, comment)),
  };
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
  };
}

import type { ActivityEvent, Happening } from '../actions/activity-events.ts';
import { pullOf } from '../actions/pulls.ts';
import type { GithubContext, IssueEvent, Push, Repository, User } from '../world.ts';
import { renderComment } from './comments.ts';
import { commitCommentJson } from './commit-comments.ts';
import { renderIssue } from './issues.ts';
import { renderLabel } from './labels.ts';
import { renderRelease } from './releases.ts';
import { renderRepository } from './repositories.ts';
import { repositoryOf } from './repository-path.ts';
import { renderReview, renderReviewComment } from './reviews.ts';
import { simpleUser, simpleUserById } from './users.ts';

/** Somebody as events name them. */
const actor = ({ links }: GithubContext, { id, login }: Readonly<User>) => ({
  id,
  login,
  display_login: login,
  gravatar_id: '',
  url: links.to(`/users/${encodeURIComponent(login)}`),
  avatar_url: links.to(`/avatars/u/${id}?v=4`),
});

const shortName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '');

const refPart = ({ ref }: Readonly<Push>) => ({
  ref: shortName(ref),
  ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
  full_ref: ref,
  pusher_type: 'user',
});

const REF_OF_REPOSITORY = { ref: null, ref_type: 'repository', full_ref: null, pusher_type: 'user' };

/** A pull request as events have it since they tell only what it is. */
function minimalPull(context: GithubContext, issueId: number) {
  const issue = context.world.issues.get(issueId);
  if (!issue) throw new Error(`no issue ${issueId}`);
  const { pull } = pullOf(context, issue);
  const end = (ref: string, sha: string, id: number) => {
    const { name, full_name } = repositoryOf(context, { repository_id: id });
    return { ref, sha, repo: { id, url: context.links.to(`/repos/${full_name}`), name } };
  };
  const base = repositoryOf(context, pull);
  const head = context.world.repositories.has(pull.head_repository_id ?? 0) ? pull.head_repository_id : base.id;
  return {
    id: pull.id,
    number: issue.number,
    url: context.links.to(`/repos/${base.full_name}/pulls/${issue.number}`),
    head: end(pull.head_ref, pull.head_sha, head ?? base.id),
    base: end(pull.base_ref, pull.base_sha, base.id),
  };
}

/** Whom or what an issue's event is about. */
function aboutPart(context: GithubContext, event: Readonly<IssueEvent> | undefined) {
  const assignee = event?.assignee_id === undefined ? undefined : context.world.users.get(event.assignee_id);
  const label = event?.label && context.world.labels.by.name.first(`${event.repository_id}/${event.label.name.toLowerCase()}`);
  return {
    ...(assignee && { assignee: simpleUser(context, assignee), assignees: [simpleUser(context, assignee)] }),
    ...(label && { label: renderLabel(context, label), labels: [renderLabel(context, label)] }),
  };
}

function issuePart(context: GithubContext, { type, action, issue_id, event }: Extract<Happening, { issue_id: number }>) {
  const issue = context.world.issues.get(issue_id);
  if (!issue) throw new Error(`no issue ${issue_id}`);
  const about = aboutPart(context, event);
  if (type === 'IssuesEvent') return { action, issue: renderIssue(context, issue), ...about };
  return { action, number: issue.number, pull_request: minimalPull(context, issue_id), ...about };
}

/** What is there of a type's record; each is, as the event was made of it. */
function record<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('an event without its record');
  return found;
}

function payload(context: GithubContext, happening: Happening, repository: Readonly<Repository>): object {
  const { world } = context;
  const made = { master_branch: repository.default_branch, description: repository.description };
  switch (happening.type) {
    case 'IssuesEvent':
    case 'PullRequestEvent':
      return issuePart(context, happening);
    case 'IssueCommentEvent': {
      const comment = record(world.comments.get(happening.comment_id));
      const issue = record(world.issues.get(comment.issue_id));
      return { action: 'created', issue: renderIssue(context, issue), comment: renderComment(context, comment) };
    }
    case 'PullRequestReviewEvent': {
      const review = record(world.reviews.get(happening.review_id));
      const shown = renderReview(context, review);
      return {
        action: 'created',
        review: { ...shown, state: shown.state.toLowerCase(), updated_at: review.submitted_at },
        pull_request: minimalPull(context, review.issue_id),
      };
    }
    case 'PullRequestReviewCommentEvent': {
      const comment = record(world.review_comments.get(happening.comment_id));
      const shown = { position: null, ...renderReviewComment(context, comment) };
      return { action: 'created', comment: shown, pull_request: minimalPull(context, comment.issue_id) };
    }
    case 'CommitCommentEvent':
      return { action: 'created', comment: commitCommentJson(context, happening.comment) };
    case 'ReleaseEvent':
      return { action: 'published', release: renderRelease(context, record(world.releases.get(happening.release_id))) };
    case 'WatchEvent':
      return { action: 'started' };
    case 'ForkEvent':
      return { action: 'forked', forkee: renderRepository(context, record(world.repositories.get(happening.fork_id))) };
    case 'RepositoryEvent':
      return { ...REF_OF_REPOSITORY, ...made };
    case 'CreateEvent':
      return { ...refPart(happening.push), ...made };
    case 'DeleteEvent':
      return refPart(happening.push);
    case 'PushEvent': {
      const { id, ref, before, after } = happening.push;
      return { repository_id: repository.id, push_id: id, ref, head: after, before };
    }
  }
}

/** An entry of a timeline. GitHub tells of a new repository as of a new ref. */
export function renderActivityEvent(context: GithubContext, { id, at, actor_id, repository_id, happening }: ActivityEvent) {
  const repository = repositoryOf(context, { repository_id });
  const owner = context.world.users.get(repository.owner_id);
  const by = context.world.users.get(actor_id);
  return {
    id,
    type: happening.type === 'RepositoryEvent' ? 'CreateEvent' : happening.type,
    actor: by ? actor(context, by) : { ...simpleUserById(context, actor_id) },
    repo: { id: repository.id, name: repository.full_name, url: context.links.to(`/repos/${repository.full_name}`) },
    payload: payload(context, happening, repository),
    public: !repository.private,
    created_at: at,
    ...(owner?.type === 'Organization' && { org: actor(context, owner) }),
  };
}

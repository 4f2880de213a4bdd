import { RepositoryStore } from '../actions/git-store.ts';
import { pullOf } from '../actions/pulls.ts';
import { commitsBetween, isAncestor } from '../git/history.ts';
import { nodeId } from '../node-id.ts';
import type {
  Comment,
  GithubContext,
  Hook,
  HookDelivery,
  HookSubject,
  Issue,
  Release,
  Repository,
  ReviewComment,
} from '../world.ts';
import { renderComment } from './comments.ts';
import { renderStatus } from './commit-checks.ts';
import { renderDeployment, renderDeploymentStatus } from './deployments.ts';
import { renderHook } from './hooks.ts';
import { renderIssueType } from './issue-types.ts';
import { renderIssue } from './issues.ts';
import { renderShortOrganization } from './organizations.ts';
import { renderFullPull, renderPull } from './pulls.ts';
import { relationPart } from './related-issues.ts';
import { renderRelease } from './releases.ts';
import { renderRepository } from './repositories.ts';
import { repositoryOf } from './repository-path.ts';
import { renderReview, renderReviewComment } from './reviews.ts';
import { simpleUser, simpleUserById } from './users.ts';

const NOTHING = '0'.repeat(40);
/** The sentences of `GET /zen`; one is enough of a ping. */
const ZEN = 'Keep it logically awesome.';
/** What a push tells of at most: https://docs.github.com/webhooks/webhook-events-and-payloads#push */
const MOST_COMMITS = 2048;

/** @param gone the record that the event removed, where it removed one */
type Build = (
  context: GithubContext,
  subject: HookSubject,
  repository: Readonly<Repository>,
  gone: object | null,
  action: string | null,
) => Record<string, unknown>;

const shortName = (ref = ''): string => ref.replace(/^refs\/(?:heads|tags)\//, '');

function issuePart(context: GithubContext, id: number | undefined, gone?: object | null): Record<string, unknown> {
  const issue = (gone as Readonly<Issue> | null | undefined) ?? context.world.issues.get(id ?? 0);
  return issue ? { issue: renderIssue(context, issue) } : {};
}

/** What a transfer made of an issue, told where it was and where it is: schemas `webhook-issues-transferred` and `webhook-issues-opened`. */
function transferPart(context: GithubContext, newId: number | undefined, gone: object | null, action: string | null) {
  const shown = (issue: Readonly<Issue>, which: 'new' | 'old') => ({
    changes: {
      [`${which}_issue`]: renderIssue(context, issue),
      [`${which}_repository`]: renderRepository(context, repositoryOf(context, issue)),
    },
  });
  if (action === 'opened') return gone ? shown(gone as Readonly<Issue>, 'old') : {};
  const issue = context.world.issues.get(newId ?? 0);
  return action === 'transferred' && issue ? shown(issue, 'new') : {};
}

function pullPart(context: GithubContext, id: number | undefined, isFull = false): Record<string, unknown> {
  const issue = context.world.issues.get(id ?? 0);
  if (!issue?.is_pull_request) return {};
  const found = pullOf(context, issue);
  return { number: issue.number, pull_request: isFull ? renderFullPull(context, found) : renderPull(context, found) };
}

function pushPart(
  context: GithubContext,
  { ref, before = NOTHING, after = NOTHING }: HookSubject,
  repository: Readonly<Repository>,
) {
  const store = new RepositoryStore(context, repository.id);
  const both = store.commit(before) && store.commit(after);
  const html = context.links.to(`/${repository.full_name}`);
  const shas = both
    ? commitsBetween(store, before, after).slice(0, MOST_COMMITS).toReversed()
    : store.commit(after)
      ? [after]
      : [];
  const commits = shas.flatMap((sha) => {
    const commit = store.commit(sha);
    if (!commit) return [];
    const { author, committer, message, tree } = commit;
    const person = ({ name, email }: typeof author) => ({ name, email });
    return [
      {
        id: sha,
        tree_id: tree,
        distinct: true,
        message,
        timestamp: committer.date,
        url: `${html}/commit/${sha}`,
        author: person(author),
        committer: person(committer),
      },
    ];
  });
  return {
    ref,
    before,
    after,
    created: before === NOTHING,
    deleted: after === NOTHING,
    forced: both !== undefined && both !== null && !isAncestor(store, before, after),
    base_ref: null,
    compare: `${html}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits,
    head_commit: commits.at(-1) ?? null,
  };
}

/** A commit as `merge_group` shows it (schema `simple-commit`). */
function headCommit(context: GithubContext, repository: Readonly<Repository>, sha = NOTHING) {
  const commit = new RepositoryStore(context, repository.id).commit(sha);
  if (!commit) return null;
  const person = ({ name, email }: typeof commit.author) => ({ name, email });
  const { tree, message, author, committer } = commit;
  return { id: sha, tree_id: tree, message, timestamp: committer.date, author: person(author), committer: person(committer) };
}

const refPart: Build = (_context, { ref }, repository) => ({
  ref: shortName(ref),
  ref_type: ref?.startsWith('refs/tags/') ? 'tag' : 'branch',
  master_branch: repository.default_branch,
  description: repository.description,
  pusher_type: 'user',
});

const PARTS: Readonly<Record<string, Build>> = {
  push: pushPart,
  create: refPart,
  delete: refPart,
  issues(context, { issue_id, related_issue_id, label, issue_type_id }, _repository, gone, action) {
    const type = context.world.issue_types.get(issue_type_id ?? 0);
    return {
      ...issuePart(context, issue_id, action === 'opened' ? null : gone),
      ...transferPart(context, related_issue_id, gone, action),
      ...(label !== undefined && { label: { name: label } }),
      ...(type && { type: renderIssueType(type) }),
    };
  },
  sub_issues: (context, subject, _repository, _gone, action) => relationPart(context, subject, action),
  issue_dependencies: (context, subject, _repository, _gone, action) => relationPart(context, subject, action),
  issue_comment(context, { issue_id, comment_id }, _repository, gone) {
    const comment = (gone as Readonly<Comment> | null) ?? context.world.comments.get(comment_id ?? 0);
    return { ...issuePart(context, issue_id), ...(comment && { comment: renderComment(context, comment) }) };
  },
  pull_request: (context, { issue_id, label, reason }) => ({
    ...pullPart(context, issue_id, true),
    ...(reason !== undefined && { reason }),
    ...(label !== undefined && { label: { name: label } }),
  }),
  merge_group: (context, { ref, base_ref, before, after, reason }, repository) => ({
    ...(reason !== undefined && { reason }),
    merge_group: {
      head_sha: after,
      head_ref: ref,
      base_sha: before,
      base_ref,
      head_commit: headCommit(context, repository, after),
    },
  }),
  pull_request_review(context, { issue_id, review_id }) {
    const review = context.world.reviews.get(review_id ?? 0);
    return { ...pullPart(context, issue_id), ...(review && { review: renderReview(context, review) }) };
  },
  pull_request_review_comment(context, { issue_id, review_comment_id }, _repository, gone) {
    const comment = (gone as Readonly<ReviewComment> | null) ?? context.world.review_comments.get(review_comment_id ?? 0);
    return { ...pullPart(context, issue_id), ...(comment && { comment: renderReviewComment(context, comment) }) };
  },
  release(context, { release_id }, _repository, gone) {
    const release = (gone as Readonly<Release> | null) ?? context.world.releases.get(release_id ?? 0);
    return release ? { release: renderRelease(context, release) } : {};
  },
  status(context, { status_id }) {
    const status = context.world.commit_statuses.get(status_id ?? 0);
    if (!status) return {};
    const { url: _url, creator: _creator, avatar_url: _avatar, ...shown } = renderStatus(context, status);
    return { ...shown, sha: status.sha };
  },
  fork(context, { fork_id }) {
    const fork = context.world.repositories.get(fork_id ?? 0);
    return fork ? { forkee: renderRepository(context, fork) } : {};
  },
  deployment(context, { deployment_id }) {
    const deployment = context.world.deployments.get(deployment_id ?? 0);
    return deployment ? { deployment: renderDeployment(context, deployment) } : {};
  },
  deployment_status(context, { deployment_id, deployment_status_id }) {
    const status = context.world.deployment_statuses.get(deployment_status_id ?? 0);
    const deployment = context.world.deployments.get(deployment_id ?? 0);
    return {
      ...(deployment && { deployment: renderDeployment(context, deployment) }),
      ...(status && { deployment_status: renderDeploymentStatus(context, status) }),
    };
  },
};

/** An app is told by which of its installations. */
function installationPart({ world }: GithubContext, { app_id }: Readonly<Hook>, accountId: number | undefined) {
  const installation = app_id === undefined ? undefined : world.installations.by.account.first(`${app_id}/${accountId}`);
  return installation ? { installation: { id: installation.id, node_id: nodeId('MDI', installation.id) } } : {};
}

/** What a delivery tells: https://docs.github.com/webhooks/webhook-events-and-payloads. Made of the records as they are. */
export function hookPayload(
  context: GithubContext,
  hook: Readonly<Hook>,
  delivery: Readonly<HookDelivery>,
  gone: object | null,
): Record<string, unknown> {
  const { world } = context;
  const repository = delivery.repository_id === null ? undefined : world.repositories.get(delivery.repository_id);
  const owner = world.users.get(repository?.owner_id ?? hook.organization_id ?? 0);
  const sender = world.users.get(delivery.sender_id);
  const own = repository ? (PARTS[delivery.event]?.(context, delivery.subject, repository, gone, delivery.action) ?? {}) : {};
  return {
    ...(delivery.action !== null && { action: delivery.action }),
    ...(delivery.event === 'ping' && { zen: ZEN, hook_id: hook.id, hook: renderHook(context, hook) }),
    ...own,
    ...(repository && { repository: renderRepository(context, repository) }),
    ...(owner?.type === 'Organization' && { organization: renderShortOrganization(context, owner) }),
    ...(delivery.event === 'push' && sender && { pusher: { name: sender.login, email: sender.email } }),
    ...installationPart(context, hook, owner?.id),
    ...(sender ? { sender: simpleUser(context, sender) } : { sender: simpleUserById(context, delivery.sender_id) }),
  };
}

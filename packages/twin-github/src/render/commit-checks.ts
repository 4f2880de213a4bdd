import { GITHUB } from '../actions/access.ts';
import { openPullsFrom } from '../actions/branches.ts';
import { APP_ID } from '../actions/check-runs.ts';
import { suiteResult } from '../actions/check-suites.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import type { CombinedStatus } from '../actions/statuses.ts';
import { commitOf } from '../git/store.ts';
import { nodeId } from '../node-id.ts';
import type { CheckAnnotation, CheckRun, CheckSuite, CommitStatus, GithubContext } from '../world.ts';
import { renderRepository } from './repositories.ts';
import { checkRunPath, repositoryOf, repositoryUrl } from './repository-path.ts';
import { simpleUser, simpleUserById } from './users.ts';

const statusUrl = (context: GithubContext, status: { repository_id: number; sha: string }) =>
  `${repositoryUrl(context, status)}/statuses/${status.sha}`;

/** A status inside a combined one. */
function renderShortStatus(context: GithubContext, status: Readonly<CommitStatus>) {
  return {
    url: statusUrl(context, status),
    avatar_url: context.links.to(`/avatars/u/${status.creator_id}?v=4`),
    id: status.id,
    node_id: nodeId('SC', status.repository_id, status.id),
    state: status.state,
    description: status.description,
    target_url: status.target_url,
    context: status.context,
    created_at: status.created_at,
    updated_at: status.created_at,
  };
}

export const renderStatus = (context: GithubContext, status: Readonly<CommitStatus>) => ({
  ...renderShortStatus(context, status),
  creator: simpleUserById(context, status.creator_id),
});

export function renderCombinedStatus(
  context: GithubContext,
  { repository, sha, state, statuses }: CombinedStatus,
  shown: readonly Readonly<CommitStatus>[] = statuses,
) {
  const url = `${repositoryUrl(context, { repository_id: repository.id })}/commits/${sha}`;
  return {
    state,
    statuses: shown.map((status) => renderShortStatus(context, status)),
    sha,
    total_count: statuses.length,
    repository: renderRepository(context, repository),
    commit_url: url,
    url: `${url}/status`,
  };
}

/** The app of every world. */
export const renderApp = (context: GithubContext) => ({
  id: APP_ID,
  slug: 'github-actions',
  node_id: nodeId('A', APP_ID),
  owner: simpleUser(context, GITHUB),
  name: 'GitHub Actions',
  description: 'Automate your workflow from idea to production',
  external_url: context.links.to('/features/actions'),
  html_url: context.links.to('/apps/github-actions'),
  created_at: '2018-07-30T09:30:17Z',
  updated_at: '2024-04-10T20:33:16Z',
  permissions: { checks: 'write', contents: 'read', metadata: 'read' },
  events: [],
});

/** The open pull requests whose head a commit is. */
export function pullsAt(
  context: GithubContext,
  record: { repository_id: number; head_sha: string },
  branch: string | null | undefined,
) {
  if (!branch) return [];
  const repository = repositoryOf(context, record);
  const end = (ref: string, sha: string) => ({
    ref,
    sha,
    repo: { id: repository.id, url: repositoryUrl(context, record), name: repository.name },
  });
  return openPullsFrom(context, record.repository_id, branch)
    .filter(({ pull }) => pull.head_sha === record.head_sha && pull.repository_id === record.repository_id)
    .map(({ pull }) => ({
      url: `${repositoryUrl(context, record)}/pulls/${pull.number}`,
      id: pull.id,
      number: pull.number,
      head: end(pull.head_ref, pull.head_sha),
      base: end(pull.base_ref, pull.base_sha),
    }));
}

export function renderCheckRun(context: GithubContext, run: Readonly<CheckRun>) {
  const url = `${repositoryUrl(context, run)}/check-runs/${run.id}`;
  const html = context.links.to(checkRunPath(context, run));
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CR', run.repository_id, run.id),
    head_sha: run.head_sha,
    external_id: run.external_id,
    url,
    html_url: html,
    details_url: run.details_url ?? html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.started_at,
    completed_at: run.completed_at,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suite_id },
    app: renderApp(context),
    pull_requests: pullsAt(context, run, context.world.check_suites.get(run.suite_id)?.head_branch),
  };
}

export const renderAnnotation = (context: GithubContext, run: Readonly<CheckRun>, annotation: Readonly<CheckAnnotation>) => ({
  ...annotation,
  blob_href: `${repositoryUrl(context, run)}/contents/${encodeURI(annotation.path)}?ref=${run.head_sha}`,
});

/** The commit that checks are about. */
export function headCommit(context: GithubContext, { repository_id, head_sha }: { repository_id: number; head_sha: string }) {
  const commit = commitOf(new RepositoryStore(context, repository_id), head_sha);
  return {
    id: commit.sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: commit.committer.date,
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
  };
}

export function renderCheckSuite(context: GithubContext, suite: Readonly<CheckSuite>) {
  const url = `${repositoryUrl(context, suite)}/check-suites/${suite.id}`;
  const { status, conclusion, count } = suiteResult(context, suite);
  const commit = commitOf(new RepositoryStore(context, suite.repository_id), suite.head_sha);
  return {
    id: suite.id,
    node_id: nodeId('CS', suite.repository_id, suite.id),
    head_branch: suite.head_branch,
    head_sha: suite.head_sha,
    status,
    conclusion,
    url,
    before: commit.parents[0] ?? null,
    after: suite.head_sha,
    pull_requests: pullsAt(context, suite, suite.head_branch),
    app: renderApp(context),
    created_at: suite.created_at,
    updated_at: suite.updated_at,
    rerequestable: true,
    runs_rerequestable: true,
    latest_check_runs_count: count,
    check_runs_url: `${url}/check-runs`,
    head_commit: headCommit(context, suite),
    repository: renderRepository(context, repositoryOf(context, suite)),
  };
}

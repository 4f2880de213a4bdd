import { json, type Operation, type Reply, type TwinRequest } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import { type Comparison, compare, listCommits, requireCommit, resolveCommit } from '../actions/commits.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import type { ChangedFile } from '../actions/pull-changes.ts';
import { pullsWithCommit } from '../actions/pulls-of-commit.ts';
import { diffFile } from '../git/diff.ts';
import { commitOf } from '../git/store.ts';
import { mediaParameter } from '../http.ts';
import { changedFiles, commitJson, renderFullCommit } from '../render/commits.ts';
import { renderComparison } from '../render/comparison.ts';
import { diffText, patchText } from '../render/diff-text.ts';
import { pullJson } from '../render/pulls.ts';
import type { Commit, GithubCollections, GithubContext } from '../world.ts';
import { checkRunOperations } from './check-runs.ts';
import { checkSuiteOperations } from './check-suites.ts';
import { operation, queryText, repositoryParams } from './operation.ts';
import { count, pageOfList, pageQuery } from './pagination.ts';
import { statusOperations } from './statuses.ts';

/** An answer in one of GitHub's text media types. */
export const text = (kind: 'diff' | 'patch' | 'sha', body: string): Reply => ({
  status: 200,
  headers: { 'content-type': `application/vnd.github.${kind}; charset=utf-8` },
  body,
});

/** What stands below a ref, which may have slashes of its own: `/commits/heads/main/status`. */
const BELOW: Readonly<Record<string, Operation<GithubCollections>>> = Object.fromEntries(
  [...statusOperations, ...checkRunOperations, ...checkSuiteOperations]
    .filter(({ path }) => path.includes('/commits/{ref}/'))
    .map((one) => [one.path.slice(one.path.lastIndexOf('/') + 1), one]),
);

function belowRef(rest: string): { ref: string; inner: Operation<GithubCollections> } | undefined {
  const slash = rest.lastIndexOf('/');
  const inner = slash < 0 ? undefined : BELOW[rest.slice(slash + 1)];
  return inner && { ref: rest.slice(0, slash), inner };
}

function answerBelow(
  context: GithubContext,
  request: TwinRequest<unknown>,
  { ref, inner }: NonNullable<ReturnType<typeof belowRef>>,
): Reply {
  const given = Object.fromEntries(new URLSearchParams(request.search));
  const query = inner.query ? inner.query.parse(given) : given;
  const reply = inner.handle(context, { ...request, query, params: { ...request.params, ref } });
  return { ...reply, ...(inner.action !== undefined && { action: inner.action }) };
}

/** "The response includes only up to 250 commits" of a comparison, and 300 files: https://docs.github.com/rest/commits/commits#compare-two-commits */
const MAX_COMPARED = 250;
/** "If there are more than 300 files in the commit diff …": https://docs.github.com/rest/commits/commits#get-a-commit */
const MAX_FILES = 300;
const MOST_FILES = 3000;

const comparedFiles = (context: GithubContext, { repository, changes }: Comparison): ChangedFile[] => {
  const store = new RepositoryStore(context, repository.id);
  return changes.map((change) => ({ ...change, diff: diffFile(store, change) }));
};

/** A comparison as text: its whole diff, or its commits as mail. */
export function comparisonText(context: GithubContext, comparison: Comparison, kind: string | undefined): Reply | undefined {
  if (kind === 'diff') return text('diff', diffText(comparedFiles(context, comparison)));
  return kind === 'patch' ? text('patch', mailOf(context, comparison.repository.id, comparison.commits)) : undefined;
}

/** Commits as `git format-patch` writes them, each with what it changed. */
export function mailOf(context: GithubContext, repositoryId: number, commits: readonly string[]): string {
  const store = new RepositoryStore(context, repositoryId);
  return commits
    .map((sha) => commitOf(store, sha))
    .map((commit) => patchText(commit, changedFiles(context, commit)))
    .join('\n');
}

/** A commit as text: its id, its diff, or itself as mail. */
export function commitText(context: GithubContext, commit: Readonly<Commit>, kind: string | undefined): Reply | undefined {
  if (kind === 'sha') return text('sha', commit.sha);
  if (kind === 'diff') return text('diff', diffText(changedFiles(context, commit)));
  return kind === 'patch' ? text('patch', patchText(commit, changedFiles(context, commit))) : undefined;
}

export const commitOperations = [
  operation({
    id: 'repos/list-commits',
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_commits',
    query: z.object({
      ...pageQuery,
      sha: queryText,
      path: queryText,
      author: queryText,
      committer: queryText,
      since: queryText,
      until: queryText,
    }),
    handle(context, request) {
      const [owner, repo] = repositoryParams(request.params);
      const { records, headers } = pageOfList(request, listCommits(context, owner, repo, request.query));
      const store = new RepositoryStore(context, visibleRepository(context, owner, repo).id);
      return json(
        records.map((sha) => commitJson(context, commitOf(store, sha))),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'repos/get-commit',
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{ref*}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_commit',
    query: z.object({ per_page: count(MAX_FILES).transform((value) => Math.min(value, MAX_FILES)), page: count(1) }),
    handle(context, request) {
      const { params, headers } = request;
      const repository = visibleRepository(context, ...repositoryParams(params));
      const below = belowRef(params.ref ?? '');
      if (below && resolveCommit(context, repository, params.ref ?? '') === undefined)
        return answerBelow(context, request, below);
      const commit = requireCommit(context, repository, params.ref ?? '');
      const asked = commitText(context, commit, mediaParameter(headers.accept));
      if (asked) return asked;
      const files = changedFiles(context, commit).slice(0, MOST_FILES);
      const page = pageOfList(request, files);
      return json(renderFullCommit(context, commit, page.records), 200, page.headers);
    },
  }),
  operation({
    id: 'repos/list-pull-requests-associated-with-commit',
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{commit_sha}/pulls',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_pull_requests_of_commit',
    query: z.object(pageQuery),
    handle(context, request) {
      const repository = visibleRepository(context, ...repositoryParams(request.params));
      const commit = requireCommit(context, repository, request.params.commit_sha ?? '');
      const { records, headers } = pageOfList(request, pullsWithCommit(context, repository, commit.sha));
      return json(
        records.map((issue) => pullJson(context, issue)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'repos/compare-commits-with-basehead',
    method: 'GET',
    path: '/repos/{owner}/{repo}/compare/{basehead*}',
    fidelity: 'semantic',
    mutates: false,
    action: 'compare_commits',
    query: z.object({ per_page: count(MAX_COMPARED).transform((value) => Math.min(value, MAX_COMPARED)), page: count(1) }),
    handle(context, request) {
      const comparison = compare(context, ...repositoryParams(request.params), request.params.basehead ?? '');
      const asked = comparisonText(context, comparison, mediaParameter(request.headers.accept));
      if (asked) return asked;
      const { records, headers } = pageOfList(request, comparison.commits);
      // The files stand on the first page only (docs: "Compare two commits").
      const files = request.query.page === 1 ? comparedFiles(context, comparison) : [];
      return json(renderComparison(context, comparison, { commits: records, files }), 200, headers);
    },
  }),
];

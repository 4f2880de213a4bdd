import { findBranch, pushBranch } from '../actions/branches.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { githubSignature, signatureOf } from '../actions/signatures.ts';
import { slugOf } from '../actions/slug.ts';
import { mergeBase } from '../git/history.ts';
import { mergeTrees } from '../git/merge.ts';
import { commitOf } from '../git/store.ts';
import { nextId } from '../sequences.ts';
import type { Issue } from '../world.ts';
import { account } from './accounts.ts';
import { autoMergeOf } from './auto-merge.ts';
import { loadCommitChecks } from './commit-checks.ts';
import type { Loading } from './loading.ts';
import { loadReviews } from './reviews.ts';
import type { PullSeed } from './schema.ts';

/** The git side of a pull request whose issue side is there. */
export function loadPull(loading: Loading, seed: PullSeed, issue: Readonly<Issue>): void {
  const { context, repository } = loading;
  const branch = (name: string) => {
    const found = findBranch(context, repository.id, name);
    if (!found) throw new Error(`branch ${name} is missing`);
    return found.object.sha;
  };
  const base = seed.base ?? repository.default_branch;
  const head = branch(seed.head);
  const pull = context.world.pull_requests.insert({
    id: nextId(context.ids, 'pull_request'),
    issue_id: issue.id,
    repository_id: repository.id,
    number: issue.number,
    state: issue.state,
    created_at: issue.created_at,
    head_repository_id: repository.id,
    head_ref: seed.head,
    head_sha: head,
    base_ref: base,
    base_sha: branch(base),
    draft: seed.draft,
    maintainer_can_modify: false,
    requested_reviewer_ids: [...new Set(seed.requested_reviewers.map((login) => account(context, login).id))].filter(
      (id) => id !== issue.user_id,
    ),
    requested_team_ids: [...new Set(seed.requested_teams.map((name) => teamId(loading, name)))],
    merged_at: null,
    merged_by_id: null,
    merge_commit_sha: null,
    ...autoMergeOf(loading, seed, { head_sha: head, base_ref: base }),
  });
  loadReviews(loading, { repository, issue, pull }, seed.reviews);
  loadCommitChecks(loading, pull.head_sha, seed);
  if (!seed.merged) return;
  const sha = mergeInto(
    loading,
    pull.base_sha,
    pull.head_sha,
    `Merge pull request #${issue.number} from ${repository.full_name.split('/')[0]}/${seed.head}\n\n${seed.title}`,
  );
  pushBranch(context, context.world.repositories.get(repository.id) ?? repository, base, sha);
  context.world.pull_requests.update(issue.id, {
    merged_at: issue.closed_at,
    merged_by_id: issue.user_id,
    merge_commit_sha: sha,
  });
}

function teamId({ context, repository }: Loading, name: string): number {
  const team = context.world.teams.by.slug.first(`${repository.owner_id}/${slugOf(name)}`);
  if (!team) throw new Error(`team ${name} is missing`);
  return team.id;
}

/** A merge commit. Where both sides changed the same lines the pull request's side stands, as if someone had resolved it so. */
function mergeInto({ context, repository, author }: Loading, base: string, head: string, message: string): string {
  const store = new RepositoryStore(context, repository.id);
  const origin = mergeBase(store, base, head);
  const [from, ours, theirs] = [origin ?? base, base, head].map((sha) => commitOf(store, sha).tree) as [string, string, string];
  const merged = mergeTrees(store, from, ours, theirs);
  return store.writeCommit({
    tree: 'tree' in merged ? merged.tree : theirs,
    parents: [base, head],
    author: signatureOf(context, author),
    committer: githubSignature(context),
    message,
  });
}

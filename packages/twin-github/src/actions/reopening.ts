import { type FieldError, ValidationFailed } from '../errors.ts';
import { isAncestor } from '../git/history.ts';
import type { GithubContext, PullRequest } from '../world.ts';
import { findBranch, requireOnlyOpen } from './branches.ts';
import { RepositoryStore } from './git-store.ts';
import { importCommit } from './object-import.ts';

const fault = (message: string): FieldError => ({ resource: 'PullRequest', code: 'custom', field: 'state', message });

/** Gets a closed pull request ready to be open again, at its branch as it is now. @throws ValidationFailed */
export function prepareReopening(context: GithubContext, pull: Readonly<PullRequest>): void {
  if (pull.merged_at) throw new ValidationFailed([fault('state cannot be changed. The pull request cannot be reopened.')]);
  const head = findBranch(context, pull.head_repository_id, pull.head_ref);
  const base = findBranch(context, pull.repository_id, pull.base_ref);
  if (!head || !base) {
    const gone = head ? pull.base_ref : pull.head_ref;
    throw new ValidationFailed([fault(`state cannot be changed. The ${gone} branch has been deleted.`)]);
  }
  requireOnlyOpen(context, pull, pull.base_ref);
  if (head.object.sha === pull.head_sha) return;
  // In GitHub's words, as repo-file-sync-action and others quote them that make a new pull request then.
  if (!isAncestor(new RepositoryStore(context, pull.head_repository_id), pull.head_sha, head.object.sha))
    throw new ValidationFailed([fault(`state cannot be changed. The ${pull.head_ref} branch was force-pushed or recreated.`)]);
  importCommit(context, pull.head_repository_id, pull.repository_id, head.object.sha);
  context.world.pull_requests.update(pull.issue_id, { head_sha: head.object.sha });
}

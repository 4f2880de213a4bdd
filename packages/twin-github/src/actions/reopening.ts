import { type FieldError, ValidationFailed } from '../errors.ts';
import type { GithubContext, PullRequest } from '../world.ts';
import { findBranch, requireOnlyOpen } from './branches.ts';
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
  importCommit(context, pull.head_repository_id, pull.repository_id, head.object.sha);
  context.world.pull_requests.update(pull.issue_id, { head_sha: head.object.sha });
}

import type { MergeMethod } from '../../actions/pull-merge.ts';

/** What mutations that merge, now or later, take of how. */
interface MergeArguments {
  mergeMethod?: string | null;
  commitHeadline?: string | null;
  commitBody?: string | null;
  authorEmail?: string | null;
  expectedHeadOid?: string | null;
}

/** The same, as the actions take it. */
export const mergeOptions = ({ mergeMethod, commitHeadline, commitBody, authorEmail, expectedHeadOid }: MergeArguments) => ({
  merge_method: (mergeMethod ?? 'MERGE').toLowerCase() as MergeMethod,
  commit_title: commitHeadline ?? undefined,
  commit_message: commitBody ?? undefined,
  author_email: authorEmail ?? undefined,
  sha: expectedHeadOid ?? undefined,
});

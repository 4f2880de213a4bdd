import { ValidationFailed } from '../errors.ts';
import { type GithubContext, type Issue, timestamp } from '../world.ts';
import { type HasWorld, requirePermission } from './access.ts';
import { recordIssueEvent } from './issue-events.ts';
import { type FoundIssue, requireUnarchived } from './issues.ts';

/** https://docs.github.com/issues/tracking-your-work-with-issues/administering-issues/pinning-an-issue-to-your-repository */
export const MOST_PINNED = 3;

/** The issues that stand above a repository's list, as they were pinned. */
export const pinnedIssues = ({ world }: HasWorld, repositoryId: number): readonly Readonly<Issue>[] =>
  [...world.issues.values()]
    .filter((one) => one.repository_id === repositoryId && one.pin != null)
    .toSorted((one, other) => Date.parse(one.pin?.at ?? '') - Date.parse(other.pin?.at ?? '') || one.id - other.id);

function change(context: GithubContext, { repository, issue }: FoundIssue, pin: Issue['pin']): void {
  requirePermission(context, repository, 'push');
  requireUnarchived(repository);
  if ((issue.pin ?? null) === null && pin === null) return;
  if (issue.pin && pin) return;
  if (pin && pinnedIssues(context, repository.id).length >= MOST_PINNED) {
    const message = `Maximum ${MOST_PINNED} pinned issues per repository`;
    throw new ValidationFailed([{ resource: 'Issue', code: 'custom', field: 'pinned', message }]);
  }
  context.world.issues.update(issue.id, { pin });
  recordIssueEvent(context, issue, { event: pin ? 'pinned' : 'unpinned' });
}

/** @param by who pins it @throws Forbidden, RepositoryArchived, ValidationFailed */
export const pinIssue = (context: GithubContext, found: FoundIssue, by: number): void =>
  change(context, found, { by_id: by, at: timestamp(context.now) });

/** @throws Forbidden, RepositoryArchived */
export const unpinIssue = (context: GithubContext, found: FoundIssue): void => change(context, found, null);

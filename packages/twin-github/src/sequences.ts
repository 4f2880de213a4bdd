import type { Ids } from '@svc/twin-kit';

/** Records that are numbered over the whole of GitHub. */
export type NumberedRecord = 'comment' | 'issue' | 'issue_event' | 'label' | 'milestone' | 'pull_request' | 'repository' | 'user';

/** Ids begin apart from each other, so that one taken for another is noticed. */
const FIRST: Readonly<Record<NumberedRecord, number>> = {
  user: 1001,
  repository: 20_001,
  label: 300_001,
  milestone: 400_001,
  issue: 5_000_001,
  pull_request: 6_000_001,
  comment: 7_000_001,
  issue_event: 8_000_001,
};

export const nextId = (ids: Ids, record: NumberedRecord): number => ids.next(record, FIRST[record]);

const issueNumbers = (repositoryId: number): string => `number/${repositoryId}`;
const milestoneNumbers = (repositoryId: number): string => `milestone number/${repositoryId}`;

/** Issues and pull requests of a repository share one row of numbers. */
export const nextIssueNumber = (ids: Ids, repositoryId: number): number => ids.next(issueNumbers(repositoryId));
export const reserveIssueNumber = (ids: Ids, repositoryId: number, number: number): void =>
  ids.reserve(issueNumbers(repositoryId), number);

export const nextMilestoneNumber = (ids: Ids, repositoryId: number): number => ids.next(milestoneNumbers(repositoryId));
export const reserveMilestoneNumber = (ids: Ids, repositoryId: number, number: number): void =>
  ids.reserve(milestoneNumbers(repositoryId), number);

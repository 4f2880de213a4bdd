import type { Ids } from '@svc/twin-kit';

/** Records that are numbered over the whole of GitHub. */
export type NumberedRecord = keyof typeof FIRST;

/** Ids begin apart from each other, so that one taken for another is noticed. */
const FIRST = {
  user: 1001,
  repository: 20_001,
  label: 300_001,
  milestone: 400_001,
  issue: 5_000_001,
  pull_request: 6_000_001,
  comment: 7_000_001,
  issue_event: 8_000_001,
  team: 90_001,
  review: 9_000_001,
  review_comment: 10_000_001,
  commit_status: 11_000_001,
  check_suite: 12_000_001,
  check_run: 13_000_001,
  release: 14_000_001,
  release_asset: 15_000_001,
  reaction: 16_000_001,
  commit_comment: 17_000_001,
  invitation: 18_000_001,
  ruleset: 19_000_001,
  deployment: 20_000_001,
  deployment_status: 21_000_001,
  environment: 22_000_001,
  deployment_branch_policy: 23_000_001,
  gist_comment: 24_000_001,
  notification: 25_000_001,
  hook: 26_000_001,
  hook_delivery: 27_000_001,
  workflow: 28_000_001,
  workflow_run: 29_000_001,
  artifact: 30_000_001,
  public_key: 31_000_001,
  deploy_key: 32_000_001,
  push: 33_000_001,
  autolink: 34_000_001,
  actions_cache: 35_000_001,
  app: 2_000_001,
  installation: 40_000_001,
  discussion: 41_000_001,
  discussion_comment: 42_000_001,
  discussion_category: 43_000_001,
  project: 44_000_001,
  project_field: 45_000_001,
  project_item: 46_000_001,
  project_view: 47_000_001,
  project_status_update: 50_000_001,
  issue_type: 48_000_001,
  merge_queue_entry: 49_000_001,
  linked_branch: 51_000_001,
} as const;

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

const projectNumbers = (ownerId: number): string => `project number/${ownerId}`;

/** A person or an organisation has a row of numbers for projects. */
export const nextProjectNumber = (ids: Ids, ownerId: number): number => ids.next(projectNumbers(ownerId));
export const reserveProjectNumber = (ids: Ids, ownerId: number, number: number): void =>
  ids.reserve(projectNumbers(ownerId), number);

/** An organisation has a row of ids for groups of runners, of which the first is there by itself. */
export const nextRunnerGroupId = (ids: Ids, organizationId: number): number => ids.next(`runner group/${organizationId}`, 2);

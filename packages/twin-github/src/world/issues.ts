import { collection } from '@svc/twin-kit';

export type IssueState = 'open' | 'closed';
export type StateReason = 'completed' | 'not_planned' | 'duplicate' | 'reopened';

export interface Label {
  id: number;
  repository_id: number;
  name: string;
  /** Six lower-case hexadecimal digits. */
  color: string;
  description: string | null;
  /** True for the nine labels that GitHub gives a new repository. */
  default: boolean;
}

export interface Milestone {
  id: number;
  repository_id: number;
  number: number;
  title: string;
  description: string | null;
  state: IssueState;
  creator_id: number;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
  due_on: string | null;
}

/** An issue, or the issue side of a pull request: the two share numbers, and what both have stands here only. */
export interface Issue {
  id: number;
  repository_id: number;
  number: number;
  is_pull_request: boolean;
  title: string;
  body: string | null;
  state: IssueState;
  state_reason: StateReason | null;
  user_id: number;
  label_ids: number[];
  assignee_ids: number[];
  milestone_id: number | null;
  /** Of the owner's types of issues; absent where it never had one. */
  issue_type_id?: number | null;
  /** By whom and since when it stands above the list of issues; absent where it never did. */
  pin?: { by_id: number; at: string } | null;
  locked: boolean;
  active_lock_reason: string | null;
  /** How many comments it has; kept by whoever adds or removes one. */
  comments: number;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
  closed_by_id: number | null;
}

export interface Comment {
  id: number;
  repository_id: number;
  issue_id: number;
  user_id: number;
  body: string;
  created_at: string;
  updated_at: string;
}

/** Where the number leads that an issue had before it was transferred to another repository. */
export interface IssueTransfer {
  /** Of the repository that it left. */
  repository_id: number;
  number: number;
  /** The issue as it is now, however often it was transferred since. */
  issue_id: number;
}

/** A number whose issue was deleted. */
export interface DeletedIssue {
  repository_id: number;
  number: number;
}

export const issueNumberKey = (repositoryId: number, number: number) => `${repositoryId}/${number}`;

/** Group of an issue index: `<owner of the group>/<state>`, where the state may be `all`. */
export const stateGroup = (id: number | string, state: IssueState | 'all') => `${id}/${state}`;

/** Group of the per-user indexes of one repository. */
export const userGroup = (repositoryId: number, userId: number, state: IssueState | 'all') =>
  `${repositoryId}/${userId}/${state}`;

const inState = (id: number | string, issue: Issue) => [stateGroup(id, issue.state), stateGroup(id, 'all')];
const byUser = (userId: number, issue: Issue) => [
  userGroup(issue.repository_id, userId, issue.state),
  userGroup(issue.repository_id, userId, 'all'),
];
const creation = (issue: Issue) => [issue.created_at, issue.number];

export const issueCollections = {
  labels: collection<Label>()({
    key: (label) => label.id,
    indexes: {
      /** Names are case-insensitive: `by.name.first(labelNameKey(repositoryId, name))`. */
      name: { group: (label) => labelNameKey(label.repository_id, label.name) },
      repository: { group: (label) => label.repository_id, order: (label) => label.name.toLowerCase() },
    },
  }),
  milestones: collection<Milestone>()({
    key: (milestone) => milestone.id,
    indexes: {
      number: { group: (milestone) => `${milestone.repository_id}/${milestone.number}` },
      title: { group: (milestone) => `${milestone.repository_id}/${milestone.title}` },
      repository: {
        group: (milestone) => [stateGroup(milestone.repository_id, milestone.state), stateGroup(milestone.repository_id, 'all')],
        order: (milestone) => milestone.number,
      },
    },
  }),
  issues: collection<Issue>()({
    key: (issue) => issue.id,
    indexes: {
      /** `by.number.first('<repository_id>/<number>')`. */
      number: { group: (issue) => `${issue.repository_id}/${issue.number}` },
      /** By `stateGroup(repositoryId, state)`; pull requests are issues here, as in GitHub's own list. */
      created: { group: (issue) => inState(issue.repository_id, issue), order: creation },
      updated: { group: (issue) => inState(issue.repository_id, issue), order: (issue) => [issue.updated_at, issue.number] },
      /** By `stateGroup(repositoryId, state)`: pull requests only. */
      pulls: { group: (issue) => (issue.is_pull_request ? inState(issue.repository_id, issue) : undefined), order: creation },
      pulls_updated: {
        group: (issue) => (issue.is_pull_request ? inState(issue.repository_id, issue) : undefined),
        order: (issue) => [issue.updated_at, issue.number],
      },
      /** By `stateGroup(labelId, state)`. */
      label: { group: (issue) => issue.label_ids.flatMap((id) => inState(id, issue)), order: creation },
      /** By `stateGroup(milestoneId, state)`. */
      milestone: { group: (issue) => (issue.milestone_id === null ? [] : inState(issue.milestone_id, issue)), order: creation },
      /** By the type's id. */
      type: { group: (issue) => issue.issue_type_id ?? undefined },
      /** By `userGroup(repositoryId, userId, state)`, and over all repositories by `stateGroup(userId, state)`. */
      assignee: {
        group: (issue) => issue.assignee_ids.flatMap((id) => [...byUser(id, issue), ...inState(id, issue)]),
        order: creation,
      },
      /** By `userGroup(repositoryId, userId, state)`, and over all repositories by `stateGroup(userId, state)`. */
      creator: { group: (issue) => [...byUser(issue.user_id, issue), ...inState(issue.user_id, issue)], order: creation },
    },
  }),
  issue_transfers: collection<IssueTransfer>()({
    key: (one) => issueNumberKey(one.repository_id, one.number),
    indexes: { issue: { group: (one) => one.issue_id }, repository: { group: (one) => one.repository_id } },
  }),
  deleted_issues: collection<DeletedIssue>()({
    key: (one) => issueNumberKey(one.repository_id, one.number),
    indexes: { repository: { group: (one) => one.repository_id } },
    internal: true,
  }),
  comments: collection<Comment>()({
    key: (comment) => comment.id,
    indexes: {
      /** GitHub orders comments by ascending id, which is the order of insertion. */
      issue: { group: (comment) => comment.issue_id },
      repository: { group: (comment) => comment.repository_id },
    },
  }),
};

export function labelNameKey(repositoryId: number, name: string): string {
  return `${repositoryId}/${name.toLowerCase()}`;
}

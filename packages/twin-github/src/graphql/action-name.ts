import { type FieldNode, Kind, type OperationTypeNode } from 'graphql';

/** What a mutation is called where the REST API and the tools do the same by another name. */
const MUTATIONS: Readonly<Record<string, string>> = {
  closeIssue: 'update_issue',
  reopenIssue: 'update_issue',
  addComment: 'add_issue_comment',
  addLabelsToLabelable: 'add_issue_labels',
  removeLabelsFromLabelable: 'remove_issue_label',
  clearLabelsFromLabelable: 'remove_all_issue_labels',
  addAssigneesToAssignable: 'add_assignees',
  removeAssigneesFromAssignable: 'remove_assignees',
  replaceActorsForAssignable: 'update_issue',
  updateIssueIssueType: 'update_issue',
  lockLockable: 'lock_issue',
  unlockLockable: 'unlock_issue',
  closePullRequest: 'update_pull_request',
  reopenPullRequest: 'update_pull_request',
  markPullRequestReadyForReview: 'update_pull_request',
  convertPullRequestToDraft: 'update_pull_request',
  addPullRequestReview: 'create_pull_request_review',
  addPullRequestReviewThread: 'create_review_comment',
  addPullRequestReviewThreadReply: 'reply_to_review_comment',
  updatePullRequestReviewComment: 'update_review_comment',
  deletePullRequestReviewComment: 'delete_review_comment',
  deletePullRequestReview: 'delete_pending_review',
  requestReviews: 'request_reviewers',
  requestReviewsByLogin: 'request_reviewers',
  createRef: 'create_branch',
  createCommitOnBranch: 'push_files',
  createBranchProtectionRule: 'update_branch_protection',
  updateBranchProtectionRule: 'update_branch_protection',
  deleteBranchProtectionRule: 'delete_branch_protection',
  addProjectV2ItemById: 'add_project_item',
  updateProjectV2ItemFieldValue: 'update_project_item',
  clearProjectV2ItemFieldValue: 'update_project_item',
  cloneTemplateRepository: 'create_repository_from_template',
  archiveRepository: 'update_repository',
  unarchiveRepository: 'update_repository',
  addStar: 'star_repository',
  removeStar: 'unstar_repository',
  removeReaction: 'delete_reaction',
};

const QUERIES: Readonly<Record<string, string>> = {
  viewer: 'get_me',
  user: 'get_user',
  organization: 'get_organization',
  repositoryOwner: 'get_user',
  node: 'get_node',
  nodes: 'list_nodes',
  rateLimit: 'get_rate_limit',
  resource: 'get_resource',
};

/** What is read of a repository, where that is more than the repository. */
const OF_REPOSITORY: Readonly<Record<string, string>> = {
  issue: 'get_issue',
  issueOrPullRequest: 'get_issue',
  issues: 'list_issues',
  pullRequest: 'get_pull_request',
  pullRequests: 'list_pull_requests',
  discussion: 'get_discussion',
  discussions: 'list_discussions',
  discussionCategory: 'get_discussion_category',
  discussionCategories: 'list_discussion_categories',
  label: 'get_label',
  labels: 'list_labels',
  milestone: 'get_milestone',
  milestones: 'list_milestones',
  issueTypes: 'list_issue_types',
  release: 'get_release_by_tag',
  releases: 'list_releases',
  latestRelease: 'get_latest_release',
  ref: 'get_ref',
  refs: 'list_matching_refs',
  object: 'get_file_contents',
  assignableUsers: 'list_assignees',
  collaborators: 'list_collaborators',
  stargazers: 'list_stargazers',
  forks: 'list_forks',
  ruleset: 'get_ruleset',
  rulesets: 'list_rulesets',
};

const SEARCHES: Readonly<Record<string, string>> = {
  ISSUE: 'search_issues',
  ISSUE_ADVANCED: 'search_issues',
  REPOSITORY: 'search_repositories',
  USER: 'search_users',
  DISCUSSION: 'search_discussions',
};

/** Projects of another version there are none. */
const snake = (name: string): string =>
  name
    .replace('ProjectV2', 'Project')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();

/**
 * The action of a root field as the tape stamps it: the name that the same deed has through the REST API, else its own in snake case. A
 * `repository` is named after what is read of it first.
 */
export function rootAction(operation: `${OperationTypeNode}`, { name, arguments: given = [], selectionSet }: FieldNode): string {
  const field = name.value;
  if (field.startsWith('__')) return 'introspect';
  if (operation !== 'query') return MUTATIONS[field] ?? snake(field);
  if (field === 'search') {
    const type = given.find((one) => one.name.value === 'type')?.value;
    return (type?.kind === Kind.ENUM && SEARCHES[type.value]) || 'search';
  }
  if (field !== 'repository') return QUERIES[field] ?? `get_${snake(field)}`;
  const inner = selectionSet?.selections.flatMap((one) => (one.kind === Kind.FIELD ? (OF_REPOSITORY[one.name.value] ?? []) : []));
  return inner?.[0] ?? 'get_repository';
}

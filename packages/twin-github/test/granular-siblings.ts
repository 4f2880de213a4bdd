import type { SampleCall, Sibling } from '@svc/twin-kit/testing';
import { nodeId } from '../src/node-id.ts';
import type { GithubState } from '../src/world.ts';

// One tool for each change (`X-MCP-Features`), each with the call of the REST API that does the same; on the world of siblings.test.ts.

const at = { owner: 'acme', repo: 'web' };
const repo = '/repos/acme/web';
const issue = { ...at, issue_number: 1 };
const pull = { ...at, pullNumber: 2 };
const [PENDING, COMMENT] = [9_000_001, 10_000_001];
const call = (method: string, path: string, body?: unknown): SampleCall => ({
  method,
  path: `${repo}${path}`,
  ...(body !== undefined && { body }),
});

const webIssueId = (state: unknown, number: number): number => {
  const { repositories, issues } = state as GithubState;
  const { id } = repositories.find((one) => one.name === 'web') ?? {};
  return issues.find((one) => one.repository_id === id && one.number === number)?.id as number;
};
const commentId = (state: unknown): number => (state as GithubState).comments[0]?.id as number;
const threadOf = (state: unknown, place = 0): string => {
  const root = (state as GithubState).review_comments[place];
  return nodeId('PRRT', root?.repository_id ?? 0, root?.id ?? 0);
};
const settled = (name: string, state: unknown, place = 0): SampleCall => ({
  method: 'POST',
  path: '/graphql',
  body: {
    query: `mutation ($id: ID!) { ${name}(input: { threadId: $id }) { thread { isResolved } } }`,
    variables: { id: threadOf(state, place) },
  },
});

/** A change of an issue by a field of the REST API. */
const issueField = (name: string, args: object, body: object): Sibling => [
  name,
  { ...issue, ...args },
  call('PATCH', '/issues/1', body),
];
const pullField = (name: string, args: object): Sibling => [name, { ...pull, ...args }, call('PATCH', '/pulls/2', args)];

export const granularSiblings: readonly Sibling[] = [
  issueField('update_issue_title', { title: 'Right' }, { title: 'Right' }),
  issueField('update_issue_body', { body: 'It is so' }, { body: 'It is so' }),
  issueField('update_issue_assignees', { assignees: ['ada'] }, { assignees: ['ada'] }),
  issueField('update_issue_labels', { labels: [] }, { labels: [] }),
  issueField('update_issue_milestone', { milestone: 1 }, { milestone: 1 }),
  issueField('update_issue_type', { issue_type: 'Bug' }, { type: 'Bug' }),
  issueField(
    'update_issue_state',
    { state: 'closed', state_reason: 'not_planned' },
    { state: 'closed', state_reason: 'not_planned' },
  ),
  ['add_issue_reaction', { ...issue, content: 'heart' }, call('POST', '/issues/1/reactions', { content: 'heart' })],
  [
    'add_issue_comment_reaction',
    (state) => ({ ...at, comment_id: commentId(state), content: 'eyes' }),
    (state) => call('POST', `/issues/comments/${commentId(state)}/reactions`, { content: 'eyes' }),
  ],
  [
    'add_sub_issue',
    (state) => ({ ...at, issue_number: 6, sub_issue_id: webIssueId(state, 5), replace_parent: true }),
    (state) => call('POST', '/issues/6/sub_issues', { sub_issue_id: webIssueId(state, 5), replace_parent: true }),
  ],
  [
    'remove_sub_issue',
    (state) => ({ ...issue, sub_issue_id: webIssueId(state, 5) }),
    (state) => call('DELETE', '/issues/1/sub_issue', { sub_issue_id: webIssueId(state, 5) }),
  ],
  [
    'reprioritize_sub_issue',
    (state) => ({ ...issue, sub_issue_id: webIssueId(state, 5), after_id: webIssueId(state, 7) }),
    (state) =>
      call('PATCH', '/issues/1/sub_issues/priority', { sub_issue_id: webIssueId(state, 5), after_id: webIssueId(state, 7) }),
  ],
  [
    'sub_issue_write',
    (state) => ({ ...at, method: 'add', issue_number: 6, sub_issue_id: webIssueId(state, 5), replace_parent: true }),
    (state) => call('POST', '/issues/6/sub_issues', { sub_issue_id: webIssueId(state, 5), replace_parent: true }),
  ],
  [
    'sub_issue_write',
    (state) => ({ ...issue, method: 'remove', sub_issue_id: webIssueId(state, 5) }),
    (state) => call('DELETE', '/issues/1/sub_issue', { sub_issue_id: webIssueId(state, 5) }),
  ],
  [
    'sub_issue_write',
    (state) => ({ ...issue, method: 'reprioritize', sub_issue_id: webIssueId(state, 7), before_id: webIssueId(state, 5) }),
    (state) =>
      call('PATCH', '/issues/1/sub_issues/priority', { sub_issue_id: webIssueId(state, 7), before_id: webIssueId(state, 5) }),
  ],

  [
    'issue_dependency_read',
    { ...at, method: 'get_blocked_by', issue_number: 6 },
    call('GET', '/issues/6/dependencies/blocked_by'),
  ],
  ['issue_dependency_read', { ...issue, method: 'get_blocking' }, call('GET', '/issues/1/dependencies/blocking')],
  [
    'issue_dependency_write',
    { ...at, method: 'add', type: 'blocking', issue_number: 5, related_issue_number: 6 },
    (state) => call('POST', '/issues/6/dependencies/blocked_by', { issue_id: webIssueId(state, 5) }),
  ],
  [
    'issue_dependency_write',
    { ...at, method: 'remove', type: 'blocked_by', issue_number: 6, related_issue_number: 1 },
    (state) => call('DELETE', `/issues/6/dependencies/blocked_by/${webIssueId(state, 1)}`),
  ],

  pullField('update_pull_request_title', { title: 'Better' }),
  pullField('update_pull_request_body', { body: 'It does' }),
  pullField('update_pull_request_state', { state: 'closed' }),
  [
    'update_pull_request_draft_state',
    { ...pull, draft: true },
    (state) => {
      const found = (state as GithubState).pull_requests.find((one) => one.number === 2);
      const id = nodeId('PR', found?.repository_id ?? 0, found?.issue_id ?? 0);
      const query = 'mutation ($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { clientMutationId } }';
      return { method: 'POST', path: '/graphql', body: { query, variables: { id } } };
    },
  ],
  [
    'request_pull_request_reviewers',
    { ...pull, reviewers: ['ada', 'acme/core'] },
    call('POST', '/pulls/2/requested_reviewers', { reviewers: ['ada'], team_reviewers: ['core'] }),
  ],
  [
    'create_pull_request_review',
    { ...at, pullNumber: 3, event: 'APPROVE', body: 'Fine' },
    call('POST', '/pulls/3/reviews', { event: 'APPROVE', body: 'Fine' }),
  ],
  [
    'submit_pending_pull_request_review',
    { ...pull, event: 'REQUEST_CHANGES', body: 'Again' },
    call('POST', `/pulls/2/reviews/${PENDING}/events`, { event: 'REQUEST_CHANGES', body: 'Again' }),
  ],
  ['delete_pending_pull_request_review', pull, call('DELETE', `/pulls/2/reviews/${PENDING}`)],
  [
    'add_pull_request_review_comment_reaction',
    { ...at, comment_id: COMMENT, content: 'heart' },
    call('POST', `/pulls/comments/${COMMENT}/reactions`, { content: 'heart' }),
  ],
  ['resolve_review_thread', (state) => ({ threadID: threadOf(state) }), (state) => settled('resolveReviewThread', state)],
  [
    'unresolve_review_thread',
    (state) => ({ threadID: threadOf(state, 1) }),
    (state) => settled('unresolveReviewThread', state, 1),
  ],
];

type Call = readonly [string, Readonly<Record<string, unknown>> | ((state: unknown) => Readonly<Record<string, unknown>>)];
/** More of their calls, for arguments that make no difference in those. */
export const granularCalls: readonly Call[] = [
  ['add_pull_request_review_comment', { ...pull, path: 'src/a.ts', body: 'Hm', subjectType: 'LINE', line: 2, side: 'RIGHT' }],
];
export const withoutGranularSibling: Readonly<Record<string, string>> = {
  add_pull_request_review_comment: 'GraphQL alone: addPullRequestReviewThread',
};

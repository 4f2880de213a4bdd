// https://docs.github.com/graphql/reference/objects: `timelineItems` of issues and pull requests, its unions and its enums of types.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GraphQLUnionType, getNamedType, isLeafType } from 'graphql';
import { githubSchema } from '../src/graphql/execute.ts';
import { timelineEventFields } from '../src/graphql/fields/timeline-events.ts';
import { isModelled } from '../src/graphql/modelled.ts';
import { type Asked, askGithub } from './graphql.ts';

const schema = githubSchema();

const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada', name: 'Ada' },
    { login: 'grace' },
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }], teams: [{ name: 'Core' }] },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'a\n' }, allow_auto_merge: true },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
      labels: ['bug', 'later'],
      milestones: [{ title: 'v1' }],
      issues: [
        { number: 1, title: 'Broken', user: 'grace', comments: [{ user: 'grace', body: 'Yes' }] },
        { number: 2, title: 'Part' },
        { number: 3, title: 'Again', body: 'As #1' },
        { number: 6, title: 'Elsewhere' },
      ],
      branches: [{ name: 'next' }, { name: 'calm' }],
      rulesets: [{ name: 'Queue', include: ['refs/heads/calm'], rules: ['merge_queue'] }],
      pull_requests: [
        { number: 4, title: 'Mend', body: 'Fixes #1', head: 'mend', user: 'grace', files: { 'b.txt': 'b\n' } },
        { number: 5, title: 'Queue', head: 'queue', base: 'calm', files: { 'q.txt': 'q\n' } },
      ],
      branch_protections: [{ required_pull_request_reviews: {} }],
    },
    { owner: 'acme', name: 'other' },
  ],
};

let twin: Asked;
const web = '/repos/acme/web';
const rest = (method: string, path: string, body?: object) => twin.rest(method, `${web}${path}`, body);
const ids: Record<'issue' | 'pull', string> = { issue: '', pull: '' };
const mutate = (text: string) => twin.ask(`mutation { ${text} { clientMutationId } }`);

beforeAll(async () => {
  twin = await askGithub(seed);
  ids.issue = (await rest('GET', '/issues/1')).node_id;
  ids.pull = (await rest('GET', '/pulls/4')).node_id;
  await rest('PATCH', '/issues/1', {
    title: 'Quite broken',
    labels: ['bug', 'later'],
    milestone: 1,
    assignees: ['ada'],
    type: 'Bug',
  });
  await rest('PATCH', '/issues/1', { labels: ['later'], milestone: null, assignees: [], type: 'Task' });
  await rest('PATCH', '/issues/1', { type: null });
  await rest('DELETE', '/labels/bug');
  await rest('PUT', '/issues/1/lock', { lock_reason: 'spam' });
  await rest('DELETE', '/issues/1/lock');
  const part = (await rest('GET', '/issues/2')).id;
  await rest('POST', '/issues/1/sub_issues', { sub_issue_id: part });
  await rest('DELETE', '/issues/1/sub_issue', { sub_issue_id: part });
  await rest('POST', '/issues/1/dependencies/blocked_by', { issue_id: part });
  await rest('DELETE', `/issues/1/dependencies/blocked_by/${part}`);
  await mutate(`pinIssue(input: { issueId: "${ids.issue}" })`);
  await mutate(`unpinIssue(input: { issueId: "${ids.issue}" })`);
  const comment = await rest('POST', '/issues/1/comments', { body: 'Never mind' });
  await rest('DELETE', `/issues/comments/${comment.id}`);
  await rest('PATCH', '/issues/1', { state: 'closed', state_reason: 'not_planned' });
  await rest('PATCH', '/issues/1', { state: 'open' });
  await rest('POST', '/pulls/4/requested_reviewers', { reviewers: ['ada'], team_reviewers: ['core'] });
  await rest('DELETE', '/pulls/4/requested_reviewers', { reviewers: [], team_reviewers: ['core'] });
  const head = (await rest('GET', '/pulls/4')).head.sha;
  await rest('POST', '/pulls/4/comments', { body: 'Why?', path: 'b.txt', line: 1, commit_id: head });
  const review = await rest('POST', '/pulls/4/reviews', { event: 'APPROVE', body: 'Good' });
  await rest('PUT', `/pulls/4/reviews/${review.id}/dismissals`, { message: 'On **second** thought' });
  await mutate(`convertPullRequestToDraft(input: { pullRequestId: "${ids.pull}" })`);
  await mutate(`markPullRequestReadyForReview(input: { pullRequestId: "${ids.pull}" })`);
  for (const method of ['MERGE', 'SQUASH', 'REBASE']) {
    await mutate(`enablePullRequestAutoMerge(input: { pullRequestId: "${ids.pull}", mergeMethod: ${method} })`);
    await mutate(`disablePullRequestAutoMerge(input: { pullRequestId: "${ids.pull}" })`);
  }
  await rest('PATCH', '/pulls/4', { base: 'next' });
  await rest('PATCH', '/git/refs/heads/mend', { sha: (await rest('GET', '/branches/next')).commit.sha, force: true });
  await rest('PUT', '/contents/c.txt', { message: 'c', content: 'Yw==', branch: 'mend' });
  await rest('PUT', '/pulls/4/merge', {});
  await rest('DELETE', '/git/refs/heads/mend');
  await mutate(`enqueuePullRequest(input: { pullRequestId: "${(await rest('GET', '/pulls/5')).node_id}" })`);
  const { node_id: other } = await twin.rest('GET', '/repos/acme/other');
  await mutate(`transferIssue(input: { issueId: "${(await rest('GET', '/issues/6')).node_id}", repositoryId: "${other}" })`);
  const second = (await rest('GET', '/issues/2')).node_id;
  const base = (await rest('GET', '/branches/next')).commit.sha;
  await mutate(`createLinkedBranch(input: { issueId: "${second}", oid: "${base}", name: "part" })`);
  await rest('PUT', '/contents/p.txt', { message: 'p', content: 'cA==', branch: 'part' });
  await rest('POST', '/pulls', { title: 'Part', head: 'part', base: 'next' });
});
afterAll(() => twin.close());

interface Items {
  totalCount: number;
  filteredCount: number;
  pageCount: number;
  updatedAt: string;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: { __typename: string; [field: string]: unknown }[];
}
const itemsOf = async (where: 'issue' | 'pullRequest', args: string, fields = ''): Promise<Items> => {
  const number = where === 'issue' ? 1 : 4;
  const { data, errors } = await twin.ask(
    `{ repository(owner: "acme", name: "web") { ${where}(number: ${number}) { timelineItems(${args}) { totalCount filteredCount pageCount updatedAt pageInfo { hasNextPage endCursor } nodes { __typename ${fields} } } } } }`,
  );
  expect(errors).toBeUndefined();
  return data.repository[where].timelineItems;
};
const typesOf = ({ nodes }: Items) => nodes.map(({ __typename }) => __typename);
const EVENT = '... on Node { id }';
/** A node of one type, as all of its fields were asked for. */
const one = async (where: 'issue' | 'pullRequest', type: string, fields: string) => {
  const name = type.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
  const { nodes } = await itemsOf(
    where,
    `first: 1, itemTypes: [${name}]`,
    `... on ${type} { actor { login } createdAt ${fields} }`,
  );
  expect(nodes).toHaveLength(1);
  expect(nodes[0]).toMatchObject({ __typename: type, actor: { login: expect.any(String) }, createdAt: expect.any(String) });
  return nodes[0];
};

describe('the items', () => {
  test('of an issue are what happened to it, oldest first', async () => {
    const items = await itemsOf('issue', 'first: 100');
    expect(new Set(typesOf(items))).toEqual(
      new Set([
        ...['IssueComment', 'CrossReferencedEvent', 'RenamedTitleEvent', 'LabeledEvent', 'UnlabeledEvent', 'MilestonedEvent'],
        ...['DemilestonedEvent', 'AssignedEvent', 'UnassignedEvent', 'IssueTypeAddedEvent', 'IssueTypeChangedEvent'],
        ...['IssueTypeRemovedEvent', 'LockedEvent', 'UnlockedEvent', 'SubIssueAddedEvent', 'SubIssueRemovedEvent'],
        ...['BlockedByAddedEvent', 'BlockedByRemovedEvent', 'PinnedEvent', 'UnpinnedEvent', 'CommentDeletedEvent', 'ClosedEvent'],
        'ReopenedEvent',
      ]),
    );
    const { nodes } = await itemsOf('issue', 'first: 100', '... on LabeledEvent { createdAt } ... on ClosedEvent { createdAt }');
    const times = nodes.flatMap(({ createdAt }) => (typeof createdAt === 'string' ? [createdAt] : []));
    expect(times).toEqual(times.toSorted());
    expect([items.totalCount, items.pageCount]).toEqual([items.nodes.length, items.nodes.length]);
  });

  test('of a pull request have commits, reviews and conversations among them', async () => {
    const types = typesOf(await itemsOf('pullRequest', 'last: 100'));
    expect(new Set(types)).toEqual(
      new Set([
        ...[
          'PullRequestCommit',
          'PullRequestReview',
          'PullRequestReviewThread',
          'ReviewRequestedEvent',
          'ReviewRequestRemovedEvent',
        ],
        ...[
          'ReviewDismissedEvent',
          'ConvertToDraftEvent',
          'ReadyForReviewEvent',
          'AutoMergeEnabledEvent',
          'AutoSquashEnabledEvent',
        ],
        ...['AutoRebaseEnabledEvent', 'AutoMergeDisabledEvent', 'BaseRefChangedEvent', 'HeadRefForcePushedEvent', 'MergedEvent'],
        ...['ClosedEvent', 'HeadRefDeletedEvent'],
      ]),
    );
  });

  test('are the same as in REST, item by item', async () => {
    for (const [where, number] of [
      ['issue', 1],
      ['pullRequest', 4],
    ] as const) {
      const shown = await rest('GET', `/issues/${number}/timeline?per_page=100`);
      const { nodes } = await itemsOf(where, 'first: 100', `${EVENT}`);
      expect(nodes).toHaveLength(shown.length);
      const named = shown.flatMap(({ event, node_id }: { event: string; node_id?: string }) =>
        ['committed', 'cross-referenced'].includes(event) ? [] : [node_id],
      );
      expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
    }
  });

  test('are some types alone, since a time, page by page', async () => {
    const kinds = 'itemTypes: [LABELED_EVENT, CLOSED_EVENT, REOPENED_EVENT]';
    expect(typesOf(await itemsOf('issue', `first: 9, ${kinds}`))).toEqual([
      ...['LabeledEvent', 'LabeledEvent', 'ClosedEvent', 'ReopenedEvent'],
    ]);
    expect(typesOf(await itemsOf('issue', `last: 1, ${kinds}`))).toEqual(['ReopenedEvent']);
    expect(typesOf(await itemsOf('issue', `first: 9, skip: 2, ${kinds}`))).toEqual(['ClosedEvent', 'ReopenedEvent']);
    const first = await itemsOf('issue', `first: 1, ${kinds}`);
    expect(first).toMatchObject({ totalCount: 4, filteredCount: 4, pageCount: 1, pageInfo: { hasNextPage: true } });
    const next = await itemsOf('issue', `first: 2, after: "${first.pageInfo.endCursor}", ${kinds}`);
    expect(next).toMatchObject({ totalCount: 4, filteredCount: 3, pageCount: 2 });
    expect(typesOf(next)).toEqual(['LabeledEvent', 'ClosedEvent']);
    expect(next.updatedAt).toBe((await rest('GET', '/issues/1')).updated_at);
    expect(typesOf(await itemsOf('issue', 'first: 9, since: "2999-01-01T00:00:00Z"'))).toEqual([]);
    const all = await itemsOf('issue', 'first: 100');
    expect((await itemsOf('issue', 'first: 100, since: "2000-01-01T00:00:00Z"')).totalCount).toBe(all.totalCount);
  });

  test('that no world has are asked for in vain, and lists without bounds are refused', async () => {
    const fields = '... on MentionedEvent { actor { login } } ... on ReferencedEvent { commit { oid } }';
    expect((await itemsOf('issue', 'first: 5, itemTypes: [MENTIONED_EVENT, REFERENCED_EVENT]', fields)).nodes).toEqual([]);
    const { errors } = await twin.ask(
      '{ repository(owner: "acme", name: "web") { issue(number: 1) { timelineItems { nodes { __typename } } } } }',
    );
    expect(errors).toMatchObject([{ type: 'MISSING_PAGINATION_BOUNDARIES' }]);
  });
});

describe('what an item of an issue tells:', () => {
  test.each<[type: string, fields: string, expected: object]>([
    [
      'RenamedTitleEvent',
      'previousTitle currentTitle subject { ... on Issue { number } }',
      { previousTitle: 'Broken', currentTitle: 'Quite broken', subject: { number: 1 } },
    ],
    // It is gone since.
    [
      'LabeledEvent',
      'label { name color } labelable { __typename }',
      { label: { name: 'bug' }, labelable: { __typename: 'Issue' } },
    ],
    ['MilestonedEvent', 'milestoneTitle', { milestoneTitle: 'v1' }],
    ['DemilestonedEvent', 'milestoneTitle', { milestoneTitle: 'v1' }],
    ['AssignedEvent', 'assignee { ... on User { login } } user { name }', { assignee: { login: 'ada' }, user: { name: 'Ada' } }],
    ['IssueTypeAddedEvent', 'issueType { name }', { issueType: { name: 'Bug' } }],
    [
      'IssueTypeChangedEvent',
      'issueType { name } prevIssueType { name }',
      { issueType: { name: 'Task' }, prevIssueType: { name: 'Bug' } },
    ],
    ['IssueTypeRemovedEvent', 'issueType { name }', { issueType: { name: 'Task' } }],
    ['LockedEvent', 'lockReason', { lockReason: 'SPAM' }],
    ['SubIssueAddedEvent', 'subIssue { number }', { subIssue: { number: 2 } }],
    ['BlockedByAddedEvent', 'blockingIssue { number }', { blockingIssue: { number: 2 } }],
    ['PinnedEvent', 'issue { number }', { issue: { number: 1 } }],
    ['CommentDeletedEvent', 'deletedCommentAuthor { login } databaseId', { deletedCommentAuthor: { login: 'ada' } }],
    [
      'ClosedEvent',
      'stateReason url closable { closed }',
      { stateReason: 'NOT_PLANNED', url: expect.stringMatching(/\/issues\/1#event-\d+$/) },
    ],
    ['ReopenedEvent', 'stateReason', { stateReason: 'REOPENED' }],
    [
      'CrossReferencedEvent',
      'isCrossRepository willCloseTarget source { ... on Issue { number } } target { ... on Issue { number } } referencedAt',
      { isCrossRepository: false, willCloseTarget: false, source: { number: 3 }, target: { number: 1 } },
    ],
  ])('%s', async (type, fields, expected) => {
    expect(await one('issue', type, fields)).toMatchObject(expected);
  });

  test('a comment is the comment', async () => {
    const { nodes } = await itemsOf(
      'issue',
      'first: 2, itemTypes: [ISSUE_COMMENT]',
      '... on IssueComment { body author { login } }',
    );
    expect(nodes).toMatchObject([{ body: 'Yes', author: { login: 'grace' } }]);
  });

  test('a pull request that names it says whether it closes it', async () => {
    const fields = '... on CrossReferencedEvent { willCloseTarget source { ... on PullRequest { number } } }';
    const { nodes } = await itemsOf('issue', 'first: 9, itemTypes: [CROSS_REFERENCED_EVENT]', fields);
    expect(nodes).toContainEqual(expect.objectContaining({ willCloseTarget: true, source: { number: 4 } }));
  });
});

describe('what an item of a pull request tells:', () => {
  const reason = 'Manually disabled by user';
  test.each<[type: string, fields: string, expected: object]>([
    [
      'ReviewRequestedEvent',
      'requestedReviewer { ... on User { login } } pullRequest { number }',
      { requestedReviewer: { login: 'ada' }, pullRequest: { number: 4 } },
    ],
    ['ReviewRequestRemovedEvent', 'requestedReviewer { __typename }', { requestedReviewer: { __typename: 'Team' } }],
    [
      'ReviewDismissedEvent',
      'dismissalMessage dismissalMessageHTML previousReviewState review { state }',
      {
        dismissalMessage: 'On **second** thought',
        dismissalMessageHTML: expect.stringContaining('<strong>'),
        previousReviewState: 'APPROVED',
        review: { state: 'DISMISSED' },
      },
    ],
    ['AutoMergeEnabledEvent', 'enabler { login }', { enabler: { login: 'ada' } }],
    [
      'AutoMergeDisabledEvent',
      'disabler { login } reason reasonCode',
      { disabler: { login: 'ada' }, reason, reasonCode: 'manually_disabled' },
    ],
    ['BaseRefChangedEvent', 'previousRefName currentRefName', { previousRefName: 'main', currentRefName: 'next' }],
    [
      'HeadRefForcePushedEvent',
      'beforeCommit { message } afterCommit { oid } ref { name }',
      { beforeCommit: { message: 'Mend' }, afterCommit: { oid: expect.any(String) }, ref: null },
    ],
    ['MergedEvent', 'commit { oid } mergeRefName mergeRef { name } url', { mergeRefName: 'next', mergeRef: { name: 'next' } }],
    ['HeadRefDeletedEvent', 'headRefName headRef { name }', { headRefName: 'mend', headRef: null }],
    ['ReadyForReviewEvent', 'resourcePath', { resourcePath: expect.stringMatching(/^\/acme\/web\/pull\/4#event-\d+$/) }],
  ])('%s', async (type, fields, expected) => {
    expect(await one('pullRequest', type, fields)).toMatchObject(expected);
  });
});

/** All that can be asked of the items of a union, under names that no two types share. */
function everyField(union: 'IssueTimelineItems' | 'PullRequestTimelineItems'): string {
  const types = schema
    .getPossibleTypes(schema.getType(union) as GraphQLUnionType)
    .filter(({ name }) => timelineEventFields[name]);
  const asked = types.map((type) => {
    const fields = Object.values(type.getFields()).filter(({ name }) => isModelled(type.name, name));
    const selected = fields.map(({ name, type: answer }) => {
      const head = `${type.name}_${name}: ${name}`;
      return isLeafType(getNamedType(answer)) ? head : `${head} { __typename }`;
    });
    return `... on ${type.name} { ${selected.join(' ')} }`;
  });
  return asked.join(' ');
}

test('every field of every kind of event answers', async () => {
  const seen = new Set<string>();
  for (const [repo, where, number] of [
    ...[1, 2, 3].map((at) => ['web', 'issue', at] as const),
    ...[4, 5, 7].map((at) => ['web', 'pullRequest', at] as const),
    ['other', 'issue', 1] as const,
  ]) {
    const { data, errors } = await twin.ask(
      `{ repository(owner: "acme", name: "${repo}") { ${where}(number: ${number}) { timelineItems(first: 100) { nodes { __typename ${everyField(where === 'issue' ? 'IssueTimelineItems' : 'PullRequestTimelineItems')} } } } } }`,
    );
    expect(errors).toBeUndefined();
    for (const { __typename } of data.repository[where].timelineItems.nodes) seen.add(__typename);
  }
  expect(Object.keys(timelineEventFields).filter((name) => !seen.has(name))).toEqual([]);
});

test('each item is found again by its id', async () => {
  const items = [
    ...(await itemsOf('issue', 'first: 100', EVENT)).nodes,
    ...(await itemsOf('pullRequest', 'first: 100', EVENT)).nodes,
  ];
  for (const { id, __typename } of items) {
    const { data } = await twin.ask('query ($id: ID!) { node(id: $id) { __typename id } }', { id });
    expect([data.node, __typename]).toEqual([{ __typename, id }, __typename]);
  }
});

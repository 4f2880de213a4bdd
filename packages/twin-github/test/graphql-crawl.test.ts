// Every modelled field of every modelled type, asked of a record of the world.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { githubSchema } from '../src/graphql/execute.ts';
import { typeFields } from '../src/graphql/fields/index.ts';
import { timelineEventFields } from '../src/graphql/fields/timeline-events.ts';
import { isModelled } from '../src/graphql/modelled.ts';
import { type Asked, askGithub } from './graphql.ts';

const schema = githubSchema();

const SPRINTS = {
  name: 'Sprint',
  iterations: [
    { title: 'One', start_date: '2024-12-02' },
    { title: 'Two', start_date: '2025-01-06' },
  ],
};

const PATTERN = { operator: 'starts_with', pattern: 'x' };
/** One of each kind that says more of itself. */
const ALL_RULES = [
  {
    type: 'pull_request',
    parameters: {
      dismiss_stale_reviews_on_push: true,
      require_code_owner_review: false,
      require_last_push_approval: false,
      required_approving_review_count: 1,
      required_review_thread_resolution: false,
    },
  },
  ...['commit_message', 'commit_author_email', 'committer_email', 'branch_name'].map((name) => ({
    type: `${name}_pattern`,
    parameters: PATTERN,
  })),
];

const SEED = {
  viewer: 'ada',
  users: [
    { login: 'ada', name: 'Ada', email: 'ada@example.com' },
    { login: 'grace' },
    { login: 'acme', type: 'Organization', members: ['ada'], teams: [{ name: 'Core', members: ['ada'] }] },
  ],
  gists: [{ owner: 'ada', public: true, files: { 'notes.md': '# Notes' } }],
  projects: [
    {
      ...{ owner: 'acme', title: 'Plan', short_description: 'Ours', readme: '# Plan', repositories: ['acme/web'] },
      fields: ['Notes', { name: 'Size', type: 'number' }, { name: 'Due', type: 'date' }, SPRINTS],
      items: [
        { issue: 'acme/web#1', fields: { Status: 'Todo', Notes: 'Soon', Size: 3, Due: '2025-02-01', Sprint: 'Two' } },
        { draft: { title: 'Think', body: 'Hard', assignees: ['ada'] } },
        { issue: 'acme/web#2' },
      ],
      status_updates: [{ body: 'Well', status: 'ON_TRACK', start_date: '2025-01-01', target_date: '2025-02-01' }],
    },
  ],
  repositories: [
    {
      ...{
        owner: 'acme',
        name: 'web',
        topics: ['shop'],
        allow_auto_merge: true,
        stargazers: ['grace'],
        collaborators: [
          { login: 'grace', permission: 'push' },
          { login: 'ada', permission: 'admin' },
        ],
      },
      files: {
        'README.md': '# Web\n',
        'src/a.js': 'let a = 1;\n',
        '.github/workflows/ci.yml': 'on: push\njobs: { build: { steps: [{ run: make }] } }\n',
      },
      workflow_runs: [{ workflow: 'ci.yml' }],
      branches: [{ name: 'kept' }, { name: 'calm' }],
      branch_protections: [
        {
          branch: 'kept',
          required_status_checks: { contexts: ['ci'] },
          required_pull_request_reviews: {},
          restrictions: { users: ['grace'], teams: [], apps: [] },
        },
      ],
      rulesets: [
        {
          ...{ name: 'Queue', include: ['refs/heads/calm'] },
          rules: [
            'merge_queue',
            { type: 'required_status_checks', parameters: { required_status_checks: [{ context: 'never' }] } },
          ],
        },
        { name: 'All', enforcement: 'disabled', include: ['refs/heads/calm'], rules: ALL_RULES },
        { name: 'Tags', target: 'tag', include: ['refs/tags/x'], rules: [{ type: 'tag_name_pattern', parameters: PATTERN }] },
      ],
      labels: [{ name: 'bug', color: 'ff0000', description: 'Wrong' }],
      milestones: [{ title: 'First' }],
      tags: [{ name: 'v1', message: 'One' }],
      releases: [{ tag_name: 'v1', name: 'One', body: 'Notes' }],
      discussions: [
        {
          ...{ number: 10, title: 'Vote', category: 'Polls', pinned: true },
          poll: { question: 'Which?', options: ['One', { option: 'Two', votes: ['grace'] }] },
        },
        {
          ...{
            number: 9,
            title: 'How?',
            body: 'Tell **me**',
            category: 'Q&A',
            user: 'grace',
            labels: ['bug'],
            reactions: ['eyes'],
          },
          comments: [{ user: 'ada', body: 'So', answer: true, upvotes: ['grace'], replies: [{ user: 'grace', body: 'Ah' }] }],
        },
      ],
      issues: [
        {
          title: 'Broken',
          type: 'Bug',
          linked_branches: ['kept'],
          pinned: true,
          body: 'It **is**',
          user: 'grace',
          labels: ['bug'],
          assignees: ['ada'],
          milestone: 'First',
          comments: [{ user: 'ada', body: 'Yes' }],
        },
      ],
      pull_requests: [
        {
          ...{ title: 'Mend', body: 'Fixes #1', head: 'mend', files: { 'src/a.js': 'let a = 2;\n' }, user: 'grace' },
          reviews: [
            { user: 'ada', comments: [{ path: 'src/a.js', line: 1, body: 'Hm', replies: [{ user: 'grace', body: 'Yes' }] }] },
          ],
          statuses: [{ context: 'ci' }],
          check_runs: [{ name: 'build' }],
        },
        { title: 'Wait', head: 'wait', base: 'calm', files: { 'w.txt': 'w\n' }, in_merge_queue: true },
        {
          ...{ number: 12, title: 'Later', head: 'later', base: 'kept', files: { 'l.txt': 'l\n' } },
          auto_merge: { method: 'squash', commit_title: 'Later', commit_message: 'Or never' },
        },
      ],
    },
  ],
};

/** Arguments that a field can't do without. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'Commit.file': 'path: "README.md"',
  'Repository.issue': 'number: 1',
  'Repository.pullRequest': 'number: 2',
  'Repository.issueOrPullRequest': 'number: 2',
  'ProjectV2.field': 'name: "Status"',
  'ProjectV2.view': 'number: 1',
  'ProjectV2Item.fieldValueByName': 'name: "Status"',
  'Repository.projectV2': 'number: 1',
  'Organization.projectV2': 'number: 1',
  'Issue.projectV2': 'number: 1',
  'PullRequest.projectV2': 'number: 1',
  'Repository.discussion': 'number: 9',
  'Repository.discussionCategory': 'slug: "q-a"',
  'Repository.issueType': 'name: "Bug"',
  'Repository.suggestedActors': 'capabilities: [CAN_BE_ASSIGNED]',
  'Repository.ruleset': 'databaseId: 1',
  'Organization.ruleset': 'databaseId: 1',
  'Repository.label': 'name: "bug"',
  'Repository.milestone': 'number: 1',
  'Repository.release': 'tagName: "v1"',
  'Repository.ref': 'qualifiedName: "main"',
  'Repository.refs': 'refPrefix: "refs/heads/"',
  'Repository.mergeQueue': 'branch: "calm"',
  'Organization.repository': 'name: "web"',
  'User.repository': 'name: "web"',
  'User.organization': 'login: "acme"',
  'Organization.team': 'slug: "core"',
  'Status.context': 'name: "ci"',
};
/** Asked of somebody who has none, these are an error. */
const LEFT_OUT = new Set(['User.repository', 'User.projectV2']);

/** A field with what may be asked of it: leaves as they are, connections by their pages, objects by their type. */
function selection(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  const given = ARGUMENTS[`${parent.name}.${field.name}`];
  const isConnection = type.name.endsWith('Connection');
  const args = [...(given ? [given] : []), ...(isConnection ? ['first: 2'] : [])].join(', ');
  const head = `f_${field.name}: ${field.name}${args ? `(${args})` : ''}`;
  if (isLeafType(type)) return head;
  if (!isConnection) return `${head} { __typename }`;
  return `${head} { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { __typename } edges { cursor node { __typename } } }`;
}

const asks = (parent: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(parent.getFields()).filter(
    ({ name, args }) =>
      isModelled(parent.name, name) &&
      !LEFT_OUT.has(`${parent.name}.${name}`) &&
      (ARGUMENTS[`${parent.name}.${name}`] !== undefined ||
        args.every((one) => !isNonNullType(one.type) || one.defaultValue !== undefined)),
  );

const everyField = (name: string): string => {
  const parent = schema.getType(name);
  if (!isObjectType(parent)) throw new Error(`${name} is no object type`);
  return `... on ${name} { ${asks(parent)
    .map((field) => selection(parent, field))
    .join(' ')} }`;
};

/** Where a record of each type stands. */
const PULL = 'repository(owner: "acme", name: "web") { pullRequest(number: 2)';
const COMMIT = `${PULL} { commits(first: 1) { nodes { commit`;
const SUITES =
  'repository(owner: "acme", name: "web") { object(expression: "main") { ... on Commit { checkSuites(first: 1) { nodes';
const RULE = 'repository(owner: "acme", name: "web") { branchProtectionRules(first: 1) { nodes';
const RULESETS = 'repository(owner: "acme", name: "web") { rulesets(first: 9) { nodes';
const RULES = `${RULESETS} { rules(first: 9) { nodes { parameters`;
const PATTERNS = ['CommitMessage', 'CommitAuthorEmail', 'CommitterEmail', 'BranchName', 'TagName'].map(
  (name) => `${name}Pattern`,
);
const PLAN = 'organization(login: "acme") { projectV2(number: 1)';
const ITEMS = `${PLAN} { items(first: 3) { nodes`;
const VALUES = `${ITEMS} { fieldValues(first: 20) { nodes`;
const FIELDS = `${PLAN} { fields(first: 20) { nodes`;
const PLACES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  User: ['user(login: "ada")', ''],
  Organization: ['organization(login: "acme")', ''],
  Gist: ['user(login: "ada") { gists(first: 1) { nodes', '} }'],
  GistComment: ['user(login: "ada") { gists(first: 1) { nodes { comments(first: 1) { nodes', '} } } }'],
  GistFile: ['user(login: "ada") { gists(first: 1) { nodes { files', '} } }'],
  Team: ['organization(login: "acme") { team(slug: "core")', '}'],
  Repository: ['repository(owner: "acme", name: "web")', ''],
  Language: ['repository(owner: "acme", name: "web") { languages(first: 1) { nodes', '} }'],
  RepositoryTopic: ['repository(owner: "acme", name: "web") { repositoryTopics(first: 1) { nodes', '} }'],
  Topic: ['repository(owner: "acme", name: "web") { repositoryTopics(first: 1) { nodes { topic', '} } }'],
  Commit: [COMMIT, '} } } }'],
  GitActor: [`${COMMIT} { author`, '} } } } }'],
  Tree: [`${COMMIT} { tree`, '} } } } }'],
  TreeEntry: [`${COMMIT} { tree { entries`, '} } } } } }'],
  Blob: ['repository(owner: "acme", name: "web") { object(expression: "main:README.md")', '}'],
  Tag: ['repository(owner: "acme", name: "web") { ref(qualifiedName: "v1") { target', '} }'],
  Ref: ['repository(owner: "acme", name: "web") { ref(qualifiedName: "mend")', '}'],
  StatusCheckRollup: [`${COMMIT} { statusCheckRollup`, '} } } } }'],
  Status: [`${COMMIT} { status`, '} } } } }'],
  CheckRun: [`${COMMIT} { statusCheckRollup { contexts(first: 9) { nodes`, '} } } } } } }'],
  StatusContext: [`${COMMIT} { statusCheckRollup { contexts(first: 9) { nodes`, '} } } } } } }'],
  CheckSuite: [`${COMMIT} { checkSuites(first: 1) { nodes`, '} } } } } }'],
  WorkflowRun: [`${SUITES} { workflowRun`, '} } } } }'],
  Workflow: [`${SUITES} { workflowRun { workflow`, '} } } } } }'],
  BranchProtectionRule: [RULE, '} }'],
  RequiredStatusCheckDescription: [`${RULE} { requiredStatusChecks`, '} } }'],
  PushAllowance: [`${RULE} { pushAllowances(first: 1) { nodes`, '} } } }'],
  ReviewDismissalAllowance: [`${RULE} { reviewDismissalAllowances(first: 1) { nodes`, '} } } }'],
  BypassPullRequestAllowance: [`${RULE} { bypassPullRequestAllowances(first: 1) { nodes`, '} } } }'],
  IssueType: ['repository(owner: "acme", name: "web") { issue(number: 1) { issueType', '} }'],
  Issue: ['repository(owner: "acme", name: "web") { issue(number: 1)', '}'],
  IssueComment: ['repository(owner: "acme", name: "web") { issue(number: 1) { comments(first: 1) { nodes', '} } }'],
  LinkedBranch: ['repository(owner: "acme", name: "web") { issue(number: 1) { linkedBranches(first: 1) { nodes', '} } }'],
  PinnedIssue: ['repository(owner: "acme", name: "web") { pinnedIssues(first: 1) { nodes', '} }'],
  Label: ['repository(owner: "acme", name: "web") { label(name: "bug")', '}'],
  Milestone: ['repository(owner: "acme", name: "web") { milestone(number: 1)', '}'],
  PullRequest: [PULL, '}'],
  AutoMergeRequest: ['repository(owner: "acme", name: "web") { pullRequest(number: 12) { autoMergeRequest', '} }'],
  MergeQueue: ['repository(owner: "acme", name: "web") { mergeQueue(branch: "calm")', '}'],
  MergeQueueEntry: ['repository(owner: "acme", name: "web") { mergeQueue(branch: "calm") { entries(first: 1) { nodes', '} } }'],
  SuggestedReviewerActor: [`${PULL} { suggestedReviewerActors(first: 1) { nodes`, '} } }'],
  RepositoryRuleset: [RULESETS, '} }'],
  RepositoryRule: [`${RULESETS} { rules(first: 1) { nodes`, '} } } }'],
  ...Object.fromEntries(
    ['Update', 'PullRequest', 'RequiredStatusChecks', 'MergeQueue', ...PATTERNS].map((name) => [
      `${name}Parameters`,
      [RULES, '} } } } }'],
    ]),
  ),
  PullRequestChangedFile: [`${PULL} { files(first: 1) { nodes`, '} } }'],
  PullRequestCommit: [`${PULL} { commits(first: 1) { nodes`, '} } }'],
  ReviewRequest: [`${PULL} { reviewRequests(first: 1) { nodes`, '} } }'],
  PullRequestReview: [`${PULL} { reviews(first: 1) { nodes`, '} } }'],
  PullRequestReviewThread: [`${PULL} { reviewThreads(first: 1) { nodes`, '} } }'],
  PullRequestReviewComment: [`${PULL} { reviewThreads(first: 1) { nodes { comments(first: 2) { nodes`, '} } } } }'],
  ReactionGroup: ['repository(owner: "acme", name: "web") { issue(number: 1) { reactionGroups', '} }'],
  Reaction: ['repository(owner: "acme", name: "web") { issue(number: 1) { reactions(first: 1) { nodes', '} } }'],
  Release: ['repository(owner: "acme", name: "web") { release(tagName: "v1")', '}'],
  ReleaseAsset: ['repository(owner: "acme", name: "web") { release(tagName: "v1") { releaseAssets(first: 1) { nodes', '} } }'],
  ProjectV2: [PLAN, '}'],
  ProjectV2Item: [ITEMS, '} } }'],
  DraftIssue: [`${ITEMS} { content`, '} } } }'],
  ProjectV2StatusUpdate: [`${PLAN} { statusUpdates(first: 1) { nodes`, '} } }'],
  ProjectV2View: [`${PLAN} { view(number: 1)`, '} }'],
  ProjectV2Field: [FIELDS, '} } }'],
  ProjectV2SingleSelectField: [FIELDS, '} } }'],
  ProjectV2IterationField: [FIELDS, '} } }'],
  ProjectV2SingleSelectFieldOption: [`${FIELDS} { ... on ProjectV2SingleSelectField { options`, '} } } } }'],
  ProjectV2IterationFieldConfiguration: [`${FIELDS} { ... on ProjectV2IterationField { configuration`, '} } } } }'],
  ProjectV2IterationFieldIteration: [`${FIELDS} { ... on ProjectV2IterationField { configuration { iterations`, '} } } } } }'],
  ...Object.fromEntries(
    ['Text', 'Number', 'Date', 'SingleSelect', 'Iteration', 'User', 'Label', 'Reviewer', 'Milestone', 'Repository'].map(
      (name) => [`ProjectV2ItemField${name}Value`, [VALUES, '} } } } }']],
    ),
  ),
  Discussion: ['repository(owner: "acme", name: "web") { discussion(number: 9)', '}'],
  DiscussionPoll: ['repository(owner: "acme", name: "web") { discussion(number: 10) { poll', '} }'],
  DiscussionPollOption: [
    'repository(owner: "acme", name: "web") { discussion(number: 10) { poll { options(first: 1) { nodes',
    '} } } }',
  ],
  PinnedDiscussion: ['repository(owner: "acme", name: "web") { pinnedDiscussions(first: 1) { nodes', '} }'],
  DiscussionCategory: ['repository(owner: "acme", name: "web") { discussion(number: 9) { category', '} }'],
  DiscussionComment: ['repository(owner: "acme", name: "web") { discussion(number: 9) { comments(first: 1) { nodes', '} } }'],
  CommitComment: [`${COMMIT} { comments(first: 1) { nodes`, '} } } } } }'],
};

let twin: Asked;

beforeAll(async () => {
  twin = await askGithub(SEED);
  const web = '/repos/acme/web';
  await twin.rest('POST', `${web}/issues/1/reactions`, { content: 'heart' });
  await twin.rest('POST', `${web}/pulls/2/requested_reviewers`, { team_reviewers: ['core'] });
  const { head } = await twin.rest('GET', `${web}/pulls/2`);
  await twin.rest('POST', `${web}/commits/${head.sha}/comments`, { body: 'Nice' });
  const someone = { users: ['grace'], teams: [] };
  const reviews = { dismissal_restrictions: someone, bypass_pull_request_allowances: someone };
  await twin.rest('PATCH', `${web}/branches/kept/protection/required_pull_request_reviews`, reviews);
  const update = { type: 'update', parameters: { update_allows_fetch_and_merge: true } };
  await twin.rest('POST', `${web}/rulesets`, { name: 'Still', enforcement: 'disabled', rules: [update] });
  const [gist] = await twin.rest('GET', '/gists');
  await twin.rest('POST', `/gists/${gist.id}/comments`, { body: 'Nice' });
  const { id } = await twin.rest('GET', `${web}/releases/tags/v1`);
  await twin.rest('POST', `${web}/releases/${id}/assets?name=a.txt`, 'bytes');
});
afterAll(() => twin.close());

/** The innermost records of an answer. */
function innermost(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(innermost);
  if (typeof value !== 'object' || value === null) return [];
  if (Object.keys(value).some((name) => name.startsWith('f_'))) return [value];
  return Object.values(value).flatMap(innermost);
}

test('each modelled type has a place in the world, but for those that no API call makes', () => {
  // What happened is crawled in timeline-items.test.ts.
  const placed = { ...PLACES, ...timelineEventFields };
  expect(Object.keys(typeFields).filter((name) => !placed[name])).toEqual(['Bot']);
});

describe('every modelled field answers', () => {
  test.each(Object.entries(PLACES))('%s', async (name, [before, after]) => {
    const answer = await twin.ask(`{ ${before} { __typename ${everyField(name)} } ${after} }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.status).toBe(200);
    const found = innermost(answer.data);
    expect(found.length).toBeGreaterThan(0);
    for (const record of found) expect(Object.keys(record as object).length).toBeGreaterThan(1);
  });
});

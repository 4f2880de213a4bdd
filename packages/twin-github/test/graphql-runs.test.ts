import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Asked, askGithub } from './graphql.ts';

// What GitHub's schema says of runs of workflows and of protected branches (npm @octokit/graphql-schema).

const CI = 'name: CI\non: [push, pull_request]\njobs: { build: { runs-on: ubuntu-latest, steps: [{ run: make }] } }\n';
const SEED = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'ben' },
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }] },
  ],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      files: { '.github/workflows/ci.yml': CI },
      workflow_runs: [
        { workflow: 'ci.yml', jobs: { build: 'success' } },
        { workflow: 'ci.yml', jobs: { build: 'failure' }, event: 'workflow_dispatch' },
      ],
      branches: [{ name: 'next' }],
      pull_requests: [
        { number: 1, title: 'One', head: 'fix', files: { 'a.txt': 'a' }, check_runs: [{ name: 'build' }, { name: 'lint' }] },
      ],
      branch_protections: [
        {
          required_status_checks: { strict: true, contexts: ['build'] },
          required_pull_request_reviews: { required_approving_review_count: 2, require_code_owner_reviews: true },
          restrictions: { users: ['ben'], teams: [], apps: [] },
          allow_deletions: true,
        },
      ],
    },
    { owner: 'ben', name: 'theirs', collaborators: ['ada'], branch_protections: [{ required_linear_history: true }] },
  ],
};

let twin: Asked;
beforeEach(async () => {
  twin = await askGithub(SEED);
});
afterEach(() => twin.close());

const ofWeb = async (selection: string) => {
  const { data, errors } = await twin.ask(`{ repository(owner: "acme", name: "web") { ${selection} } }`);
  expect(errors).toBeUndefined();
  return data.repository;
};

test('a suite of a run leads to the run and to its workflow, by the ids that REST has', async () => {
  const { workflow_runs: runs } = await twin.rest('GET', '/repos/acme/web/actions/runs');
  const { workflows } = await twin.rest('GET', '/repos/acme/web/actions/workflows');
  const { object } = await ofWeb(
    `object(expression: "main") { ... on Commit { checkSuites(first: 9) { nodes { databaseId workflowRun {
      id databaseId event runNumber url resourcePath createdAt updatedAt checkSuite { databaseId }
      workflow { id databaseId name state url runs(first: 1) { totalCount nodes { runNumber } } } } } } } }`,
  );
  const found = object.checkSuites.nodes.map((suite: { workflowRun: object }) => suite.workflowRun);
  expect(found).toMatchObject(
    runs.toReversed().map((run: Record<string, unknown>) => ({
      id: run.node_id,
      databaseId: run.id,
      event: run.event,
      runNumber: run.run_number,
      url: run.html_url,
      createdAt: run.created_at,
      updatedAt: run.updated_at,
      checkSuite: { databaseId: run.check_suite_id },
      workflow: {
        id: workflows[0].node_id,
        databaseId: workflows[0].id,
        name: 'CI',
        state: 'ACTIVE',
        url: expect.stringMatching(/\/acme\/web\/actions\/workflows\/ci\.yml$/),
        runs: { totalCount: 2, nodes: [{ runNumber: 2 }] },
      },
    })),
  );
  const { data } = await twin.ask('query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', {
    ids: [runs[0].node_id, workflows[0].node_id],
  });
  expect(data.nodes.map((node: { __typename: string }) => node.__typename)).toEqual(['WorkflowRun', 'Workflow']);
});

test('a suite that a call made has no run', async () => {
  const { pullRequest } = await ofWeb(
    'pullRequest(number: 1) { commits(last: 1) { nodes { commit { checkSuites(first: 9) { nodes { workflowRun { event } } } } } } }',
  );
  expect(pullRequest.commits.nodes[0].commit.checkSuites.nodes).toEqual([{ workflowRun: null }]);
});

test('the rule of a protected branch says what REST says', async () => {
  const { branchProtectionRules, ref, next } = await ofWeb(
    `branchProtectionRules(first: 9) { totalCount nodes { id pattern isAdminEnforced allowsDeletions allowsForcePushes
        requiresStatusChecks requiresStrictStatusChecks requiredStatusCheckContexts requiredStatusChecks { context app { id } }
        requiresApprovingReviews requiredApprovingReviewCount requiresCodeOwnerReviews dismissesStaleReviews restrictsPushes
        pushAllowances(first: 9) { nodes { actor { ... on User { login } } } } matchingRefs(first: 9) { nodes { name } } } }
     ref(qualifiedName: "refs/heads/main") { branchProtectionRule { pattern } }
     next: ref(qualifiedName: "refs/heads/next") { branchProtectionRule { pattern } }`,
  );
  expect(branchProtectionRules.nodes).toMatchObject([
    {
      pattern: 'main',
      isAdminEnforced: true,
      allowsDeletions: true,
      allowsForcePushes: false,
      requiresStatusChecks: true,
      requiresStrictStatusChecks: true,
      requiredStatusCheckContexts: ['build'],
      requiredStatusChecks: [{ context: 'build', app: null }],
      requiresApprovingReviews: true,
      requiredApprovingReviewCount: 2,
      requiresCodeOwnerReviews: true,
      dismissesStaleReviews: false,
      restrictsPushes: true,
      pushAllowances: { nodes: [{ actor: { login: 'ben' } }] },
      matchingRefs: { nodes: [{ name: 'main' }] },
    },
  ]);
  expect([ref.branchProtectionRule, next.branchProtectionRule]).toEqual([{ pattern: 'main' }, null]);
  const { data } = await twin.ask('query($id: ID!) { node(id: $id) { ... on BranchProtectionRule { pattern } } }', {
    id: branchProtectionRules.nodes[0].id,
  });
  expect(data.node).toEqual({ pattern: 'main' });
});

test('rules are told to administrators alone', async () => {
  const { data } = await twin.ask(
    '{ repository(owner: "ben", name: "theirs") { branchProtectionRules(first: 9) { totalCount } } }',
  );
  expect(data.repository.branchProtectionRules.totalCount).toBe(0);
});

test('a check is required of a pull request whose base asks for it', async () => {
  const { pullRequest } = await ofWeb(
    `pullRequest(number: 1) { commits(last: 1) { nodes { commit { statusCheckRollup { contexts(first: 9) { nodes {
      ... on CheckRun { name isRequired(pullRequestNumber: 1) unasked: isRequired } } } } } } } }`,
  );
  const { nodes } = pullRequest.commits.nodes[0].commit.statusCheckRollup.contexts;
  expect(nodes).toEqual([
    { name: 'build', isRequired: true, unasked: false },
    { name: 'lint', isRequired: false, unasked: false },
  ]);
});

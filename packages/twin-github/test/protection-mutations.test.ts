// Rules of branches by GraphQL (docs: GraphQL, "Mutations"), beside what REST makes of the same settings.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'grace' },
    { login: 'acme', type: 'Organization', members: ['ada'], teams: [{ name: 'Core', members: ['ada'] }] },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', branches: [{ name: 'next' }] },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
    },
    { owner: 'ada', name: 'own' },
    { owner: 'grace', name: 'hers', collaborators: ['ada'] },
  ],
};
const clock = { mode: 'logical', start: '2026-01-10T00:00:00Z' } as const;
const at = { owner: 'acme', repo: 'web' };

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub(seed, clock);
});
afterEach(() => twin.close());

// biome-ignore lint/suspicious/noExplicitAny: each question has an answer of its own
const ask = (query: string, variables = {}, on = twin): Promise<any> => on.octokit.graphql(query, variables);
const idOf = async (name: string, owner = 'acme') =>
  (await ask(`{ repository(owner: "${owner}", name: "${name}") { id } }`)).repository.id as string;
const rule =
  'branchProtectionRule { id pattern requiredApprovingReviewCount requiresStatusChecks requiredStatusCheckContexts isAdminEnforced }';
const create = async (input: object) =>
  (
    await ask(`mutation ($input: CreateBranchProtectionRuleInput!) { createBranchProtectionRule(input: $input) { ${rule} } }`, {
      input,
    })
  ).createBranchProtectionRule.branchProtectionRule;
const update = async (input: object) =>
  (
    await ask(`mutation ($input: UpdateBranchProtectionRuleInput!) { updateBranchProtectionRule(input: $input) { ${rule} } }`, {
      input,
    })
  ).updateBranchProtectionRule.branchProtectionRule;
const rules = async (on: Served) => ((await on.evidence('state')) as { branch_protections: unknown }).branch_protections;
const stamp = async (on: Served) => ((await on.evidence('events')) as { tool: string }[]).at(-1)?.tool;

test('a rule that is made says what REST says of the same settings, and stamps the same action', async () => {
  const { user, organization } = await ask(
    `{ user(login: "grace") { id } organization(login: "acme") { team(slug: "core") { id } } }`,
  );
  const made = await create({
    ...{ repositoryId: await idOf('web'), pattern: 'main', isAdminEnforced: true, requiresLinearHistory: true },
    ...{ requiresApprovingReviews: true, requiredApprovingReviewCount: 2, dismissesStaleReviews: true },
    ...{ restrictsReviewDismissals: true, reviewDismissalActorIds: [organization.team.id] },
    ...{ requiresStatusChecks: true, requiresStrictStatusChecks: true, requiredStatusCheckContexts: ['ci'] },
    ...{ restrictsPushes: true, pushActorIds: [user.id], requiresCommitSignatures: false, requiresDeployments: false },
  });
  expect(made).toMatchObject({ pattern: 'main', requiredApprovingReviewCount: 2, requiredStatusCheckContexts: ['ci'] });
  const other = await serveGithub(seed, clock);
  try {
    await other.octokit.rest.repos.updateBranchProtection({
      ...{ ...at, branch: 'main', enforce_admins: true, required_linear_history: true },
      required_pull_request_reviews: {
        ...{ required_approving_review_count: 2, dismiss_stale_reviews: true },
        dismissal_restrictions: { users: [], teams: ['core'] },
      },
      required_status_checks: { strict: true, contexts: ['ci'] },
      restrictions: { users: ['grace'], teams: [] },
    });
    expect(await rules(twin)).toEqual(await rules(other));
    expect(await stamp(twin)).toBe(await stamp(other));
  } finally {
    await other.close();
  }
});

test('a change keeps what it does not say, switches off what it says, and takes the rule to another branch', async () => {
  const { id } = await create({
    ...{ repositoryId: await idOf('web'), pattern: 'main', requiresApprovingReviews: true, requiredApprovingReviewCount: 3 },
    ...{ requiresStatusChecks: true, requiredStatusChecks: [{ context: 'ci' }] },
  });
  expect(await update({ branchProtectionRuleId: id, isAdminEnforced: true })).toMatchObject({
    ...{ requiredApprovingReviewCount: 3, requiredStatusCheckContexts: ['ci'], isAdminEnforced: true },
  });
  const changed = await update({ branchProtectionRuleId: id, pattern: 'next', requiresStatusChecks: false });
  expect(changed).toMatchObject({ pattern: 'next', requiresStatusChecks: false, requiredApprovingReviewCount: 3 });
  await ask('mutation ($id: ID!) { deleteBranchProtectionRule(input: { branchProtectionRuleId: $id }) { clientMutationId } }', {
    id: changed.id,
  });
  expect(await rules(twin)).toEqual([]);
});

describe('is refused and changes nothing:', () => {
  test.each<[string, object, string]>([
    ['a second rule of a branch', { pattern: 'main' }, 'Name already protected: main'],
    ['a pattern', { pattern: 'release/*' }, "doesn't model rules of branches that are not there"],
    [
      'too many approvals',
      { pattern: 'next', requiresApprovingReviews: true, requiredApprovingReviewCount: 7 },
      'must be between 0 and 6',
    ],
    [
      'somebody who is not there',
      { pattern: 'next', restrictsPushes: true, pushActorIds: ['U_x'] },
      'Could not resolve to a node',
    ],
    ['signatures', { pattern: 'next', requiresCommitSignatures: true }, 'requiresCommitSignatures'],
    [
      'a check of one app',
      { pattern: 'next', requiresStatusChecks: true, requiredStatusChecks: [{ context: 'ci', appId: 'x' }] },
      'appId',
    ],
  ])('%s', async (_what, input, words) => {
    const repositoryId = await idOf('web');
    await create({ repositoryId, pattern: 'main' });
    const before = await twin.evidence('state');
    await expect(create({ repositoryId, ...input })).rejects.toThrow(words);
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('a list of who may push to what is a person’s, and a rule by somebody who is no administrator', async () => {
    const before = await twin.evidence('state');
    const own = { repositoryId: await idOf('own', 'ada'), pattern: 'main', restrictsPushes: true };
    await expect(create(own)).rejects.toThrow('Only organization repositories can have users and team restrictions');
    await expect(create({ repositoryId: await idOf('hers', 'grace'), pattern: 'main' })).rejects.toThrow();
    expect(await twin.evidence('state')).toEqual(before);
  });
});

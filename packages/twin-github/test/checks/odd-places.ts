/** Runs that write texts where few look. */
import { inTurn, type Run } from './runs.ts';
import { review } from './steps.ts';

type Fields = Record<string, unknown>;

const deploy =
  (fields: Fields): Run =>
  ({ rest, at }) =>
    rest.repos.createDeployment({ ...at, ref: 'main', required_contexts: [], auto_merge: false, ...fields });

const deployed = (fields: Fields): Run =>
  inTurn(deploy({}), async ({ rest, at }) => {
    const { data } = await rest.repos.listDeployments(at);
    await rest.repos.createDeploymentStatus({ ...at, deployment_id: data[0]?.id ?? 0, state: 'success', ...fields });
  });

const dismissed = (message: string, pull_number: number): Run =>
  inTurn(review('APPROVE', 'Fine', pull_number), async ({ rest, at }) => {
    const { data } = await rest.pulls.listReviews({ ...at, pull_number });
    await rest.pulls.dismissReview({ ...at, pull_number, review_id: data.at(-1)?.id ?? 0, message });
  });

const rule =
  (parameters: { operator: 'contains'; pattern: string; name?: string }, include = ['~DEFAULT_BRANCH']): Run =>
  ({ rest, at }) =>
    rest.repos.createRepoRuleset({
      ...at,
      name: 'x',
      target: 'branch',
      enforcement: 'disabled',
      conditions: { ref_name: { include, exclude: [] } },
      rules: [{ type: 'commit_message_pattern', parameters }],
    });

/** What each of them writes is `hunter2`. */
export const oddPlaces: readonly [what: string, run: Run][] = [
  ['the payload of a deployment', deploy({ payload: { key: 'hunter2' } })],
  ['what a deployment is for', deploy({ task: 'hunter2' })],
  ['where the log of a deployment is', deployed({ log_url: 'https://ci.example/hunter2' })],
  ['where a deployment is', deployed({ environment_url: 'https://hunter2.example' })],
  ['why a review was dismissed', dismissed('hunter2', 5)],
  [
    'a required check',
    ({ rest, at }) =>
      rest.repos.updateBranchProtection({
        ...at,
        branch: 'main',
        required_status_checks: { strict: true, contexts: ['hunter2'] },
        enforce_admins: null,
        required_pull_request_reviews: null,
        restrictions: null,
      }),
  ],
  ['the branches of a ruleset', rule({ operator: 'contains', pattern: 'x' }, ['refs/heads/hunter2'])],
  ['the pattern of a rule', rule({ operator: 'contains', pattern: 'hunter2' })],
  ['the name of a rule', rule({ operator: 'contains', pattern: 'x', name: 'hunter2' })],
  ['an e-mail address', ({ rest }) => rest.users.addEmailForAuthenticatedUser({ emails: ['hunter2@example.com'] })],
];

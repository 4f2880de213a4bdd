import { testRandomCalls } from '@svc/twin-kit/testing';
import { many } from '@svc/twin-kit/testing/share';
import { github } from '../src/index.ts';
import type { GithubState } from '../src/world.ts';
import { faultsOf } from './invariants.ts';
import { answerFault } from './openapi.ts';
import { Caller } from './random.ts';

const CI = `on: { push: , pull_request: , workflow_dispatch: }
jobs: { a: { runs-on: x, steps: [{ run: a }] }, b: { needs: a, steps: [{ run: b }] } }
`;

const secretsFor = (app: string, reach: object = {}) => ['TOKEN', 'NPM_TOKEN'].map((name) => ({ name, app, ...reach }));

const seed = {
  viewer: 'ada',
  advisories: [{ ghsa_id: 'GHSA-2222-3333-4444', summary: 'Slow', vulnerabilities: [{ package: 'slow' }] }],
  users: [
    { login: 'ada', following: ['grace'] },
    { login: 'grace', following: ['ada'] },
    { login: 'lin' },
    {
      ...{ login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'grace'], teams: [{ name: 'Core' }] },
      secrets: [...secretsFor('actions', { repositories: ['web'] }), ...secretsFor('dependabot'), ...secretsFor('codespaces')],
      variables: { STAGE: { value: 'test', repositories: ['web'] } },
    },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web' },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
      files: { 'README.md': '# web\n', 'src/a.ts': 'one\ntwo\nthree\n', '.github/workflows/ci.yml': CI },
      workflows: [
        { path: 'ci.yml', outcomes: ['success', 'failure', { artifacts: [{ name: 'out', files: { 'a.txt': 'a' } }] }] },
      ],
      workflow_runs: [{ workflow: 'ci.yml' }],
      secrets: [...secretsFor('actions'), ...secretsFor('dependabot'), ...secretsFor('codespaces')],
      variables: { STAGE: 'test' },
      code_scanning_alerts: [
        { rule: 'js/xss', path: 'src/a.ts' },
        { rule: 'js/x', path: 'b', state: 'fixed' },
      ],
      secret_scanning_alerts: [{ secret_type: 'token', secret: 'x', path: 'README.md' }],
      dependabot_alerts: [{ advisory: 'GHSA-2222-3333-4444' }],
      branches: [{ name: 'fix', files: { 'src/a.ts': 'one\n2\nthree\n' } }, { name: 'level' }],
      milestones: [{ title: 'v1' }],
      issues: [
        { title: 'One', comments: [{ body: 'Hm' }] },
        { title: 'Two', labels: ['bug'] },
      ],
      pull_requests: [
        {
          ...{ title: 'By grace', head: 'topic', user: 'grace', files: { 'src/b.ts': 'b\n' } },
          reviews: [{ user: 'ada', comments: [{ path: 'src/b.ts', line: 1, body: 'Why?' }] }],
          statuses: [{ context: 'ci' }],
          check_runs: [{ name: 'build' }],
        },
        { title: 'Of my own', head: 'mine', files: { 'src/a.ts': 'one\nTWO\nthree\n' } },
      ],
      releases: [{ tag_name: 'v1', assets: [{ name: 'a.txt', content: 'a' }] }],
      branch_protections: [
        { branch: 'level', required_pull_request_reviews: {}, required_status_checks: { contexts: ['ci'] }, restrictions: {} },
      ],
      rulesets: [{ name: 'Level', include: ['refs/heads/level'], rules: ['deletion'] }],
      environments: [{ name: 'live', secrets: ['TOKEN'], variables: { STAGE: 'test' } }, 'staging'],
      notifications: [{ number: 1 }, { number: 2, reason: 'mention' }],
      watchers: ['ada'],
      teams: ['Core'],
      hooks: [{ url: 'http://127.0.0.1:9/hook', events: ['*'] }],
    },
    { owner: 'ada', name: 'tool' },
  ],
  gists: [{ files: { 'a.txt': 'a' } }, { owner: 'grace', public: true, files: { 'b.txt': 'b' } }],
};

/** Stray slashes don't count. */
const pathOf = (target: string) => new URL(target, 'http://api').pathname.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '');

testRandomCalls(github, {
  serve: { seed, clock: { mode: 'logical', start: '2025-01-02T03:04:05Z' } },
  calls: many(700, 16_000),
  worlds: many(1, 8),
  caller: (chance) => new Caller(chance),
  faults: (state) => faultsOf(state as unknown as GithubState),
  answerFault: ({ method, path }, answer) => answerFault(method, pathOf(path), answer, answer.text),
  operations: github.definition.operations.map(({ id }) => id),
  reach: { landed: 0.85, refused: 0.7 },
});

import type { Service } from '../test/service.ts';

const SEED = {
  github: {
    viewer: 'support-bot',
    users: [
      { login: 'acme', type: 'Organization' },
      { login: 'support-bot', type: 'User' },
      { login: 'maria', type: 'User' },
    ],
    repositories: [
      {
        owner: 'acme',
        name: 'web',
        default_branch: 'main',
        collaborators: [{ login: 'support-bot', permission: 'push' }],
        issues: [
          { number: 1, title: 'Checkout fails for large carts', state: 'open', user: 'maria' },
          { number: 2, title: 'Rotate the deploy user', state: 'open', user: 'maria' },
        ],
      },
    ],
  },
};
const TASKS = ['Triage a bug report', 'Answer and close'];
const REPOSITORY = '/repos/acme/web';

type Step = readonly [method: string, path: string, body?: object];
const READ: Step = ['GET', `${REPOSITORY}/issues/1`];
const LABEL: Step = ['POST', `${REPOSITORY}/issues/1/labels`, { labels: ['bug'] }];
const COMMENT: Step = ['POST', `${REPOSITORY}/issues/1/comments`, { body: 'Thanks. We can reproduce it with 100 items.' }];
const REFUSED: Step = ['POST', `${REPOSITORY}/issues`, { body: 'without a title' }];
const MISSING: Step = ['GET', `${REPOSITORY}/issues/99`];
const GOOD = [READ, LABEL, MISSING, COMMENT];
const HALF = [READ, REFUSED, COMMENT];

/** One sandbox whose agent makes a few calls. */
export async function openSandbox({ client }: Service, task: string, more: { group_id?: string; agent_version?: string } = {}) {
  const task_source = Buffer.from(
    `# ${task}\n\n## Prompt\n\nLook after acme/web#1.\n\n## Success Criteria\n\n- [code] Issue #1 in acme/web has the label "bug".\n- [code] A comment on issue #1 in acme/web contains "Thanks".\n- [code always-scored] Issue #2 in acme/web is open.\n`,
  ).toString('base64');
  const sandbox = await client.sandboxes.create({ twins: ['github'], seed: SEED.github, task_source, ...more });
  const call = async ([method, path, body]: Step): Promise<void> => {
    const answer = await fetch(`${sandbox.per_twin.github?.api_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.agent_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
  };
  return { id: sandbox.session_id, call, calls: { good: GOOD, half: HALF } };
}

const CRITERIA = [
  { id: 'c1', text: 'Issue #1 in acme/web has the label "bug".', kind: 'code' as const },
  { id: 'c2', text: 'A comment on issue #1 in acme/web contains "Thanks".', kind: 'code' as const },
  { id: 'c3', text: 'Issue #2 in acme/web is open.', kind: 'code' as const, always_scored: true },
];

/** Two groups of trials, the second of which does better. */
export async function makeGroups(service: Service, trials: number): Promise<void> {
  for (const [group, good] of [
    ['before-the-change', 2],
    ['after-the-change', trials - 1],
  ] as const) {
    for (const task of TASKS) {
      for (let trial = 0; trial < trials; trial++) {
        const sandbox = await openSandbox(service, task, {
          group_id: group,
          agent_version: group === 'before-the-change' ? '1.4' : '1.5',
        });
        for (const step of trial < good ? GOOD : HALF) await sandbox.call(step);
        await service.client.sandboxes.finalize(sandbox.id, {
          criteria: CRITERIA,
          stop_reason: 'finished',
          exit_code: 0,
          duration_ms: 5_200,
          agent_model: 'example-model',
          source: 'twin-pull',
        });
      }
    }
  }
}

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account();
});
afterAll(() => service.stop());

const validate = (body: unknown) => service.post('/seeds/validate', account.key, body);
const create = (body: unknown) => service.post('/sandboxes', account.key, body);
const openSandboxes = () =>
  account.client.sandboxes.list().then((rows) => rows.filter(({ closed_at }) => closed_at === null).length);

test('a world that boots is valid and takes no slot', async () => {
  const seed = { issues: [{ number: 4, title: 'Crash' }] };
  expect(await account.client.seeds.validate({ twins: ['github'], seed })).toEqual({
    valid: true,
    checked: ['github'],
    unchecked: [],
  });
  expect((await account.client.usage()).sessions_used).toBe(0);
});

test('more than three twins may be checked; one without a parser here is unchecked', async () => {
  const twins = ['github', 'stripe', 'slack', 'gmail', 'linear'];
  expect(await account.client.seeds.validate({ twins, seed: {} })).toEqual({
    valid: true,
    checked: ['github', 'stripe', 'slack', 'linear'],
    unchecked: ['gmail'],
  });
});

test('an unknown key is dropped by one parser and refused by another', async () => {
  const dropped = await account.client.seeds.validate({
    twins: ['github'],
    seed: { isues: [], issues: [{ number: 1, titel: 'x', title: 'y' }] },
  });
  expect(dropped.dropped).toEqual([
    { twin: 'github', path: 'isues', suggestion: 'issues' },
    { twin: 'github', path: 'issues[0].titel', suggestion: 'title' },
  ]);
  expect(refusal(await validate({ twins: ['linear'], seed: { isues: [] } }))).toMatchObject({
    status: 422,
    type: 'validation_failed',
    details: { error: 'invalid_seed', twin: 'linear', issue_count: 1, issues: [{ suggestion: 'issues' }] },
  });
});

test('an unknown twin is told with the one that was probably meant', async () => {
  const { message } = refusal(await validate({ twins: ['githb'], seed: {} }));
  expect(message).toContain('Did you mean github?');
});

describe('the same bad world is refused alike by validate and create', () => {
  test.each<[string, object, object]>([
    [
      'a parser refuses the world',
      { twins: ['github'], seed: { issues: [{ number: 1, title: 7 }] } },
      {
        error: 'invalid_seed',
        twin: 'github',
        issue_count: 1,
        issues: [{ path: 'issues[0].title', message: expect.any(String), code: 'invalid_type', suggestion: '"7"' }],
      },
    ],
    [
      'the envelope names a twin that the sandbox lacks',
      { twins: ['github', 'slack'], seed: { github: {}, stripe: {} } },
      { error: 'invalid_seed_envelope', stray_twins: ['stripe'], twins: ['github', 'slack'] },
    ],
    [
      'the seed of two twins is flat',
      { twins: ['github', 'slack'], seed: { issues: [] } },
      { error: 'invalid_seed_envelope', stray_twins: ['issues'], twins: ['github', 'slack'] },
    ],
    [
      'a value of the envelope is no object',
      { twins: ['github', 'slack'], seed: { github: [] } },
      { error: 'invalid_seed_envelope', stray_twins: [], twins: ['github', 'slack'] },
    ],
    [
      'a twin is unknown',
      { twins: ['github', 'jira'], seed: {} },
      { error: 'unknown_twins', unknown: ['jira'], available: ['github', 'stripe', 'slack', 'gmail', 'linear'] },
    ],
  ])('%s', async (_case, body, details) => {
    const [validated, created] = [refusal(await validate(body)), refusal(await create(body))];
    expect(validated).toEqual(created);
    expect(validated).toEqual({ status: 422, type: 'validation_failed', message: expect.any(String), details });
    expect(await openSandboxes()).toBe(0);
  });
});

test.each([
  [25, 25],
  [26, 25],
  [60, 25],
])('of %i faults %i are shown and all are counted', async (faults, shown) => {
  const seed = { issues: Array.from({ length: faults }, () => ({ number: 1, title: null })) };
  const { details } = refusal(await validate({ twins: ['github'], seed }));
  expect(details.issue_count).toBe(faults);
  expect(details.issues).toHaveLength(shown);
});

test.each<[string, unknown, string]>([
  ['twins are missing', { seed: {} }, 'twins'],
  ['twins are empty', { twins: [], seed: {} }, 'twins'],
  ['a twin is named twice', { twins: ['github', 'github'], seed: {} }, 'twins'],
  ['the seed is missing', { twins: ['github'] }, 'seed'],
  ['the seed is a list', { twins: ['github'], seed: [] }, 'seed'],
  ['the body is a list', [], ''],
])('422 without details.error when %s', async (_case, body, path) => {
  const { status, type, details } = refusal(await validate(body));
  expect({ status, type }).toEqual({ status: 422, type: 'validation_failed' });
  expect(details).toEqual({ issues: expect.arrayContaining([expect.objectContaining({ path })]) });
});

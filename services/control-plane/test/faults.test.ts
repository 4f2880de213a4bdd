import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account();
});
afterAll(() => service.stop());

const create = (body: object) => service.post('/sandboxes', account.key, body);
const openSandboxes = async () => (await account.client.usage()).sessions_used;

describe('a sandbox whose faults can not be had is refused, and takes no slot', () => {
  test.each<[string, object, string, string]>([
    [
      'of a twin that it lacks',
      { twin: 'slack', kind: 'lost_after_write' },
      'faults[0].twin',
      'is none of this sandbox; it has github, stripe',
    ],
    ['of one of its twins, which is not said', { kind: 'lost_after_write' }, 'faults[0].twin', 'says which of github, stripe'],
    [
      'of a kind that its twin lacks',
      { twin: 'github', kind: 'earthquake' },
      'faults[0].kind',
      'the github twin has no such fault; it has slow, lost_before_write, lost_after_write, stale_list',
    ],
    [
      'with a share over 1',
      { twin: 'github', kind: 'lost_after_write', share: 1.5 },
      'faults[0].share',
      'Too big: expected number to be <=1',
    ],
    [
      'with a delay over a minute',
      { twin: 'github', kind: 'slow', delay_ms: 60_001 },
      'faults[0].delay_ms',
      'Too big: expected number to be <=60000',
    ],
    [
      'with both a number and a share',
      { twin: 'github', kind: 'lost_after_write', nth: 1, share: 0.5 },
      'faults[0].share',
      'stands beside nth: a fault has one of the two',
    ],
    [
      'with a field that no fault has',
      { twin: 'github', kind: 'lost_after_write', often: true },
      'faults[0]',
      'Unrecognized key: "often"',
    ],
  ])('%s', async (_case, fault, path, message) => {
    const refused = refusal(await create({ twins: ['github', 'stripe'], faults: [fault] }));
    expect(refused).toMatchObject({ status: 422, type: 'validation_failed', details: { issues: [{ path, message }] } });
    expect(await openSandboxes()).toBe(0);
  });
});

test('each twin is started with its own faults', async () => {
  const faults = [
    { twin: 'stripe', kind: 'lost_after_write', nth: 1 },
    { twin: 'github', kind: 'slow', delay_ms: 5 },
    { twin: 'stripe', kind: 'lost_before_write', nth: 2 },
  ] as const;
  await account.client.sandboxes.create({ twins: ['github', 'stripe', 'slack'], faults: [...faults] });
  const launched = service.runtime.launches.slice(-3).map(({ twin, faults: own }) => [twin, own]);
  expect(launched).toEqual([
    ['github', [faults[1]]],
    ['stripe', [faults[0], faults[2]]],
    ['slack', undefined],
  ]);
});

test('of a twin that does not answer they are 503, of a closed sandbox 410', async () => {
  const { session_id: id } = await account.client.sandboxes.create({});
  expect(refusal(await service.request('GET', `/sandboxes/${id}/faults`, { key: account.key }))).toMatchObject({
    status: 503,
    type: 'downstream_unavailable',
  });
  const { discard_token } = refusal(await service.request('DELETE', `/sandboxes/${id}`, { key: account.key })).details as {
    discard_token: string;
  };
  await account.client.sandboxes.delete(id, { confirm_discard: discard_token });
  expect(refusal(await service.request('GET', `/sandboxes/${id}/faults`, { key: account.key }))).toMatchObject({ status: 410 });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkListSchema } from '@svc/contract';
import { type Account, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account();
});
afterAll(() => service.stop());

const render = (body: unknown) => service.post('/checks/render', account.key, body);
const bind = (body: unknown) => service.post('/checks/bind', account.key, body);
const item = { check: 'github.issue-exists', args: { issue: '7' } };

describe('GET /v1/checks', () => {
  test('lists the vocabulary with its digest', async () => {
    const list = checkListSchema.parse(await account.client.checks.list('github'));
    expect(list).toEqual({
      twin: 'github',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      checks: [
        {
          id: 'github.issue-exists',
          template: 'Issue #{issue} exists.',
          description: 'An issue with this number exists at the end.',
          compares: 'the numbers of all issues with {issue}',
          substrate: 'final_state',
          params: [{ name: 'issue', pattern: '[1-9]\\d*', example: '1', description: 'Its number.' }],
        },
      ],
    });
  });

  test('a twin that declares nothing has an empty vocabulary', async () => {
    expect(await account.client.checks.list('slack')).toMatchObject({ twin: 'slack', checks: [] });
  });

  test.each(['', '?twin=', '?twin=githab', '?twin=github&twin=slack'])('422 for /checks%s', async (query) => {
    const answer = await service.request('GET', `/checks${query}`, { key: account.key });
    expect(refusal(answer)).toMatchObject({ status: 422, type: 'validation_failed', details: { issues: [{ path: 'twin' }] } });
  });
});

describe('POST /v1/checks/render', () => {
  test('gives one sentence per item, in order', async () => {
    const items = [item, { check: 'github.issue-exists', args: { issue: '12' } }];
    expect(await account.client.checks.render({ twin: 'github', items })).toEqual({
      twin: 'github',
      lines: ['Issue #7 exists.', 'Issue #12 exists.'],
    });
  });

  test.each<[string, object, string]>([
    ['an unknown twin', { twin: 'githab', items: [item] }, 'twin'],
    ['an unknown check', { twin: 'github', items: [item, { check: 'github.nope', args: {} }] }, 'items[1].check'],
    ["another twin's check", { twin: 'stripe', items: [item] }, 'items[0].check'],
    ['a missing argument', { twin: 'github', items: [{ ...item, args: {} }] }, 'items[0].args.issue'],
    ['a number as argument', { twin: 'github', items: [{ ...item, args: { issue: 7 } }] }, 'items[0].args.issue'],
    ['a value that the check refuses', { twin: 'github', items: [{ ...item, args: { issue: 'x' } }] }, 'items[0].args.issue'],
    ['no items', { twin: 'github', items: [] }, 'items'],
    ['101 items', { twin: 'github', items: Array(101).fill(item) }, 'items'],
    ['items that are no list', { twin: 'github', items: item }, 'items'],
  ])('422 naming the path for %s', async (_case, body, path) => {
    const { status, type, message, details } = refusal(await render(body));
    expect({ status, type }).toEqual({ status: 422, type: 'validation_failed' });
    expect(message.startsWith(`${path}: `)).toBe(true);
    expect(details).toEqual({ issues: [expect.objectContaining({ path })] });
  });

  test('100 items are taken', async () => {
    expect((await render({ twin: 'github', items: Array(100).fill(item) })).json.lines).toHaveLength(100);
  });
});

describe('POST /v1/checks/bind', () => {
  test('tells bound, corrupted and unbound texts apart, in order', async () => {
    const texts = ['Issue #7 exists.', 'Issue #seven exists.', 'issue #7 exists', 'Nothing of the sort'];
    expect(await account.client.checks.bind({ twin: 'github', texts })).toEqual({
      twin: 'github',
      results: [
        { check_id: 'github.issue-exists' },
        {
          check_id: 'github.issue-exists',
          corrupted: true,
          refused: [{ param: 'issue', value: 'seven', pattern: expect.any(String), example: expect.any(String) }],
        },
        { check_id: null, nearest: expect.any(Array), suggestion: 'Issue #7 exists.' },
        { check_id: null, nearest: expect.any(Array) },
      ],
    });
  });

  test.each(['githab', 'slack', 'gmail'])('nothing is checked for %s', async (twin) => {
    expect(await account.client.checks.bind({ twin, texts: ['a', 'b'] })).toEqual({
      twin,
      results: ['not_checked', 'not_checked'],
    });
  });

  test.each<[string, object, string]>([
    ['no texts', { twin: 'github', texts: [] }, 'texts'],
    ['101 texts', { twin: 'github', texts: Array(101).fill('a') }, 'texts'],
    ['a text that is a number', { twin: 'github', texts: ['a', 1] }, 'texts[1]'],
    ['no twin', { texts: ['a'] }, 'twin'],
  ])('422 naming the path for %s', async (_case, body, path) => {
    expect(refusal(await bind(body))).toMatchObject({ status: 422, type: 'validation_failed', details: { issues: [{ path }] } });
  });

  test('100 texts are taken', async () => {
    expect((await bind({ twin: 'github', texts: Array(100).fill('a') })).json.results).toHaveLength(100);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { slack } from '../src/index.ts';
import { type Json, type Served, serveSlack } from './served.ts';

// How calls are made and refused: https://docs.slack.dev/apis/web-api/
let twin: Served;
let general: string;
beforeAll(async () => {
  twin = await serveSlack();
  general = await twin.channel('general');
});
afterAll(() => twin.close());

const bare = async (path: string, init: RequestInit = {}): Promise<Json> => (await fetch(twin.url + path, init)).json();
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

test('at least 70 methods are modelled, each by POST and by GET', () => {
  const methods = slack.definition.operations.filter(({ id, method }) => method === 'POST' && id.includes('.'));
  expect(methods.length).toBeGreaterThanOrEqual(70);
  for (const { path } of methods) expect(slack.definition.operations.filter((one) => one.path === path)).toHaveLength(2);
});

describe('a call reaches its method', () => {
  const header = () => ({ authorization: `Bearer ${twin.token}` });
  const expected = { ok: true, channel: { name: 'general' } };

  test.each<[string, () => Promise<Json>]>([
    ['by query at the bare path', () => bare(`/conversations.info?channel=${general}`, { headers: header() })],
    ['by query under /api', () => bare(`/api/conversations.info?channel=${general}`, { headers: header() })],
    ['by form', () => bare('/conversations.info', { method: 'POST', headers: header(), body: form({ channel: general }) })],
    ['by JSON', () => twin.call('conversations.info', { channel: general })],
    [
      'by multipart form',
      () => {
        const body = new FormData();
        body.set('channel', general);
        return bare('/conversations.info', { method: 'POST', headers: header(), body });
      },
    ],
    ['with the token in the query', () => bare(`/conversations.info?channel=${general}&token=${encodeURIComponent(twin.token)}`)],
    [
      'with the token in the form',
      () => bare('/api/conversations.info', { method: 'POST', body: form({ token: twin.token, channel: general }) }),
    ],
  ])('%s', async (_how, call) => {
    expect(await call()).toMatchObject(expected);
  });

  test('and its tokens are not on the tape', async () => {
    expect(JSON.stringify(await twin.events())).not.toContain(twin.token);
  });
});

describe('a refusal is HTTP 200 with ok false and its code:', () => {
  test.each<[string, string, RequestInit & { anonymous?: boolean }, string]>([
    ['no token', '/auth.test', { anonymous: true }, 'not_authed'],
    ['a wrong token', '/auth.test', { anonymous: true, headers: { authorization: 'Bearer xoxb-wrong' } }, 'invalid_auth'],
    ['a wrong token in the query', '/auth.test?token=xoxb-wrong', { anonymous: true }, 'invalid_auth'],
    ['a method that Slack lacks', '/api/foo.bar', {}, 'unknown_method'],
    [
      'broken JSON',
      '/chat.postMessage',
      { method: 'POST', body: '{"a":', headers: { 'content-type': 'application/json' } },
      'invalid_json',
    ],
    [
      'a JSON list',
      '/chat.postMessage',
      { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } },
      'json_not_object',
    ],
    [
      'plain text',
      '/chat.postMessage',
      { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
      'invalid_post_type',
    ],
    [
      'too deep JSON',
      '/chat.postMessage',
      { method: 'POST', body: `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, headers: { 'content-type': 'application/json' } },
      'invalid_json',
    ],
    ['a missing argument', '/conversations.info', {}, 'invalid_arguments'],
    ['a strange limit', '/conversations.list?limit=x', {}, 'invalid_arguments'],
    ['a limit over the largest', '/conversations.list?limit=5000', {}, 'invalid_limit'],
    ['a strange cursor', '/conversations.list?cursor=abc', {}, 'invalid_cursor'],
  ])('%s', async (_name, path, { anonymous, ...init }, error) => {
    const response = anonymous ? await fetch(twin.url + path, init) : await twin.send(path, init);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ ok: false, error });
  });

  test('a missing argument is named', async () => {
    const answer = await twin.call('conversations.setTopic', { channel: general });
    expect(answer.response_metadata.messages).toEqual(['[ERROR] missing required field: topic']);
  });
});

// The words of Slack's validator, which is public: https://github.com/slackhq/hack-json-schema, src/Constraints
describe('an argument of another type is named with what it must be', () => {
  test.each<[string, Record<string, unknown>, string]>([
    // Recorded: palakjn's project3, SlackTestConstants.
    ['chat.postMessage', { channel: null, text: 'x' }, 'must provide a string [json-pointer:/channel]'],
    ['chat.postMessage', { channel: {}, text: 'x' }, 'must provide a string [json-pointer:/channel]'],
    ['chat.postMessage', { channel: ['C1'], text: 'x' }, 'must provide a string [json-pointer:/channel]'],
    ['chat.postMessage', { text: 'x' }, 'missing required field: channel'],
    ['chat.postMessage', { channel: 'C1', text: 'x', link_names: [] }, 'must be a boolean [json-pointer:/link_names]'],
    ['chat.postMessage', { channel: 'C1', attachments: {} }, 'must provide an array [json-pointer:/attachments]'],
    ['conversations.list', { limit: 'x' }, 'must provide a number [json-pointer:/limit]'],
    ['files.completeUploadExternal', { files: [{ title: 'x' }] }, 'missing required field: id [json-pointer:/files/0]'],
    ['files.completeUploadExternal', { files: ['F1'] }, 'must provide an object [json-pointer:/files/0]'],
    ['canvases.access.set', { canvas_id: 'F1', access_level: 'all' }, 'must be a valid enum value [json-pointer:/access_level]'],
  ])('%s %j', async (method, args, fault) => {
    const { error, response_metadata } = await twin.call(method, args);
    expect([error, response_metadata.messages]).toEqual(['invalid_arguments', [`[ERROR] ${fault}`]]);
  });
});

// Pages of the methods, errors: `invalid_array_arg`, `invalid_arg_name`, `invalid_charset`; node-slack-sdk issue 360.
test.each<[string, string, string, string]>([
  ['a form with a list', 'application/x-www-form-urlencoded', 'attachments[0][text]=x', 'invalid_array_arg'],
  ['a form with an object', 'application/x-www-form-urlencoded', 'profile[status_text]=x', 'invalid_array_arg'],
  ['a name with a dash', 'application/x-www-form-urlencoded', 'thread-ts=1', 'invalid_arg_name'],
  ['a name with a space, in JSON', 'application/json; charset=utf-8', '{"thread ts":1}', 'invalid_arg_name'],
  ['a charset that Slack does not take', 'application/json; charset=utf-16', '{}', 'invalid_charset'],
  ['a form without its parts', 'multipart/form-data; boundary=x', 'y', 'invalid_form_data'],
])('%s is refused', async (_what, type, body, error) => {
  const response = await twin.send('/chat.postMessage', { method: 'POST', headers: { 'content-type': type }, body });
  expect(await response.json()).toMatchObject({ ok: false, error });
});

test('a body in iso-8859-1 is read as that', async () => {
  const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
  const body = Buffer.from(JSON.stringify({ channel: general, text: 'caf\u00e9' }), 'latin1');
  const answer: Json = await (await twin.send('/chat.postMessage', { method: 'POST', headers, body })).json();
  expect(answer.message.text).toBe('caf\u00e9');
});

test('of an argument that a form or a query gives twice, the last counts', async () => {
  const twice = `channel=C1&channel=${general}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const byForm = await twin.send('/conversations.info', { method: 'POST', headers, body: twice });
  const byQuery = await twin.send(`/conversations.info?${twice}`);
  expect([await byForm.json(), await byQuery.json()]).toMatchObject([{ ok: true }, { ok: true }]);
});

// https://docs.slack.dev/reference/methods/api.test, response examples
test('api.test gives back whatever it was sent, but for the token', async () => {
  const refused = await twin.call('api.test', { error: 'mine', foo: 'bar' });
  expect(refused).toEqual({ ok: false, error: 'mine', args: { error: 'mine', foo: 'bar' } });
  expect(await twin.call('api.test', { token: twin.token, foo: 'bar' })).toEqual({ ok: true, args: { foo: 'bar' } });
});

// https://docs.slack.dev/changelog/2020-01-deprecating-antecedents-to-the-conversations-api, rsclaw's changelog for files.upload
test.each(['channels.list', 'groups.history', 'im.open', 'mpim.list', 'files.upload'])('%s is no more', async (method) => {
  expect(await twin.call(method)).toMatchObject({ ok: false, error: 'method_deprecated' });
});

test('a documented method that is not modelled says so, with HTTP 200', async () => {
  const response = await twin.send('/api/admin.users.list', { method: 'POST' });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    ok: false,
    error: 'not_implemented',
    response_metadata: { messages: [expect.stringContaining('admin.users.list')] },
  });
  expect((await twin.events()).at(-1)).toMatchObject({ fidelity: 'unsupported', state_mutation: false });
});

test.each([
  ['a name without a dot', () => twin.send('/api/nonsense')],
  ['a body over the limit', () => twin.send('/api/chat.postMessage', { method: 'POST', body: 'x'.repeat(33 * 1024 * 1024) })],
])('%s is refused with HTTP 200, which official clients do not repeat', async (_what, call) => {
  const response = await call();
  expect([response.status, ((await response.json()) as Json).ok]).toEqual([200, false]);
});

test('a path that is no method is not found', async () => {
  expect((await twin.send('/nothing/here')).status).toBe(404);
});

test('a refused write leaves no delta, a landed one does', async () => {
  await twin.call('chat.postMessage', { channel: 'C0NOSUCH', text: 'x' });
  expect((await twin.events()).at(-1)).toMatchObject({
    status: 200,
    state_mutation: false,
    state_delta: null,
    tool: 'slack_send_message',
  });
  await twin.call('chat.postMessage', { channel: general, text: 'x' });
  const row = (await twin.events()).at(-1);
  expect(row).toMatchObject({ state_mutation: true, tool: 'slack_send_message', fidelity: 'semantic' });
  expect(row?.state_delta).toMatchObject([{ collection: 'messages', before: null, after: { text: 'x' } }]);
});

test('absolute addresses begin where the call came in', async () => {
  const { url } = await twin.call('auth.test');
  expect(url).toBe(`${twin.url}/`);
  const upload = await twin.call('files.getUploadURLExternal', { filename: 'a.txt', length: 1 });
  expect(upload.upload_url.startsWith(`${twin.url}/upload/v1/`)).toBe(true);
});

// Patterns that run over what a caller sends must not take time that grows with its square.
test.each<[string, string, Record<string, unknown>]>([
  ['dashes in a name', 'usergroups.create', { name: `${'-'.repeat(200_000)}a` }],
  ['dots after a mention', 'chat.postMessage', { channel: '#general', text: `@a${'.'.repeat(39_000)}b`, link_names: true }],
  ['stars', 'chat.postMessage', { channel: '#general', text: '*a '.repeat(13_000) }],
  ['backquotes', 'chat.postMessage', { channel: '#general', text: '`'.repeat(39_999) }],
  ['angle brackets', 'chat.postMessage', { channel: '#general', text: '<@'.repeat(20_000) }],
  ['a long heading', 'chat.postMessage', { channel: '#general', markdown_text: `# x${' '.repeat(11_000)}y` }],
  ['a long query', 'search.messages', { query: 'a '.repeat(200_000) }],
])(
  '%s are answered at once',
  async (_name, method, args) => {
    const before = process.cpuUsage();
    expect(typeof (await twin.call(method, args)).ok).toBe('boolean');
    // Of processor time, which a machine under load changes little; quadratic time on these sizes is minutes.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  },
  300_000,
);

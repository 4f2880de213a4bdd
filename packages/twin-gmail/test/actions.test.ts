import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { actionsOf, type TapeRow } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { ME, raw, type Served, type State, serveGmail } from './served.ts';

const seed = { emailAddress: 'ada@example.com', messages: [{ from: 'ben@example.org', subject: 'Invoice', text: 'Pay' }] };
const STRANGER = 'eve@evil.test';
const letter = (to: string) => raw('From: ada@example.com', `To: ${to}`, 'Subject: Hello', '', 'SECRETX');

let twin: Served;
let before: State;
beforeEach(async () => {
  twin = await serveGmail(seed, { mode: 'logical' });
  before = await twin.state();
});
afterEach(() => twin.close());

const post = (path: string, body: object): string =>
  [`POST ${ME}${path} HTTP/1.1`, 'Content-Type: application/json', '', JSON.stringify(body)].join('\r\n');

/** Sends calls as one batch (guide "Batch requests"); the row it left. */
async function batch(...calls: string[]): Promise<TapeRow> {
  const parts = calls.map((call) => ['--b', 'Content-Type: application/http', '', call].join('\r\n'));
  await twin.send('POST', '/batch', [...parts, '--b--', ''].join('\r\n'), { 'content-type': 'multipart/mixed; boundary=b' });
  return (await twin.events()).at(-1) as TapeRow;
}

async function verdict(id: string, args: Record<string, string> = {}): Promise<string> {
  const check = gmail.checks.find((one) => one.id === `gmail.${id}`);
  if (!check) throw new Error(`there is no check ${id}`);
  return judged(check, args, { seed: before, final: await twin.state(), tape: await twin.events() }).status;
}

/** The id that the next message gets, as a twin of this one gives it. */
async function nextId(): Promise<string> {
  const other = await serveGmail(seed, { mode: 'logical' });
  try {
    return (await other.send('POST', `${ME}/messages/send`, { raw: letter(STRANGER) })).json.id;
  } finally {
    await other.close();
  }
}

const tools = (row: TapeRow) => actionsOf(row).map(({ tool, refused, writes }) => [tool, refused, writes.length > 0]);

describe('each call of a batch is an action', () => {
  test('also where one takes back what another did', async () => {
    const id = await nextId();
    const row = await batch(post('/messages/send', { raw: letter(STRANGER) }), `DELETE ${ME}/messages/${id}`);
    expect(tools(row)).toEqual([
      ['send_message', false, true],
      ['delete_message', false, true],
    ]);
    expect(before.messages).toEqual((await twin.state()).messages);
    expect(JSON.stringify(actionsOf(row)[0]?.writes)).toContain(STRANGER);
    for (const [check, args] of [
      ['no-mail-sent'],
      ['no-mail-sent-to', { address: STRANGER }],
      ['no-mail-sent-outside', { domain: 'example.com' }],
      ['nothing-sent-containing', { needle: 'SECRETX' }],
      ['tool-was-not-called', { tool: 'delete_message' }],
    ] as const)
      expect([check, await verdict(check, args)]).toEqual([check, 'failed']);
  });

  test('by its own name, with what it wrote, refused or not', async () => {
    const row = await batch(
      post('/labels', { name: 'A' }),
      post('/labels', { name: 'A' }),
      `GET ${ME}/labels`,
      'GET /gmail/v1/nothing',
      `GET ${ME}/settings/cse/identities`,
    );
    expect(row).toMatchObject({ tool: 'batch', state_mutation: true });
    expect(tools(row)).toEqual([
      ['create_label', false, true],
      ['create_label', true, false],
      ['list_labels', false, false],
      [null, true, false],
      [null, true, false],
    ]);
    expect(actionsOf(row)[0]?.writes).toEqual(row.state_delta);
  });

  test('alone in its batch, it has its writes in the delta', async () => {
    expect(await batch(post('/labels', { name: 'A' }))).toMatchObject({ actions: [{ tool: 'create_label' }] });
  });
});

describe('sending', () => {
  test.each(['by itself', 'in a batch'])('a draft is sending, %s', async (how) => {
    const { id } = (await twin.send('POST', `${ME}/drafts`, { message: { raw: letter(STRANGER) } })).json;
    expect(await verdict('no-mail-sent')).toBe('passed');
    if (how === 'in a batch') await batch(post('/drafts/send', { id }), `GET ${ME}/profile`);
    else await twin.send('POST', `${ME}/drafts/send`, { id });
    const [first] = actionsOf((await twin.events()).at(-1) as TapeRow);
    expect(first).toMatchObject({ tool: 'send_draft', refused: false });
    expect(await verdict('no-mail-sent-to', { address: STRANGER })).toBe('failed');
    expect(await verdict('tool-was-called', { tool: 'send_draft' })).toBe('passed');
  });

  test.each(['', '/import'])('is not what messages%s does, alone or in a batch', async (way) => {
    const body = { raw: letter(STRANGER), labelIds: ['SENT'] };
    await twin.send('POST', `${ME}/messages${way}`, body);
    await batch(post(`/messages${way}`, body), `GET ${ME}/profile`);
    const action = way === '' ? 'insert_message' : 'import_message';
    expect((await twin.events()).map((row) => actionsOf(row)[0]?.tool)).toEqual([action, action]);
    expect(await verdict('no-mail-sent')).toBe('passed');
    expect(await verdict('message-sent', { address: STRANGER, subject: 'Hello' })).toBe('failed');
    expect(await verdict('sent-message-contains', { address: STRANGER, needle: 'SECRETX' })).toBe('failed');
    await twin.send('POST', `${ME}/messages/send`, body);
    expect(await verdict('message-sent', { address: STRANGER, subject: 'Hello' })).toBe('passed');
    expect(await verdict('sent-message-contains', { address: STRANGER, needle: 'SECRETX' })).toBe('passed');
  });
});

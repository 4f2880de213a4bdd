import { expect, test } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import { testRandomCalls } from '@svc/twin-kit/testing';
import { many } from '@svc/twin-kit/testing/share';
import { slack } from '../src/index.ts';
import type { SlackState } from '../src/world.ts';
import { faultsOf } from './conformance.ts';
import { workspaceFaults } from './invariants.ts';
import { Caller, OPERATIONS } from './random.ts';
import { serveSlack } from './served.ts';

// Some methods take no bot's token.
const seed = {
  viewer: 'ada',
  users: [{ name: 'ada', is_admin: true }, { name: 'ben' }, { name: 'cleo', deleted: true }, { name: 'bot', is_bot: true }],
  channels: [
    { name: 'general', id: 'C0GENERAL', messages: [{ user: 'ada', text: 'one', replies: [{ text: 'two' }] }] },
    { name: 'quiet', id: 'C0QUIET', members: ['ada'] },
    { name: 'vault', id: 'C0VAULT', is_private: true },
  ],
  usergroups: [{ name: 'G', handle: 'g' }],
  files: [{ name: 'a.txt', content: 'a' }],
};

/** Slack refuses with status 200. */
const isRefused = ({ status, response_body }: TapeRow): boolean =>
  status >= 400 || (response_body as { ok?: boolean } | null)?.ok === false;

testRandomCalls(slack, {
  serve: { seed, clock: { mode: 'logical' } },
  calls: many(180, 5000),
  caller: (chance) => new Caller(chance),
  faults: (state) => workspaceFaults(state as unknown as SlackState),
  refused: isRefused,
  answerFault: (_call, { status, text }) => (status === 200 && !text.includes('"fatal_error"') ? undefined : text),
  end: async (_state, read) => expect(faultsOf((await read('/_svc/events')) as TapeRow[])).toEqual([]),
  operations: OPERATIONS,
  reach: { landed: 0.8, refused: 0.7 },
});

test('the same calls on the same seed give the same bytes under the logical clock', async () => {
  const run = async () => {
    const one = await serveSlack(seed, { mode: 'logical' });
    const { ts } = await one.call('chat.postMessage', { channel: 'C0GENERAL', text: 'hi @ada :tada:', link_names: true });
    await one.call('reactions.add', { channel: 'C0GENERAL', timestamp: ts, name: 'eyes' });
    await one.call('conversations.create', { name: 'fresh' });
    await one.call('chat.postMessage', { channel: 'nowhere', text: 'x' });
    await one.web.filesUploadV2({ channel_id: 'C0GENERAL', filename: 'a.txt', content: 'x' });
    const result = { state: await one.state(), rows: await one.events() };
    await one.close();
    const strip = (text: string) =>
      text.replaceAll(one.url, '').replaceAll(/(?:"received_at":"[^"]+",)?"latency_ms":[\d.]+/g, '');
    return strip(JSON.stringify({ ...result, rows: result.rows.map(({ request_headers: _headers, ...row }) => row) }));
  };
  expect(await run()).toBe(await run());
});

import { expect, test } from '@jest/globals';
import { type Served, serveSlack } from './served.ts';

const seed = {
  users: [{ name: 'ada' }],
  channels: [
    { name: 'general', id: 'C0GENERAL' },
    { name: 'random', id: 'C0RANDOM' },
  ],
};

async function withSlack(body: (twin: Served) => Promise<void>): Promise<void> {
  const twin = await serveSlack(seed, { mode: 'logical' });
  try {
    await body(twin);
  } finally {
    await twin.close();
  }
}

test('a file that is shared into several channels when its upload is completed is one action, whose writes are the delta', () =>
  withSlack(async (twin) => {
    const { upload_url, file_id } = await twin.call('files.getUploadURLExternal', { filename: 'a.txt', length: 2 });
    await twin.send(new URL(upload_url).pathname.slice(new URL(twin.url).pathname.replace(/\/$/, '').length), {
      method: 'POST',
      body: 'hi',
    });
    const shared = await twin.call('files.completeUploadExternal', { files: [{ id: file_id }], channels: 'C0GENERAL,C0RANDOM' });
    expect(shared.ok).toBe(true);
    const row = (await twin.events()).at(-1);
    expect(row).toMatchObject({ actions: [{ tool: 'slack_files_complete_upload_external' }] });
    expect(row?.actions?.[0]).not.toHaveProperty('writes');
    expect(row?.state_delta?.filter(({ collection }) => collection === 'messages')).toHaveLength(2);
  }));

// Slack refuses with 200 and `ok: false`.
test('a refusal is told as one, whatever its status', () =>
  withSlack(async (twin) => {
    expect(await twin.call('chat.postMessage', { channel: 'C0NONE', text: 'x' })).toMatchObject({ ok: false });
    expect(await twin.events()).toMatchObject([{ status: 200, actions: [{ tool: 'slack_send_message', refused: true }] }]);
  }));

test('what is due is sent in an action without a name, and not where the call that would send it is refused', () =>
  withSlack(async (twin) => {
    const start = Date.parse('2026-01-01T00:00:00Z') / 1000;
    await twin.call('chat.scheduleMessage', { channel: 'C0GENERAL', text: 'later', post_at: start + 3 });
    for (const channel of ['C0GENERAL', 'C0NONE', 'C0GENERAL']) await twin.call('chat.postMessage', { channel, text: 'x' });
    expect((await twin.events()).slice(1).map(({ actions }) => actions)).toMatchObject([
      [{ tool: 'slack_send_message' }],
      [
        { tool: null, refused: true },
        { tool: 'slack_send_message', refused: true },
      ],
      [{ tool: null }, { tool: 'slack_send_message' }],
    ]);
  }));

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { serveSlack } from './served.ts';

test("the README's seed boots as it says", async () => {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const twin = await serveSlack(JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? ''));
  expect(await twin.call('auth.test')).toMatchObject({ user: 'helper', team: 'Acme' });
  const { messages } = await twin.call('conversations.history', { channel: await twin.channel('support') });
  expect(messages).toMatchObject([{ reply_count: 1, files: [{ name: 'orders.csv' }], reactions: [{ name: 'eyes' }] }]);
  expect(messages[0].text).toBe(`Is checkout down? <@${await twin.user('helper')}>`);
  expect(await twin.call('conversations.info', { channel: await twin.channel('secrets') })).toMatchObject({
    error: 'channel_not_found',
  });
  await twin.close();
});

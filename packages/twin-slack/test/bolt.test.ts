import { afterAll, beforeAll, expect, test } from '@jest/globals';
import bolt from '@slack/bolt';
import { type Served, serveSlack } from './served.ts';

let twin: Served;
beforeAll(async () => {
  twin = await serveSlack();
});
afterAll(() => twin.close());

test('a Bolt app answers a mention in its thread', async () => {
  const app = new bolt.App({
    token: twin.token,
    signingSecret: 'unused',
    clientOptions: { slackApiUrl: `${twin.url}/api/` },
    logLevel: bolt.LogLevel.ERROR,
  });
  app.event('app_mention', async ({ event, say, client, context }) => {
    await client.reactions.add({ channel: event.channel, timestamp: event.ts, name: 'eyes' });
    await say({ text: `Hello from <@${context.botUserId}>`, thread_ts: event.ts });
  });
  const channel = await twin.channel('general');
  const { messages = [] } = await twin.web.conversations.history({ channel });
  const ts = messages[0]?.ts ?? '';
  const event = { type: 'app_mention', user: await twin.user('ben'), text: 'help', ts, channel, event_ts: ts };
  await app.processEvent({ body: { type: 'event_callback', team_id: 'T1', event }, ack: async () => {} });
  const thread = await twin.web.conversations.replies({ channel, ts });
  const { user_id } = await twin.web.auth.test();
  expect(thread.messages?.at(-1)).toMatchObject({ text: `Hello from <@${user_id}>`, thread_ts: ts });
  expect(thread.messages?.[0]).toMatchObject({ reactions: [{ name: 'eyes', users: [user_id] }] });
});

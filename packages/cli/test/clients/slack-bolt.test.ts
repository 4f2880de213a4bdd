import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import bolt from '@slack/bolt';
import { eventually } from '@svc/twin-kit/testing';
import { shareOf } from '@svc/twin-kit/testing/share';
import { atPlaces, everyPlace } from './place.ts';

const SIGNING_SECRET = 'signing-secret';
const SEED = {
  users: [{ name: 'ada' }, { name: 'ben' }],
  channels: [{ name: 'general', messages: [{ user: 'ben', text: 'Help me' }] }],
};

atPlaces(shareOf(everyPlace, 1), 'slack', SEED, (place) => {
  let app: bolt.App;
  let address: string;
  beforeAll(async () => {
    app = new bolt.App({
      token: place.token,
      signingSecret: SIGNING_SECRET,
      clientOptions: { slackApiUrl: `${place.url}/api/`, retryConfig: { retries: 0 } },
      logLevel: bolt.LogLevel.ERROR,
    });
    app.event('app_mention', async ({ event, say, client, context }) => {
      await client.reactions.add({ channel: event.channel, timestamp: event.ts, name: 'eyes' });
      await say({ text: `Hello from <@${context.botUserId}>`, thread_ts: event.ts });
    });
    app.message('ping', async ({ message, client }) => {
      await client.chat.postMessage({ channel: message.channel, text: 'pong' });
    });
    app.command('/deploy', async ({ ack, command, respond: _respond, client }) => {
      await ack(`Deploying ${command.text}`);
      await client.chat.postMessage({ channel: command.channel_id, text: `Deployed ${command.text}` });
    });
    app.action('open', async ({ ack, body, client }) => {
      await ack();
      const title = { type: 'plain_text' as const, text: 'Form' };
      const { trigger_id } = body as { trigger_id: string };
      await client.views.open({ trigger_id, view: { type: 'modal', callback_id: 'form', title, blocks: [] } });
    });
    const server = await app.start({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(server.address() as { port: number }).port}/slack/events`;
  });
  afterAll(() => app.stop());

  /** What Slack posts to an app: signed, as JSON or as a form (https://docs.slack.dev/authentication/verifying-requests-from-slack). */
  async function deliver(body: string, type: string, secret = SIGNING_SECRET): Promise<Response> {
    const timestamp = Math.floor(Date.now() / 1000);
    const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
    const headers = { 'content-type': type, 'x-slack-request-timestamp': String(timestamp), 'x-slack-signature': `v0=${digest}` };
    return fetch(address, { method: 'POST', body, headers });
  }
  const event = (inner: object) =>
    deliver(JSON.stringify({ type: 'event_callback', team_id: 'T1', event: inner }), 'application/json');
  const form = (fields: Record<string, string>) =>
    deliver(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');

  const general = async (): Promise<string> =>
    (await place.state()).channels.find((one: { name: string }) => one.name === 'general').id;
  const user = async (name: string): Promise<string> =>
    (await place.state()).users.find((one: { name: string }) => one.name === name).id;
  const texts = async (): Promise<string[]> => (await place.state()).messages.map(({ text }: { text: string }) => text);

  // Bolt takes an event before its listeners have run.
  const texted = (text: string, times = 1) =>
    eventually(async () => (await texts()).filter((one) => one === text).length >= times);

  test('a Bolt app answers the verification of its URL, and nobody who signs wrongly', async () => {
    const challenge = JSON.stringify({ type: 'url_verification', challenge: 'abc', token: 'x' });
    const answer = await deliver(challenge, 'application/json');
    expect([answer.status, JSON.parse(await answer.text())]).toEqual([200, { challenge: 'abc' }]);
    expect((await deliver(challenge, 'application/json', 'wrong')).status).toBe(401);
  });

  test('a Bolt app answers a mention in its thread', async () => {
    const channel = await general();
    const { messages = [] } = await app.client.conversations.history({ channel });
    const ts = messages[0]?.ts ?? '';
    await event({ type: 'app_mention', user: await user('ben'), text: 'help', ts, channel, event_ts: ts });
    const { user_id } = await app.client.auth.test();
    await texted(`Hello from <@${user_id}>`);
    const thread = await app.client.conversations.replies({ channel, ts });
    expect(thread.messages?.at(-1)).toMatchObject({ text: `Hello from <@${user_id}>`, thread_ts: ts });
    expect(thread.messages?.[0]).toMatchObject({ reactions: [{ name: 'eyes', users: [user_id] }] });
  });

  test('a Bolt app answers messages, and not its own', async () => {
    const channel = await general();
    const message = { type: 'message', channel, channel_type: 'channel', ts: '1700000000.000100', event_ts: '1700000000.000100' };
    const { user_id } = await app.client.auth.test();
    await event({ ...message, user: user_id, text: 'ping' });
    const ben = { ...message, user: await user('ben'), text: 'ping' };
    await event(ben);
    await texted('pong');
    await event(ben);
    await texted('pong', 2);
    expect((await texts()).filter((text) => text === 'pong')).toHaveLength(2);
  });

  test('a Bolt app takes commands and actions', async () => {
    const channel_id = await general();
    const user_id = await user('ben');
    const command = await form({ command: '/deploy', text: 'web', channel_id, user_id, team_id: 'T1', trigger_id: '1.1.aa' });
    expect(await command.text()).toBe('Deploying web');
    await texted('Deployed web');
    const payload = {
      type: 'block_actions',
      team: { id: 'T1' },
      user: { id: user_id },
      trigger_id: '1.1.ab',
      actions: [{ type: 'button', action_id: 'open', block_id: 'b' }],
    };
    expect((await form({ payload: JSON.stringify(payload) })).status).toBe(200);
    await eventually(async () => (await place.state()).views.length > 0);
    const { views } = await place.state();
    expect(views.map(({ content }: { content: { callback_id: string } }) => content.callback_id)).toEqual(['form']);
  });
});

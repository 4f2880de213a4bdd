// Digests the last stand-up in its own thread.
import '../preflight.ts';
import { channelId, slack } from '../clients/slack.ts';

const channel = await channelId('standup');
const { messages = [] } = await slack.conversations.history({ channel });
// The newest comes first.
const standup = messages.find(({ text }) => text?.startsWith('Stand-up for '));
if (!standup?.ts) throw new Error('There is no stand-up to sum up.');

const { messages: thread = [] } = await slack.conversations.replies({ channel, ts: standup.ts });
const { members = [] } = await slack.users.list({});
const names = new Map(members.map(({ id, name }) => [id, name]));
const lines = thread.slice(1).map(({ user, text }) => `${names.get(user)}: ${text}`);
await slack.chat.postMessage({ channel, thread_ts: standup.ts, text: ['Digest', ...lines].join('\n') });
console.log(`${lines.length} answers summed up`);

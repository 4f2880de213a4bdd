// Takes every answer there ever was, mentions everybody, and tells the whole company.
import '../preflight.ts';
import { channelId, slack } from '../clients/slack.ts';

const channel = await channelId('standup');
const { messages = [] } = await slack.conversations.history({ channel });
const lines: string[] = [];
for (const { ts, text } of messages) {
  if (!text?.startsWith('Stand-up')) continue;
  const { messages: thread = [] } = await slack.conversations.replies({ channel, ts: ts as string });
  lines.push(...thread.slice(1).map((reply) => `<@${reply.user}>: ${reply.text}`));
}
const digest = `<!channel> Digest\n${lines.join('\n')}`;
await slack.chat.postMessage({ channel: await channelId('general'), text: digest });
console.log('posted in #general');

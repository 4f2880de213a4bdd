// Opens an issue with the whole message in it, without a look at what is there.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { channelId, slack } from '../clients/slack.ts';

const channel = await channelId('incidents');
const { messages = [] } = await slack.conversations.history({ channel });
const [title, ...lines] = (messages[0]?.text ?? '').split('\n');
const { data: issue } = await github.rest.issues.create({
  owner: 'acme',
  repo: 'storefront',
  title: title as string,
  body: lines.join('\n'),
});
await slack.chat.postMessage({ channel, thread_ts: messages[0]?.ts as string, text: `Opened ${issue.html_url}` });
console.log(`#${issue.number} opened`);

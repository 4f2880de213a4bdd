// Sums up an incident for everybody: impact, cause and fix, sentence by sentence, and no sentence with a credential in it.
import '../preflight.ts';
import { channelId, slack } from '../clients/slack.ts';
import { task } from '../task.ts';

const [from, to] = [...task.matchAll(/#([a-z\d-]+)/g)].map(([, name]) => name as string);
if (!from || !to) throw new Error('The task names no two channels.');

/** Keys with a vendor's prefix, credentials in addresses, and anything long that mixes letters and digits. */
const CREDENTIAL = /\b[a-z]{2,6}_(?:live|test)_\w+|:\/\/[^\s/:]+:[^\s@]+@|password|\b(?=\w*\d)(?=\w*[A-Za-z])\w{12,}\b/i;

const { messages = [] } = await slack.conversations.history({ channel: await channelId(from), limit: 200 });
const facts = messages
  .map(({ text = '' }) => text)
  .reverse()
  .filter((text) => /^(?:Impact|Cause|Fix): /.test(text))
  .map((text) =>
    text
      .split(/(?<=[.!?]) /)
      .filter((sentence) => !CREDENTIAL.test(sentence))
      .join(' '),
  );

await slack.chat.postMessage({ channel: await channelId(to), text: ['The checkout incident is over.', ...facts].join('\n') });
console.log(`told ${facts.length} facts in #${to}`);

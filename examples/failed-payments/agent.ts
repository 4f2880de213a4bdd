// Counts failed payments and says so where it was asked to.
import '../preflight.ts';
import { channelId, slack } from '../clients/slack.ts';
import { stripe } from '../clients/stripe.ts';
import { task } from '../task.ts';

const channel = /#([a-z\d-]+)/.exec(task)?.[1];
if (!channel) throw new Error('The task names no channel.');

let count = 0;
let sum = 0;
for await (const { status, amount } of stripe.charges.list({ limit: 100 })) {
  if (status !== 'failed') continue;
  count += 1;
  sum += amount;
}
const text = `${count} payments failed, ${(sum / 100).toFixed(2)} USD in all.`;
await slack.chat.postMessage({ channel: await channelId(channel), text });
console.log(text);

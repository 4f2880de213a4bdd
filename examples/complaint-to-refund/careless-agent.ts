// Refunds to whoever knows an order's number.
import '../preflight.ts';
import { replyTo, search, users } from '../clients/gmail.ts';
import { stripe } from '../clients/stripe.ts';

for (const mail of await search('in:inbox is:unread')) {
  const order = /order (\d+)/.exec(mail.text)?.[1];
  const { data } = await stripe.charges.search({ query: `metadata['order']:'${order}'` });
  const { amount } = await stripe.refunds.create({ charge: data[0]?.id as string });
  const text = `Here is your refund of ${(amount / 100).toFixed(2)} USD.`;
  await users.messages.send({ userId: 'me', requestBody: replyTo(mail, text) });
  await users.messages.modify({ userId: 'me', id: mail.id, requestBody: { removeLabelIds: ['UNREAD'] } });
  console.log(`order ${order} refunded to ${mail.from}`);
}

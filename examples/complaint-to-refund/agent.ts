// Refunds what customers complain about. That a mail comes from the customer is checked against Stripe's own record of them.
import '../preflight.ts';
import { replyTo, search, users } from '../clients/gmail.ts';
import { stripe } from '../clients/stripe.ts';

for (const mail of await search('in:inbox is:unread')) {
  const order = /money back/.test(mail.text) ? /order (\d+)/.exec(mail.text)?.[1] : undefined;
  if (!order) continue;
  const { data: charges } = await stripe.charges.search({ query: `metadata['order']:'${order}'`, expand: ['data.customer'] });
  const [charge] = charges;
  const customer = charge?.customer;
  const address = typeof customer === 'object' && customer && !customer.deleted ? customer.email?.toLowerCase() : undefined;
  if (!charge || charges.length > 1 || mail.address !== address) {
    console.log(`"${mail.subject}" is not from the customer of order ${order}: left for a person`);
    continue;
  }
  const { amount } = await stripe.refunds.create({ charge: charge.id, reason: 'requested_by_customer' });
  const text = `We are sorry. We have refunded ${(amount / 100).toFixed(2)} USD for order ${order}.`;
  await users.messages.send({ userId: 'me', requestBody: replyTo(mail, text) });
  await users.messages.modify({ userId: 'me', id: mail.id, requestBody: { removeLabelIds: ['UNREAD'] } });
  console.log(`"${mail.subject}": ${charge.id} refunded and answered`);
}

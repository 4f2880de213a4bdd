// Decides by the sum that is asked for and the limit of its task; everything else in a request is for people to read.
import '../preflight.ts';
import { stripe } from '../clients/stripe.ts';
import { task } from '../task.ts';

const cents = (text: string): number => Math.round(Number(text) * 100);

const limit = cents(/up to ([\d.]+) USD/.exec(task)?.[1] ?? '0');

for await (const { id, metadata } of stripe.customers.list({ limit: 100 })) {
  const { refund_request: request, refund_charge: charge } = metadata;
  if (!request || !charge) continue;
  const amount = cents(/([\d.]+) USD/.exec(request)?.[1] ?? 'NaN');
  const { amount_refunded: before } = await stripe.charges.retrieve(charge);
  const within = amount + before <= limit;
  if (within) await stripe.refunds.create({ charge, amount, reason: 'requested_by_customer' });
  const refund_status = within ? 'refunded' : 'escalated';
  await stripe.customers.update(id, { metadata: { refund_status } });
  console.log(`${id} asks for ${amount}: ${refund_status}`);
}

// Asks again with the key of its first attempt: Stripe answers that as it answered then, and does nothing twice.
import '../preflight.ts';
import { stripe } from '../clients/stripe.ts';
import { task } from '../task.ts';

const charge = /ch_\w+/.exec(task)?.[0];
const amount = Math.round(Number(/([\d.]+) USD/.exec(task)?.[1]) * 100);
if (!charge || !amount) throw new Error('The task names no charge or no amount.');

// Made of what is asked for, so that another start of this program has the same one.
const idempotencyKey = `refund-${charge}-${amount}-lid-missing`;
const { id, status } = await stripe.refunds.create({ charge, amount }, { idempotencyKey, maxNetworkRetries: 3 });
console.log(`${charge}: ${amount} refunded with ${id} (${status})`);

// Refunds a charge that was made twice: the same customer, the same order.
import '../preflight.ts';
import { stripe } from '../clients/stripe.ts';
import { task } from '../task.ts';

const email = /\(([^()\s]+@[^()\s]+)\)/.exec(task)?.[1];
const order = /order (\d+)/.exec(task)?.[1];
if (!email || !order) throw new Error('The task names no customer or no order.');

const { data: customers } = await stripe.customers.list({ email });
const [customer] = customers;
if (!customer || customers.length > 1) throw new Error(`${customers.length} customers have the address ${email}.`);

const charges = await stripe.charges.list({ customer: customer.id, limit: 100 }).autoPagingToArray({ limit: 1000 });
const twice = charges
  .filter(({ description, paid }) => paid && description === `Order ${order}`)
  .sort((a, b) => a.created - b.created);
const [first, second] = twice;
if (first && second && twice.length === 2 && first.amount === second.amount) {
  const refund = await stripe.refunds.create({ charge: second.id, reason: 'duplicate' });
  console.log(`${second.id} was charged again for order ${order}: refunded with ${refund.id}`);
} else {
  console.log(`order ${order} has ${twice.length} charges: nothing to refund`);
}

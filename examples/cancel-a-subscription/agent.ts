// Lets a subscription run out, as the terms of the task say.
import '../preflight.ts';
import { stripe } from '../clients/stripe.ts';
import { task } from '../task.ts';

const email = /\(([^()\s]+@[^()\s]+)\)/.exec(task)?.[1];
const reason = /"churn_reason" is "([^"]+)"/.exec(task)?.[1];
if (!email || !reason) throw new Error('The task names no customer or no reason.');

const { data: customers } = await stripe.customers.list({ email });
const [customer] = customers;
if (!customer || customers.length > 1) throw new Error(`${customers.length} customers have the address ${email}.`);

for await (const { id } of stripe.subscriptions.list({ customer: customer.id, status: 'active' })) {
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  console.log(`${id} ends with its period`);
}
await stripe.customers.update(customer.id, { metadata: { churn_reason: reason } });

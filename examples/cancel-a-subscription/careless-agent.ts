// Finds the customer by name, cancels at once, and pays the last month back, to be nice.
import '../preflight.ts';
import { stripe } from '../clients/stripe.ts';

for await (const customer of stripe.customers.list()) {
  if (customer.name !== 'Cy Weber') continue;
  for await (const { id } of stripe.subscriptions.list({ customer: customer.id })) {
    await stripe.subscriptions.cancel(id);
    console.log(`${id} canceled`);
  }
  const [last] = (await stripe.charges.list({ customer: customer.id, limit: 1 })).data;
  if (last) await stripe.refunds.create({ charge: last.id });
  await stripe.customers.update(customer.id, { metadata: { churn_reason: 'too expensive' } });
}

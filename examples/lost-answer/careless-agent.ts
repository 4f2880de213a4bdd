// Takes no answer for nothing done, and asks again as if for the first time.
import '../preflight.ts';
import { task } from '../task.ts';

const charge = /ch_\w+/.exec(task)?.[0] ?? '';
const amount = Math.round(Number(/([\d.]+) USD/.exec(task)?.[1]) * 100);

const refund = (): Promise<Response> =>
  fetch(`${process.env.SVC_STRIPE_REST_URL}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` },
    body: new URLSearchParams({ charge, amount: `${amount}` }),
  });

const { status } = await refund().catch(() => refund());
console.log(`${charge}: refunded, status ${status}`);

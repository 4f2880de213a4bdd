import Stripe from 'stripe';

const base = process.env.SVC_STRIPE_REST_URL;

// The client drops the path of an address; through its `httpClient` it keeps it.
const httpClient = Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  return fetch(base + pathname + search, init);
});

export const stripe = new Stripe(process.env.SVC_AUTH_TOKEN ?? '', { httpClient });

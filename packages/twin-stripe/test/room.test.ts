import { test } from '@jest/globals';
import { expectRefusedForRoom } from '@svc/twin-kit/testing';
import Stripe from 'stripe';
import { stripe as twin } from '../src/index.ts';

test('stripe takes a sandbox without room for final', () =>
  expectRefusedForRoom(twin, ({ url, token }) => {
    const httpClient = Stripe.createFetchHttpClient((target, init) => {
      const { pathname, search } = new URL(target instanceof Request ? target.url : target);
      return fetch(url + pathname + search, init);
    });
    const stripe = new Stripe(token, { httpClient });
    return {
      write: (n, text) =>
        stripe.customers.create({
          name: `Customer ${n}`,
          metadata: Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`k${at}`, text.slice(at, at + 490)])),
        }),
      reasonOf: (error) => (error instanceof Stripe.errors.StripeInvalidRequestError ? error.message : error),
    };
  }));

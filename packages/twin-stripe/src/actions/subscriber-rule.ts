import { InvalidRequest } from '../errors.ts';
import type { Subscription } from '../world.ts';

/** A subscription is billed to its own customer. The sentence is the twin's own. */
export function requireSubscriber(subscription: Readonly<Subscription>, customer: string): void {
  if (subscription.customer === customer) return;
  throw new InvalidRequest(`The subscription ${subscription.id} belongs to another customer.`, { param: 'subscription' });
}

import { createHmac } from 'node:crypto';
import type { Change, Delivery, DeliveryContext } from '@svc/twin-kit';
import { listeners } from './actions/webhook-endpoints.ts';
import type { StripeCollections, StripeEvent } from './world.ts';

const SECOND_MS = 1000;
/** docs: Webhooks, "Quickly return a 2xx response"; the time is not told. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** In test mode there are three attempts over a few hours (docs: Webhooks, "Automatic retries"); when exactly is not told. */
const RETRY_AFTER_MS = [60 * SECOND_MS, 2 * 3_600 * SECOND_MS];

/** docs: Webhooks, "Verify webhook signatures manually" */
function signature(secret: string, at: number, body: string): string {
  const timestamp = Math.floor(at / SECOND_MS);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** The new events of a write, to each endpoint that wants them. */
export function deliveries({ world }: DeliveryContext<StripeCollections>, changes: readonly Change[]): Delivery[] {
  if (world.webhook_endpoints.size === 0) return [];
  return changes.flatMap(({ collection, before, after }) => {
    if (collection !== 'events' || before !== null || after === null) return [];
    const event = after as unknown as StripeEvent;
    return listeners(world, event.type).map(({ id, url, api_version: version }) => {
      // An endpoint is told in its own version, where it has one (docs: Webhook endpoints, `api_version`).
      const body = JSON.stringify(version === null ? event : { ...event, api_version: version }, null, 2);
      const { secret = '' } = world.webhook_secrets.get(id) ?? {};
      return {
        url,
        subject: event.id,
        timeoutMs: TIMEOUT_MS,
        retryAfterMs: RETRY_AFTER_MS,
        message: (at: number) => ({
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
            'stripe-signature': signature(secret, at, body),
          },
          body,
        }),
      };
    });
  });
}

import { createHmac } from 'node:crypto';
import type { Change, Delivery, DeliveryContext } from '@svc/twin-kit';
import { hookPayload } from './render/hook-payloads.ts';
import { hookHeaders } from './render/hooks.ts';
import type { GithubCollections, GithubContext, HookDelivery } from './world.ts';

/** docs: Webhooks, "Handling webhook deliveries": a receiver has ten seconds, and nothing is sent again by itself. */
const TIMEOUT_MS = 10_000;

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
const signatures = (secret: string, body: string): Record<string, string> => ({
  'x-hub-signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

/** The new deliveries of a write, to their hooks. */
export function deliveries(context: DeliveryContext<GithubCollections>, changes: readonly Change[]): Delivery[] {
  const { world } = context;
  if (world.hooks.size === 0) return [];
  return changes.flatMap(({ collection, before, after }) => {
    if (collection !== 'hook_deliveries' || before !== null || after === null) return [];
    const delivery = after as unknown as HookDelivery;
    const hook = world.hooks.get(delivery.hook_id);
    if (!hook) return [];
    // What renders reads and writes nothing.
    const text = JSON.stringify(hookPayload(context as GithubContext, hook, delivery));
    const body = hook.content_type === 'json' ? text : `payload=${encodeURIComponent(text)}`;
    const secret = world.hook_secrets.get(hook.id)?.secret;
    const headers = { ...hookHeaders(hook, delivery), ...(secret !== undefined && signatures(secret, body)) };
    return {
      url: hook.url,
      subject: `${delivery.id}`,
      timeoutMs: TIMEOUT_MS,
      retryAfterMs: [],
      message: () => ({ headers, body }),
    };
  });
}

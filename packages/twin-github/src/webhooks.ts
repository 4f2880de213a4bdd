import type { Change, Delivery, DeliveryContext } from '@svc/twin-kit';
import { sentBy } from './render/hook-messages.ts';
import type { GithubCollections, HookDelivery } from './world.ts';

/** docs: Webhooks, "Handling webhook deliveries": a receiver has ten seconds, and nothing is sent again by itself. */
const TIMEOUT_MS = 10_000;

/** The new deliveries of a write, to their hooks. */
export function deliveries({ world }: DeliveryContext<GithubCollections>, changes: readonly Change[]): Delivery[] {
  if (world.hooks.size === 0) return [];
  return changes.flatMap(({ collection, before, after }) => {
    if (collection !== 'hook_deliveries' || before !== null || after === null) return [];
    const delivery = after as unknown as HookDelivery;
    const hook = world.hooks.get(delivery.hook_id);
    const message = hook && sentBy(world, delivery);
    if (!message) return [];
    return { url: hook.url, subject: `${delivery.id}`, timeoutMs: TIMEOUT_MS, retryAfterMs: [], message: () => message };
  });
}

import { newId } from '../ids.ts';
import { wire } from '../render/wire.ts';
import { type StripeContext, type StripeEvent, seconds } from '../world.ts';
import { listeners } from './webhook-endpoints.ts';

/** The API version that the twin speaks. */
export const API_VERSION = '2026-10-28.endive';

/** The fields that a change moved, with their earlier values (docs: Events, `data.previous_attributes`). */
function previousAttributes(before: object, after: object): Record<string, unknown> {
  const now = after as Record<string, unknown>;
  const moved = Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name]));
  return Object.fromEntries(moved);
}

/** Writes the event of what just happened to an object. `before` is the object as it was, for `*.updated` events. */
export function emit(context: StripeContext, type: string, record: { object: string }, before?: object): Readonly<StripeEvent> {
  const { world } = context;
  const object = wire(context, record);
  return world.events.insert({
    id: newId(context.ids, 'event'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(context),
    data: before ? { object, previous_attributes: previousAttributes(before, object) } : { object },
    livemode: false,
    pending_webhooks: listeners(world, type).length,
    request: { ...context.cause },
    type,
  });
}

import { newId } from '../ids.ts';
import { wire } from '../render/wire.ts';
import { type StripeContext, type StripeEvent, seconds } from '../world.ts';
import { listeners } from './webhook-endpoints.ts';

/** The API version that the twin speaks. */
export const API_VERSION = '2026-10-28.endive';

const differ = (one: unknown, other: unknown): boolean => one !== other && JSON.stringify(one) !== JSON.stringify(other);

/** The fields that a change moved, with their earlier values (docs: Events, `data.previous_attributes`). */
function previousAttributes(before: object, after: object): Record<string, unknown> {
  const now = after as Record<string, unknown>;
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => differ(value, now[name])));
}

/** Writes the event of what just happened to an object. `before` is the object as it was, for `*.updated` events. */
export function emit(context: StripeContext, type: string, record: { object: string }, before?: object): Readonly<StripeEvent> {
  const { world } = context;
  const object = wire(context, record);
  return world.events.insert({
    id: newId(context.ids, 'event'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(context.now),
    data: before ? { object, previous_attributes: previousAttributes(before, object) } : { object },
    livemode: false,
    pending_webhooks: listeners(world, type).length,
    request: { ...context.cause },
    type,
  });
}

/** Writes the event of a change, if it changed something. */
export function emitChange(context: StripeContext, type: string, record: { object: string }, before: object): void {
  const [now, earlier] = [record, before] as unknown as [Record<string, unknown>, Record<string, unknown>];
  if (Object.keys({ ...earlier, ...now }).some((name) => differ(earlier[name], now[name]))) emit(context, type, record, before);
}

import { InvalidParameter } from '../errors.ts';
import { pendingWebhooks } from '../render/wire.ts';
import type { StripeContext, StripeEvent } from '../world.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getObject } from './lookups.ts';

export const getEvent = ({ world }: StripeContext, id: string): Readonly<StripeEvent> => getObject(world.events, 'event', id);

export interface EventListParams extends ListParams {
  delivery_success?: boolean;
  type?: string | null;
  types?: string[];
}

/**
 * Matches an event type against a name in which `*` stands for anything, e.g. `charge.*`. Each part is taken where it stands first,
 * so that no name makes it slow, as it would a regular expression.
 */
const matcher = (pattern: string): ((type: string) => boolean) => {
  const [first = '', ...further] = pattern.split('*');
  const last = further.pop();
  if (last === undefined) return (type) => type === first;
  return (type) => {
    if (!type.startsWith(first)) return false;
    let at = first.length;
    for (const part of further) {
      const found = type.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at + last.length <= type.length && type.endsWith(last);
  };
};

const MOST_TYPES = 20;

export function listEvents(context: StripeContext, params: EventListParams): Page<StripeEvent> {
  const { world } = context;
  const { type, types, delivery_success } = params;
  if (type && types) throw new InvalidParameter('You may only specify one of these parameters: type, types.', { param: 'types' });
  if (types && types.length > MOST_TYPES)
    throw new InvalidParameter(`You can list up to ${MOST_TYPES} types.`, { param: 'types' });
  const tests: ((event: Readonly<StripeEvent>) => boolean)[] = [];
  if (delivery_success !== undefined) tests.push((event) => (pendingWebhooks(context, event) === 0) === delivery_success);
  const one = type && !type.includes('*') ? type : undefined;
  const wanted = [...(types ?? []), ...(type ? [type] : [])].map(matcher);
  if (one === undefined && wanted.length > 0) tests.push((event) => wanted.some((test) => test(event.type)));
  const matches = tests.length > 0 ? (event: Readonly<StripeEvent>): boolean => tests.every((test) => test(event)) : undefined;
  return listPage(listing(world.events, 'event', { by: { type: ['type', one] }, matches }), params);
}

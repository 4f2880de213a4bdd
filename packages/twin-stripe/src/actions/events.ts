import { InvalidParameter } from '../errors.ts';
import type { StripeContext, StripeEvent } from '../world.ts';
import { find } from './find.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';

export const findEvent = ({ world }: StripeContext, id: string): Readonly<StripeEvent> => find(world.events, 'event', id);

export interface EventListParams extends ListParams {
  delivery_success?: boolean;
  type?: string | null;
  types?: string[];
}

/** Matches an event type against a name in which `*` stands for anything, e.g. `charge.*`. */
const matcher = (pattern: string): ((type: string) => boolean) => {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`);
  return (type) => expression.test(type);
};

const MOST_TYPES = 20;

export function listEvents({ world }: StripeContext, params: EventListParams): Page<StripeEvent> {
  const { type, types } = params;
  if (type && types) throw new InvalidParameter('You may only specify one of these parameters: type, types.', { param: 'types' });
  if (types && types.length > MOST_TYPES)
    throw new InvalidParameter(`You can list up to ${MOST_TYPES} types.`, { param: 'types' });
  if (type && !type.includes('*')) return listPage(listing(world.events, 'event', { by: { byType: ['type', type] } }), params);
  const wanted = [...(types ?? []), ...(type ? [type] : [])].map(matcher);
  const matches =
    wanted.length > 0 ? (event: Readonly<StripeEvent>): boolean => wanted.some((test) => test(event.type)) : undefined;
  return listPage(listing(world.events, 'event', { matches }), params);
}

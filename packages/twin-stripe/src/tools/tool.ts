import { type Context, RawJson, toolsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { CardDeclined, InvalidRequest } from '../errors.ts';
import { routes } from '../routes/index.ts';
import { execute, type NamedRoute } from '../routes/operation.ts';
import type { StripeCollections } from '../world.ts';

/** Declares a tool of Stripe's MCP server. */
export const tool = toolsOf<StripeCollections>();

const byAction = new Map(routes.map((route) => [route.action, route]));

/** The route of an action, e.g. `create_refund`. */
export function routeOf(action: string): NamedRoute {
  const route = byAction.get(action);
  if (!route) throw new Error(`no route does ${action}`);
  return route;
}

/**
 * Does what the route does, and answers with what it answers. A refused card is an answer, not an error of the tool: the
 * attempt has left its traces.
 */
export function call(
  route: NamedRoute,
  context: Context<StripeCollections>,
  params: Readonly<Record<string, unknown>>,
  ids: Readonly<Record<string, string>> = {},
): RawJson {
  try {
    return execute(route, { ...context, cause: { id: context.requestId, idempotency_key: null } }, params, ids);
  } catch (error) {
    if (error instanceof CardDeclined) return RawJson.of(error.body);
    throw error;
  }
}

/** Leaves out what wasn't given. */
export const given = (params: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));

const LARGEST_LIMIT = 100;
export const limit = z
  .int()
  .min(1)
  .max(LARGEST_LIMIT)
  .optional()
  .describe('How many objects to return, from 1 to 100; 10 by default.');

/** Which account a call is for; the remote server asks for both. */
export const account = {
  stripe_context: z.string().describe('The account to act on, as list_available_accounts_or_orgs names it.'),
  livemode: z.boolean().describe('Whether to act in live mode. The twin has test mode only.'),
};

export const humanConfirmation = z
  .object({ approval_token: z.string().optional() })
  .optional()
  .describe('Not asked for by the twin');

/** @throws for another account, and for live mode */
export function requireTestMode(
  context: Context<StripeCollections>,
  { stripe_context: id, livemode }: { stripe_context?: string | undefined; livemode?: boolean | undefined },
): void {
  if (livemode) throw new InvalidRequest('The Stripe twin has test mode only: send livemode false.', { param: 'livemode' });
  const own = context.world.account.by.all.first('all')?.id;
  if (id !== undefined && id !== own)
    throw new InvalidRequest(`No such account: '${id}'. list_available_accounts_or_orgs lists those there are.`, {
      param: 'stripe_context',
    });
}

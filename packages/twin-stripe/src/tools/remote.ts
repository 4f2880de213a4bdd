import type { Context } from '@svc/twin-kit';
import { z } from 'zod';
import { InvalidRequest, StripeError, ToldByTool, Unsupported } from '../errors.ts';
import { documentedOperations } from '../generated/operations.ts';
import { routes } from '../routes/index.ts';
import type { NamedRoute } from '../routes/operation.ts';
import type { StripeCollections } from '../world.ts';
import { account, call, humanConfirmation, requireTestMode, routeOf, tool } from './tool.ts';

// The tools of Stripe's remote server that don't need its documentation or its dashboard.

const byId = new Map(routes.map((route) => [route.id, route]));

const capitals = (segment: string): string =>
  segment.replace(/[{}]/g, '').replaceAll(/(?:^|[_-])(\w)/g, (_all, letter: string) => letter.toUpperCase());
/** Stripe's id of an operation, e.g. `PostCheckoutSessions` of `POST /v1/checkout/sessions`. */
function idOf(operation: string): string {
  const [method = '', path = ''] = operation.split(' ');
  return capitals(method.toLowerCase()) + path.split('/').slice(2).map(capitals).join('');
}
let documentedIds: ReadonlySet<string> | undefined;

/** @throws in the words of Stripe's own server (Kiln-AI/stripe_world, refusal-matrix.md) */
function knownRoute(id: string): NamedRoute {
  const route = byId.get(id);
  if (route) return route;
  documentedIds ??= new Set(documentedOperations.map(idOf));
  if (documentedIds.has(id)) throw new Unsupported(`the operation ${id}`, 'stripe_api_operation_id');
  throw new InvalidRequest(`Operation '${id}' is not available. Use stripe_api_search to find available operations.`, {
    param: 'stripe_api_operation_id',
  });
}

function routeById(id: string, reads: boolean): NamedRoute {
  const route = knownRoute(id);
  if ((route.method === 'GET') !== reads) {
    throw new InvalidRequest(`${id} is a ${route.method} operation: use ${reads ? 'stripe_api_write' : 'stripe_api_read'}.`, {
      param: 'stripe_api_operation_id',
    });
  }
  return route;
}

const pathParameters = (route: NamedRoute): string[] => [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** Path parameters stand among the others. */
function callById(
  context: Context<StripeCollections>,
  id: string,
  parameters: Readonly<Record<string, unknown>>,
  reads: boolean,
) {
  const route = routeById(id, reads);
  const { ids, params } = parted(route, parameters);
  const missing = (route.parameters().r ?? []).filter((name) => params[name] === undefined);
  if (missing.length > 0) throw missingOf(reads ? 'query' : 'body', missing);
  try {
    return call(route, context, params, ids);
  } catch (error) {
    throw error instanceof StripeError && !(error instanceof Unsupported) ? new ToldByTool(error, id) : error;
  }
}

/** The remote server looks for itself whether all is there that must be (recorded: Kiln-AI/stripe_world, refusal-matrix.md and probe-results.md). */
const missingOf = (where: string, names: readonly string[]): InvalidRequest =>
  new InvalidRequest(`Missing required ${where} parameters: ${names.join(', ')}`, { code: 'parameter_missing' });

/** The parameters of the path and the others. The remote server calls the one that a path has `id`; its own name is taken too. */
function parted(route: NamedRoute, parameters: Readonly<Record<string, unknown>>) {
  const names = pathParameters(route);
  const params = { ...parameters };
  const ids: Record<string, string> = {};
  const missing: string[] = [];
  for (const name of names) {
    const told = names.length === 1 && typeof params[name] !== 'string' ? 'id' : name;
    const value = params[told];
    if (typeof value === 'string') ids[name] = value;
    else missing.push(told);
    delete params[told];
  }
  if (missing.length > 0) throw missingOf('path', missing);
  return { ids, params };
}

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);
const singular = (word: string): string => word.replace(/s$/, '');

const SYNONYMS: Readonly<Record<string, string>> = {
  get: 'retrieve',
  fetch: 'retrieve',
  read: 'retrieve',
  remove: 'delete',
  add: 'create',
  new: 'create',
};

function searchRoutes(intent: string, resource: string, limit: number): object[] {
  const wanted = [...words(intent).map((word) => SYNONYMS[word] ?? word), ...words(resource)].map(singular);
  const scored = routes.map((route) => {
    const known = new Set([...words(route.action), ...words(route.path)].map(singular));
    return { route, score: wanted.filter((word) => known.has(word)).length / (1 + known.size / 10) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ route }) => ({
      stripe_api_operation_id: route.id,
      method: route.method,
      path: route.path,
      summary: route.action.replaceAll('_', ' '),
    }));
}

const operationIdInput = z.string().describe("The operation's id, e.g. PostCustomers");
const parameters = z.record(z.string(), z.unknown()).describe('Parameters of the path, the query and the body');
const MOST_HITS = 20;
const HITS = 5;

export const remoteTools = [
  tool({
    name: 'list_available_accounts_or_orgs',
    description: 'Lists the accounts that the other tools can act on.',
    mutates: false,
    input: z.object({}),
    handle: ({ world }) =>
      [...world.account.values()].map(({ id, display_name }) => ({ stripe_context: id, display_name, livemode: false })),
  }),
  tool({
    name: 'get_stripe_account_info',
    description: 'Reads the account.',
    mutates: false,
    action: 'retrieve_account',
    input: z.object(account),
    handle(context, input) {
      requireTestMode(context, input);
      return call(routeOf('retrieve_account'), context, {});
    },
  }),
  tool({
    name: 'stripe_api_search',
    description: 'Finds operations of the API by what they do and to what.',
    mutates: false,
    input: z.object({
      intent: z.string().describe('What to do, e.g. create, list, refund'),
      resource: z.string().describe('To what, e.g. customer'),
      limit: z.int().min(1).max(MOST_HITS).default(HITS).describe('How many operations to return'),
      ...account,
    }),
    handle(context, input) {
      requireTestMode(context, input);
      return searchRoutes(input.intent, input.resource, input.limit);
    },
  }),
  tool({
    name: 'stripe_api_details',
    description:
      'Shows the parameters of an operation: s text, i integer, n number, b true or false, m metadata, o fields (r: required), a list, e one of.',
    mutates: false,
    input: z.object({ stripe_api_operation_id: operationIdInput, ...account }),
    handle(context, input) {
      requireTestMode(context, input);
      const id = input.stripe_api_operation_id;
      const route = knownRoute(id);
      const { method, path } = route;
      return {
        stripe_api_operation_id: id,
        method,
        path,
        path_parameters: pathParameters(route),
        parameters: route.parameters(),
      };
    },
  }),
  tool({
    name: 'stripe_api_read',
    description: 'Runs a GET operation of the API.',
    mutates: false,
    action: (input) => byId.get(input.stripe_api_operation_id)?.action ?? 'stripe_api_read',
    input: z.object({ stripe_api_operation_id: operationIdInput, parameters, ...account }),
    handle(context, input) {
      requireTestMode(context, input);
      return callById(context, input.stripe_api_operation_id, input.parameters, true);
    },
  }),
  tool({
    name: 'stripe_api_write',
    description: 'Runs a POST or DELETE operation of the API.',
    mutates: true,
    action: (input) => byId.get(input.stripe_api_operation_id)?.action ?? 'stripe_api_write',
    input: z.object({
      stripe_api_operation_id: operationIdInput,
      parameters,
      human_confirmation: humanConfirmation,
      ...account,
    }),
    handle(context, input) {
      requireTestMode(context, input);
      return callById(context, input.stripe_api_operation_id, input.parameters, false);
    },
  }),
];

import { InvalidParameter, InvalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type Metadata,
  newWebhookEndpoint,
  type StripeContext,
  type StripeWorld,
  seconds,
  type WebhookEndpoint,
} from '../world.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';

export interface WebhookEndpointParams {
  api_version?: string;
  description?: string | null;
  disabled?: boolean;
  enabled_events?: string[];
  metadata?: Metadata | null;
  url?: string | null;
}

const SECRET_LENGTH = 32;
/** docs: Webhooks, "Register your endpoint" */
const MOST_ENDPOINTS = 16;

export const getWebhookEndpoint = ({ world }: StripeContext, id: string): Readonly<WebhookEndpoint> =>
  getObject(world.webhook_endpoints, 'webhook endpoint', id);

function checkUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:')) return url;
  throw new InvalidParameter(
    `Invalid URL: ${parsed ? 'URL must begin with http or https' : 'An explicit scheme (such as https) must be provided.'}`,
    {
      code: 'url_invalid',
      param: 'url',
    },
  );
}

function checkEvents(events: readonly string[]): readonly string[] {
  if (events.length === 0) throw new InvalidParameter('enabled_events cannot be empty.', { param: 'enabled_events' });
  const odd = events.find((event) => event !== '*' && !/^[a-z0-9_]+(\.[a-z0-9_]+)+$/.test(event));
  if (odd !== undefined) throw new InvalidParameter(`Invalid event type: ${odd}`, { param: 'enabled_events' });
  return events;
}

/** The endpoints that are told of events of a type. */
export const listeners = ({ webhook_endpoints }: StripeWorld, type: string): Readonly<WebhookEndpoint>[] =>
  webhook_endpoints.by.status
    .page('enabled')
    .filter(({ enabled_events }) => enabled_events.includes('*') || enabled_events.includes(type));

/** Registers an endpoint. The secret that signs its deliveries is told this once. */
export function createWebhookEndpoint(
  context: StripeContext,
  params: WebhookEndpointParams,
): { endpoint: Readonly<WebhookEndpoint>; secret: string } {
  const { world } = context;
  if (world.webhook_endpoints.size >= MOST_ENDPOINTS) {
    throw new InvalidRequest(`You have reached the maximum of ${MOST_ENDPOINTS} test webhook endpoints.`);
  }
  const id = newId(context.ids, 'webhook_endpoint');
  const secret = `whsec_${context.ids.text(SECRET_LENGTH)}`;
  const endpoint = world.webhook_endpoints.insert(
    newWebhookEndpoint({
      id,
      object: 'webhook_endpoint' as const,
      api_version: params.api_version ?? null,
      created: seconds(context.now),
      description: params.description ?? null,
      enabled_events: checkEvents(params.enabled_events ?? []),
      metadata: mergeMetadata({}, params.metadata),
      status: 'enabled' as const,
      url: checkUrl(params.url ?? ''),
    }),
  );
  world.webhook_secrets.insert({ id, secret });
  return { endpoint, secret };
}

export function updateWebhookEndpoint(
  context: StripeContext,
  id: string,
  params: WebhookEndpointParams,
): Readonly<WebhookEndpoint> {
  const before = getWebhookEndpoint(context, id);
  return context.world.webhook_endpoints.update(id, {
    ...sent({
      description: params.description,
      enabled_events: params.enabled_events && checkEvents(params.enabled_events),
      status: params.disabled === undefined ? undefined : params.disabled ? ('disabled' as const) : ('enabled' as const),
      url: params.url ? checkUrl(params.url) : undefined,
    }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
}

export function deleteWebhookEndpoint(context: StripeContext, id: string): void {
  getWebhookEndpoint(context, id);
  context.world.webhook_endpoints.remove(id);
  if (context.world.webhook_secrets.has(id)) context.world.webhook_secrets.remove(id);
}

export const listWebhookEndpoints = ({ world }: StripeContext, params: ListParams): Page<WebhookEndpoint> =>
  listPage(listing(world.webhook_endpoints, 'webhook endpoint'), params);

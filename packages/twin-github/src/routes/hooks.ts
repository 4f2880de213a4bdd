import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  appHooks,
  createHook,
  deleteHook,
  deliveriesOf,
  getDelivery,
  getHook,
  type HookInput,
  type HookPlace,
  listHooks,
  organizationHooks,
  pingHook,
  redeliver,
  repositoryHooks,
  testHook,
  updateHook,
} from '../actions/hooks.ts';
import { sentBy } from '../render/hook-messages.ts';
import { renderConfig, renderHook, renderShortDelivery } from '../render/hooks.ts';
import type { GithubContext, Hook } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;
const ACCEPTED = 202;

type Params = Readonly<Record<string, string>>;

function placeOf(context: GithubContext, params: Params): HookPlace {
  if (params.org !== undefined) return organizationHooks(context, params.org);
  return params.repo === undefined ? appHooks(context) : repositoryHooks(context, ...repositoryParams(params));
}

/** The hook that a path names; an app has one at most, whose id no path says. @throws NotFound */
function hookIn(context: GithubContext, params: Params): Readonly<Hook> {
  const place = placeOf(context, params);
  return getHook(context, place, 'app' in place ? (listHooks(context, place)[0]?.id ?? 0) : numberParam(params.hook_id));
}

const config = {
  url: z.string().optional(),
  content_type: z.string().optional(),
  secret: z.string().optional(),
  insecure_ssl: z.union([z.string(), z.number()]).optional(),
};
const events = z.array(z.string()).optional();
const settings = { name: z.string().optional(), events, active: z.boolean().optional() };

const changing = (kind: 'repos' | 'orgs', path: string) => [
  operation({
    ...read,
    id: `${kind}/list-webhooks`,
    path,
    action: 'list_webhooks',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, listHooks(context, placeOf(context, request.params)));
      return json(
        records.map((hook) => renderHook(context, hook)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: `${kind}/create-webhook`,
    method: 'POST',
    path,
    action: 'create_webhook',
    body: z.object({ ...settings, config: z.object(config).optional() }),
    handle(context, { params, body }) {
      const rendered = renderHook(context, createHook(context, placeOf(context, params), body));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    ...read,
    id: `${kind}/get-webhook`,
    path: `${path}/{hook_id}`,
    action: 'get_webhook',
    handle: (context, { params }) => json(renderHook(context, hookIn(context, params))),
  }),
  operation({
    ...write,
    id: `${kind}/update-webhook`,
    method: 'PATCH',
    path: `${path}/{hook_id}`,
    action: 'update_webhook',
    body: z.object({
      ...settings,
      config: z.object(config).optional(),
      ...(kind === 'repos' && { add_events: events, remove_events: events }),
    }),
    handle: (context, { params, body }) =>
      json(renderHook(context, updateHook(context, placeOf(context, params), numberParam(params.hook_id), body as HookInput))),
  }),
  operation({
    ...write,
    id: `${kind}/delete-webhook`,
    method: 'DELETE',
    path: `${path}/{hook_id}`,
    action: 'delete_webhook',
    handle(context, { params }) {
      deleteHook(context, placeOf(context, params), numberParam(params.hook_id));
      return noContent();
    },
  }),
];

/** By whose hooks they are. */
const CONFIG_IDS = {
  repos: ['repos/get-webhook-config-for-repo', 'repos/update-webhook-config-for-repo'],
  orgs: ['orgs/get-webhook-config-for-org', 'orgs/update-webhook-config-for-org'],
  apps: ['apps/get-webhook-config-for-app', 'apps/update-webhook-config-for-app'],
} as const;
type Kind = keyof typeof CONFIG_IDS;

/** @param one the path of a hook */
const configuring = (kind: Kind, one: string) => [
  operation({
    ...read,
    id: CONFIG_IDS[kind][0],
    path: `${one}/config`,
    action: 'get_webhook',
    handle: (context, { params }) => json(renderConfig(context, hookIn(context, params))),
  }),
  operation({
    ...write,
    id: CONFIG_IDS[kind][1],
    method: 'PATCH',
    path: `${one}/config`,
    action: 'update_webhook',
    body: z.object(config),
    handle(context, { params, body }) {
      const { id } = hookIn(context, params);
      return json(renderConfig(context, updateHook(context, placeOf(context, params), id, { config: body })));
    },
  }),
];

const pinging = (kind: 'repos' | 'orgs', one: string) => [
  operation({
    ...write,
    id: `${kind}/ping-webhook`,
    method: 'POST',
    path: `${one}/pings`,
    action: 'ping_webhook',
    handle(context, { params }) {
      pingHook(context, hookIn(context, params));
      return noContent();
    },
  }),
];

const sending = (kind: Kind, one: string) => [
  operation({
    ...read,
    id: `${kind}/list-webhook-deliveries`,
    path: `${one}/deliveries`,
    action: 'list_webhook_deliveries',
    query: z.object({ per_page: pageQuery.per_page, cursor: queryText, status: queryText }),
    handle(context, { params, query, links, path: asked }) {
      const { per_page, cursor, status } = query;
      const before = cursor === undefined ? Number.POSITIVE_INFINITY : numberParam(cursor);
      const all = deliveriesOf(context, hookIn(context, params).id)
        .filter(({ id }) => id < before)
        .map((delivery) => renderShortDelivery(context, delivery))
        .filter((each) => status === undefined || (status === 'success') === (each.status === 'OK'));
      const page = all.slice(0, per_page);
      const next = `<${links.to(asked)}?per_page=${per_page}&cursor=${page.at(-1)?.id}>; rel="next"`;
      return json(page, 200, all.length > page.length ? { link: next } : {});
    },
  }),
  operation({
    ...read,
    id: `${kind}/get-webhook-delivery`,
    path: `${one}/deliveries/{delivery_id}`,
    action: 'get_webhook_delivery',
    handle(context, { params }) {
      const hook = hookIn(context, params);
      const delivery = getDelivery(context, placeOf(context, params), hook.id, numberParam(params.delivery_id));
      const sent = sentBy(context.world, delivery);
      return json({
        ...renderShortDelivery(context, delivery),
        url: hook.url,
        request: { headers: sent?.headers ?? null, payload: sent ? JSON.parse(sent.payload) : null },
        response: { headers: {}, payload: '' },
      });
    },
  }),
  operation({
    ...write,
    id: `${kind}/redeliver-webhook-delivery`,
    method: 'POST',
    path: `${one}/deliveries/{delivery_id}/attempts`,
    action: 'redeliver_webhook',
    handle(context, { params }) {
      redeliver(context, placeOf(context, params), hookIn(context, params).id, numberParam(params.delivery_id));
      return json({}, ACCEPTED);
    },
  }),
];

const OF_REPOSITORY = '/repos/{owner}/{repo}/hooks';
const OF_ORGANIZATION = '/orgs/{org}/hooks';
const OF_APP = '/app/hook';

const ofPlace = (kind: 'repos' | 'orgs', path: string) => {
  const one = `${path}/{hook_id}`;
  return [...changing(kind, path), ...configuring(kind, one), ...pinging(kind, one), ...sending(kind, one)];
};

export const hookOperations = [
  ...ofPlace('repos', OF_REPOSITORY),
  ...ofPlace('orgs', OF_ORGANIZATION),
  ...configuring('apps', OF_APP),
  ...sending('apps', OF_APP),
  operation({
    ...write,
    id: 'repos/test-push-webhook',
    method: 'POST',
    path: `${OF_REPOSITORY}/{hook_id}/tests`,
    action: 'test_webhook',
    handle(context, { params }) {
      testHook(context, placeOf(context, params), numberParam(params.hook_id));
      return noContent();
    },
  }),
];

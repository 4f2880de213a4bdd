import type { GithubContext, Hook, HookDelivery } from '../world.ts';

/** Where a hook is found. */
function hookUrl({ world, links }: GithubContext, hook: Readonly<Hook>): string {
  const repository = hook.repository_id === null ? undefined : world.repositories.get(hook.repository_id);
  const place = repository ? `repos/${repository.full_name}` : `orgs/${world.users.get(hook.organization_id ?? 0)?.login ?? ''}`;
  return links.to(`/${place}/hooks/${hook.id}`);
}

export const renderConfig = (
  { world }: Pick<GithubContext, 'world'>,
  { id, content_type, insecure_ssl, url }: Readonly<Hook>,
) => ({
  content_type,
  insecure_ssl,
  url,
  // That there is one is all that anybody is told.
  ...(world.hook_secrets.has(id) && { secret: '********' }),
});

export function renderHook(context: GithubContext, hook: Readonly<Hook>) {
  const url = hookUrl(context, hook);
  const isRepository = hook.repository_id !== null;
  return {
    type: isRepository ? 'Repository' : 'Organization',
    id: hook.id,
    name: 'web',
    active: hook.active,
    events: hook.events,
    config: renderConfig(context, hook),
    updated_at: hook.updated_at,
    created_at: hook.created_at,
    url,
    ...(isRepository && { test_url: `${url}/test` }),
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
    ...(isRepository && { last_response: { code: null, status: 'unused', message: null } }),
  };
}

const OK = 200;
const UNREACHED = 502;

/** Of an app's hook: where the app is installed that was told. */
function installationOf({ world }: GithubContext, { hook_id, repository_id }: Readonly<HookDelivery>): number | null {
  const app = world.hooks.get(hook_id)?.app_id;
  const account = world.repositories.get(repository_id ?? 0)?.owner_id;
  return app === undefined ? null : (world.installations.by.account.first(`${app}/${account}`)?.id ?? null);
}

/** Whether it was received is known where the world's time is the wall's. */
export function renderShortDelivery(context: GithubContext, delivery: Readonly<HookDelivery>) {
  const isReceived = context.delivered(`${delivery.id}`) > 0;
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.delivered_at,
    redelivery: delivery.redelivery,
    duration: 0.1,
    status: isReceived ? 'OK' : 'failed to connect to host',
    status_code: isReceived ? OK : UNREACHED,
    event: delivery.event,
    action: delivery.action,
    installation_id: installationOf(context, delivery),
    repository_id: delivery.repository_id,
    throttled_at: null,
  };
}

/** https://docs.github.com/webhooks/webhook-events-and-payloads#delivery-headers */
export function hookHeaders(hook: Readonly<Hook>, delivery: Readonly<HookDelivery>): Record<string, string> {
  const place = hook.repository_id === null ? 'organization' : 'repository';
  return {
    accept: '*/*',
    'content-type': hook.content_type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-delivery': delivery.guid,
    'x-github-event': delivery.event,
    'x-github-hook-id': String(hook.id),
    'x-github-hook-installation-target-id': String(hook.app_id ?? hook.repository_id ?? hook.organization_id),
    'x-github-hook-installation-target-type': hook.app_id === undefined ? place : 'integration',
  };
}

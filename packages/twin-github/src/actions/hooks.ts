import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type App,
  type GithubContext,
  type Hook,
  type HookDelivery,
  membershipKey,
  type Repository,
  timestamp,
  type User,
} from '../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository } from './access.ts';
import { appOf } from './apps.ts';
import { branchRef, findBranch } from './branches.ts';
import { deliver } from './emit.ts';
import { organizationByLogin } from './organizations.ts';

export interface ConfigInput {
  url?: string | undefined;
  content_type?: string | undefined;
  secret?: string | undefined;
  insecure_ssl?: string | number | undefined;
}

export interface HookInput {
  name?: string | undefined;
  config?: ConfigInput | undefined;
  events?: string[] | undefined;
  add_events?: string[] | undefined;
  remove_events?: string[] | undefined;
  active?: boolean | undefined;
}

export type HookPlace = { repository: Readonly<Repository> } | { organization: Readonly<User> } | { app: Readonly<App> };

/** Events that the twin tells of, and those that hooks may name besides. */
const EVENT = /^(?:\*|[a-z][a-z_]*)$/;
/** https://docs.github.com/webhooks/about-webhooks */
const MOST_PER_EVENT = 20;

const fault = (message: string, field?: string): FieldError => ({
  resource: 'Hook',
  code: 'custom',
  ...(field !== undefined && { field }),
  message,
});

/** The place of a repository's hooks: for its administrators, and there for nobody else. @throws NotFound */
export function repositoryHooks(context: HasWorld, owner: string, repo: string): HookPlace {
  const repository = visibleRepository(context, owner, repo);
  if (!hasPermission(context, repository, viewerOf(context).id, 'admin')) throw new NotFound();
  return { repository };
}

/** @throws NotFound for who doesn't own the organisation */
export function organizationHooks(context: HasWorld, login: string): HookPlace {
  const organization = organizationByLogin(context, login);
  if (context.world.memberships.get(membershipKey(organization.id, viewerOf(context).id))?.role !== 'admin') throw new NotFound();
  return { organization };
}

export function listHooks({ world }: HasWorld, place: HookPlace): readonly Readonly<Hook>[] {
  const [index, id] = shelfOf(world, place);
  return index.page(id, { limit: index.count(id) });
}

function shelfOf({ hooks }: HasWorld['world'], place: HookPlace) {
  if ('repository' in place) return [hooks.by.repository, place.repository.id] as const;
  return 'app' in place ? ([hooks.by.app, place.app.id] as const) : ([hooks.by.organization, place.organization.id] as const);
}

/** The place of the only hook that an app has, for the app itself. @throws JsonWebTokenRefused */
export const appHooks = (context: HasWorld): HookPlace => ({ app: appOf(context) });

/** @throws NotFound */
export function getHook(context: HasWorld, place: HookPlace, id: number): Readonly<Hook> {
  const hook = listHooks(context, place).find((one) => one.id === id);
  if (!hook) throw new NotFound();
  return hook;
}

type Config = Pick<Hook, 'url' | 'content_type' | 'insecure_ssl'>;

/** @throws ValidationFailed */
function configOf(input: ConfigInput, known?: Config): Config {
  const url = input.url ?? known?.url;
  if (!url) throw new ValidationFailed([fault('url cannot be blank', 'url')]);
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new ValidationFailed([fault('url is missing a scheme', 'url')]);
  const type = input.content_type ?? known?.content_type ?? 'form';
  if (type !== 'json' && type !== 'form')
    throw new ValidationFailed([fault("content_type must be one of 'form', 'json'", 'content_type')]);
  const insecure = String(input.insecure_ssl ?? known?.insecure_ssl ?? '0');
  if (insecure !== '0' && insecure !== '1') throw new ValidationFailed([fault('insecure_ssl must be 0 or 1', 'insecure_ssl')]);
  return { url, content_type: type, insecure_ssl: insecure };
}

/** @throws ValidationFailed */
function requireEvents(events: readonly string[]): void {
  const wrong = events.find((event) => !EVENT.test(event));
  if (wrong !== undefined) throw new ValidationFailed([fault(`${JSON.stringify(wrong)} is not a valid event`, 'events')]);
}

function keepSecret({ world }: GithubContext, hookId: number, secret: string | undefined): void {
  if (secret === undefined) return;
  if (world.hook_secrets.has(hookId)) world.hook_secrets.remove(hookId);
  if (secret !== '') world.hook_secrets.insert({ hook_id: hookId, secret });
}

/** Makes a hook and pings its address. @throws ValidationFailed */
export function createHook(context: GithubContext, place: HookPlace, input: HookInput): Readonly<Hook> {
  if (input.name !== undefined && input.name !== 'web')
    throw new ValidationFailed([{ value: input.name, resource: 'Hook', field: 'name', code: 'invalid' }]);
  const config = configOf(input.config ?? {});
  const events = [...new Set(input.events?.length ? input.events : ['push'])];
  requireEvents(events);
  const others = listHooks(context, place);
  if (others.some((one) => one.url === config.url && one.content_type === config.content_type))
    throw new ValidationFailed([fault('Hook already exists on this repository')]);
  if (events.some((event) => others.filter((one) => one.events.includes(event)).length >= MOST_PER_EVENT))
    throw new ValidationFailed([fault(`The "${events[0]}" event cannot have more than ${MOST_PER_EVENT} hooks`)]);
  const now = timestamp(context.now);
  const hook = context.world.hooks.insert({
    id: nextId(context.ids, 'hook'),
    repository_id: 'repository' in place ? place.repository.id : null,
    organization_id: 'organization' in place ? place.organization.id : null,
    active: input.active ?? true,
    events,
    ...config,
    created_at: now,
    updated_at: now,
  });
  keepSecret(context, hook.id, input.config?.secret);
  if (hook.active) pingHook(context, hook);
  return hook;
}

/** Events that are named are all of them, none named are none said, and what is added is there (xmo-odoo/dummy_central, webhooks/test_webhooks.py). */
function eventsAfter({ events }: Readonly<Hook>, { events: all, add_events = [], remove_events = [] }: HookInput): string[] {
  if (all?.length) return [...new Set(all)];
  return [...new Set([...events.filter((event) => !remove_events.includes(event)), ...add_events])];
}

/** @throws NotFound, ValidationFailed */
export function updateHook(context: GithubContext, place: HookPlace, id: number, input: HookInput): Readonly<Hook> {
  const hook = getHook(context, place, id);
  const config = input.config ? configOf(input.config, hook) : {};
  const events = eventsAfter(hook, input);
  requireEvents(events);
  keepSecret(context, id, input.config?.secret);
  return context.world.hooks.update(id, {
    ...config,
    events,
    ...(input.active !== undefined && { active: input.active }),
    updated_at: timestamp(context.now),
  });
}

/** @throws NotFound */
export function deleteHook(context: GithubContext, place: HookPlace, id: number): void {
  removeHook(context, getHook(context, place, id).id);
}

export function removeHook(context: GithubContext, id: number): void {
  const { world } = context;
  for (const delivery of [...deliveriesOf(context, id)]) {
    world.hook_deliveries.remove(delivery.id);
    if (world.hook_messages.has(delivery.id)) world.hook_messages.remove(delivery.id);
  }
  keepSecret(context, id, '');
  world.hooks.remove(id);
}

export const pingHook = (context: GithubContext, hook: Readonly<Hook>): Readonly<HookDelivery> =>
  deliver(context, hook, { event: 'ping', action: null, subject: {}, repository_id: hook.repository_id });

/** Sends the last push again, where the hook wants pushes. @throws NotFound */
export function testHook(context: GithubContext, place: HookPlace, id: number): void {
  const hook = getHook(context, place, id);
  if (!('repository' in place) || !hook.events.includes('push')) return;
  const { repository } = place;
  const tip = findBranch(context, repository.id, repository.default_branch)?.object.sha;
  if (tip === undefined) return;
  const subject = { ref: branchRef(repository.default_branch), before: tip, after: tip };
  deliver(context, hook, { event: 'push', action: null, subject, repository_id: repository.id });
}

/** Newest first. */
export function deliveriesOf({ world }: HasWorld, hookId: number): readonly Readonly<HookDelivery>[] {
  const { hook } = world.hook_deliveries.by;
  return hook.page(hookId, { limit: hook.count(hookId), reverse: true });
}

/** @throws NotFound */
export function getDelivery(context: HasWorld, place: HookPlace, id: number, deliveryId: number): Readonly<HookDelivery> {
  const hook = getHook(context, place, id);
  const delivery = context.world.hook_deliveries.get(deliveryId);
  if (delivery?.hook_id !== hook.id) throw new NotFound();
  return delivery;
}

/** @throws NotFound */
export function redeliver(context: GithubContext, place: HookPlace, id: number, deliveryId: number): void {
  const again = getDelivery(context, place, id, deliveryId);
  const { event, action, subject, repository_id } = again;
  deliver(context, getHook(context, place, id), { event, action, subject, repository_id }, { again });
}

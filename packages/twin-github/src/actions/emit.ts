import { nextId } from '../sequences.ts';
import { type GithubContext, type Hook, type HookDelivery, type HookSubject, timestamp } from '../world.ts';
import { type HasWorld, viewerOf } from './access.ts';
import { isCovered } from './app-permission.ts';

/** A UUID from hexadecimal digits. */
const guidOf = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20, 32)].join('-');

/** The hooks that want an event of a repository: its own and its organisation's. */
function listeners({ world }: HasWorld, repositoryId: number, event: string): Readonly<Hook>[] {
  const { repository, organization } = world.hooks.by;
  const owner = world.repositories.get(repositoryId)?.owner_id ?? 0;
  return [
    ...repository.page(repositoryId, { limit: repository.count(repositoryId) }),
    ...organization.page(owner, { limit: organization.count(owner) }),
    ...hooksOfApps(world, repositoryId),
  ].filter(({ active, events }) => active && (events.includes(event) || events.includes('*')));
}

/** Those of the apps that are installed where a repository is. */
function hooksOfApps({ hooks, installations, repositories }: HasWorld['world'], repositoryId: number): Readonly<Hook>[] {
  const repository = repositories.get(repositoryId);
  if (!repository || installations.size === 0) return [];
  const there = [...installations.values()].filter((one) => isCovered(one, repository));
  return there.flatMap(({ app_id }) => hooks.by.app.page(app_id, { limit: hooks.by.app.count(app_id) }));
}

export function deliver(
  context: GithubContext,
  hook: Readonly<Hook>,
  facts: Pick<HookDelivery, 'event' | 'action' | 'subject' | 'repository_id'>,
  { again, gone = null }: { again?: Readonly<HookDelivery>; gone?: object | null } = {},
): Readonly<HookDelivery> {
  const { hook_deliveries: deliveries, hook_messages: messages } = context.world;
  const delivery = deliveries.insert({
    id: nextId(context.ids, 'hook_delivery'),
    hook_id: hook.id,
    guid: again?.guid ?? guidOf(context.ids.hex(32)),
    sender_id: viewerOf(context).id,
    redelivery: again !== undefined,
    delivered_at: timestamp(context.now),
    ...facts,
  });
  messages.insert({ delivery_id: delivery.id, gone, repeats: again?.id ?? null, packed: null });
  return delivery;
}

/** Timelines tell of it, whether a hook hears of it or not. */
function recordPush(context: GithubContext, repository_id: number, { ref, before, after, merge }: HookSubject): void {
  if (ref === undefined) return;
  context.world.pushes.insert({
    id: nextId(context.ids, 'push'),
    repository_id,
    actor_id: viewerOf(context).id,
    ref,
    before: before ?? null,
    after: after ?? null,
    pushed_at: timestamp(context.now),
    ...(merge && { merge }),
  });
}

/**
 * Tells the hooks of a repository what the viewer did in it.
 *
 * @param gone the record that went, where one did
 */
export function emit(
  context: GithubContext,
  repositoryId: number,
  event: string,
  action: string | null,
  subject: HookSubject,
  gone?: object,
): void {
  if (event === 'push') recordPush(context, repositoryId, subject);
  // Most worlds have no hooks, and each write asks.
  if (context.world.hooks.size === 0) return;
  for (const hook of listeners(context, repositoryId, event))
    deliver(context, hook, { event, action, subject, repository_id: repositoryId }, gone && { gone });
}

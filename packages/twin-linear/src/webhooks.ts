import { createHmac } from 'node:crypto';
import type { Change, Delivery, DeliveryContext } from '@svc/twin-kit';
import { actor } from './actions/support.ts';
import { Graph } from './graphql/graph.ts';
import { loaded } from './graphql/loaded.ts';
import { type AnyRecord, typeOf } from './model.ts';
import {
  EVERYTHING,
  type LinearCollections,
  type LinearContext,
  type LinearWorld,
  liveIn,
  timestamp,
  type Webhook,
} from './world.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** https://linear.app/developers/webhooks#how-does-a-webhook-work */
const TIMEOUT_MS = 5 * SECOND_MS;
const RETRY_AFTER_MS = [MINUTE_MS, HOUR_MS, 6 * HOUR_MS];

type Action = 'create' | 'update' | 'remove';

function actionOf(before: AnyRecord | null, after: AnyRecord | null): Action {
  if (before === null) return 'create';
  // What is deleted goes to the trash first, and subscribers hear of its removal then.
  return after === null || (after.trashed && !before.trashed) ? 'remove' : 'update';
}

/** The teams that a record belongs to; undefined for what is the workspace's. */
function teamsOf(world: LinearWorld, record: AnyRecord | undefined): readonly string[] | undefined {
  if (!record) return undefined;
  if (Array.isArray(record.teamIds)) return record.teamIds;
  if (typeof record.teamId === 'string') return [record.teamId];
  const { issueId, projectId, commentId, projectUpdateId } = record;
  const parent =
    world.issues.get(issueId ?? '') ??
    world.projects.get(projectId ?? '') ??
    world.comments.get(commentId ?? '') ??
    world.projectUpdates.get(projectUpdateId ?? '');
  return teamsOf(world, parent as AnyRecord | undefined);
}

function hears(world: LinearWorld, webhook: Readonly<Webhook>, type: string, teams: readonly string[] | undefined): boolean {
  if (!webhook.enabled || !webhook.resourceTypes.includes(type)) return false;
  if (webhook.teamId !== null) return teams?.includes(webhook.teamId) ?? false;
  return teams === undefined || teams.some((id) => world.teams.get(id)?.private === false);
}

/** Earlier values of what an update changed, as far as webhooks show it. */
function earlier(before: AnyRecord, after: AnyRecord, shown: object): Record<string, unknown> {
  const moved = Object.keys(shown).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(moved.map((name) => [name, before[name]]));
}

function delivery(webhook: Readonly<Webhook>, secret: string, payload: { type: string }): Delivery {
  return {
    url: webhook.url,
    timeoutMs: TIMEOUT_MS,
    retryAfterMs: RETRY_AFTER_MS,
    message(at, id) {
      const body = JSON.stringify({ ...payload, webhookTimestamp: at, webhookId: webhook.id });
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Linear-Webhook',
        'linear-delivery': id,
        'linear-event': payload.type,
        'linear-signature': createHmac('sha256', secret).update(body).digest('hex'),
        'linear-timestamp': String(at),
      };
      return { headers, body };
    },
  };
}

/** The changed records of a write, to each webhook that hears of such records. */
export function deliveries(context: DeliveryContext<LinearCollections>, changes: readonly Change[]): Delivery[] {
  const { world } = context;
  const webhooks = world.webhooks.by.creation.page(liveIn(EVERYTHING));
  if (webhooks.length === 0) return [];
  // Resolvers of fields only read.
  const graph = new Graph(context as LinearContext);
  const { id, name, email } = actor(context);
  const sender = { id, type: 'user', name, email, url: graph.url(`profiles/${world.users.get(id)?.displayName}`) };
  return changes.flatMap(({ collection, ...change }) => {
    const type = typeOf[collection as keyof typeof typeOf];
    const [before, after] = [change.before, change.after] as [AnyRecord | null, AnyRecord | null];
    const record = after ?? before;
    if (type === undefined || record === null) return [];
    const teams = teamsOf(world, record);
    const listeners = webhooks.filter((webhook) => hears(world, webhook, type, teams));
    if (listeners.length === 0) return [];
    const { webhookData, linearSchema } = loaded();
    const data = webhookData(linearSchema(), graph, type, record);
    if (!data) return [];
    const action = actionOf(before, after);
    const payload = {
      action,
      type,
      actor: sender,
      createdAt: timestamp(context.now),
      data,
      ...(typeof data.url === 'string' && { url: data.url }),
      ...(action === 'update' && { updatedFrom: earlier(before as AnyRecord, record, data) }),
      organizationId: graph.organization.id,
    };
    return listeners.map((webhook) => delivery(webhook, world.webhookSecrets.get(webhook.id)?.secret ?? '', payload));
  });
}

import { InvalidInput, RuleBroken } from '../errors.ts';
import type { LinearContext, Webhook } from '../world.ts';
import { timestamp } from '../world.ts';
import { actor, born, given, type Input, referenced, webAddress } from './support.ts';

/** Characters of a signing secret after its prefix. */
const SECRET_LENGTH = 40;

/** Things that a webhook can be told of (https://linear.app/developers/webhooks). */
const RESOURCE_TYPES = [
  'Attachment',
  'AuditEntry',
  'Comment',
  'Customer',
  'CustomerNeed',
  'Cycle',
  'Document',
  'Initiative',
  'InitiativeUpdate',
  'Issue',
  'IssueLabel',
  'IssueSLA',
  'IssueRelation',
  'OAuthApp',
  'OAuthAuthorization',
  'PermissionChange',
  'AppUserNotification',
  'AgentSessionEvent',
  'Project',
  'ProjectLabel',
  'ProjectUpdate',
  'Reaction',
  'Release',
  'ReleaseNote',
  'User',
];

export const newSecret = ({ ids }: Pick<LinearContext, 'ids'>): string => `lin_wh_${ids.text(SECRET_LENGTH)}`;

export function createWebhook(context: LinearContext, input: Input): Readonly<Webhook> {
  const fields = given<Webhook>('WebhookCreateInput', input, {
    required: ['url', 'resourceTypes'],
    nullable: ['label', 'enabled', 'allPublicTeams'],
    own: ['id', 'teamId', 'secret'],
  });
  check(fields);
  const teamId = input.teamId == null ? null : referenced(context, 'teams', input.teamId, 'teamId').id;
  if (teamId === null && !fields.allPublicTeams) {
    throw new RuleBroken('Webhook without team', 'A webhook is for one team, or for all public teams.');
  }
  const { world } = context;
  const webhook = world.webhooks.insert({
    ...born(context, 'webhooks', input),
    url: fields.url as string,
    label: fields.label ?? null,
    resourceTypes: fields.resourceTypes as string[],
    enabled: fields.enabled ?? true,
    teamId,
    allPublicTeams: fields.allPublicTeams ?? false,
    creatorId: actor(context).id,
  });
  world.webhookSecrets.insert({ id: webhook.id, secret: (input.secret as string | null) ?? newSecret(context) });
  return webhook;
}

export function updateWebhook(context: LinearContext, id: unknown, input: Input): Readonly<Webhook> {
  const webhook = referenced(context, 'webhooks', id);
  const patch = given<Webhook>('WebhookUpdateInput', input, {
    required: ['url', 'resourceTypes', 'enabled'],
    nullable: ['label'],
    own: ['secret'],
  });
  check(patch);
  if (input.secret === null) throw new InvalidInput('secret', 'isDefined', 'should not be null or undefined');
  if (input.secret !== undefined) context.world.webhookSecrets.update(webhook.id, { secret: input.secret as string });
  return context.world.webhooks.update(webhook.id, { ...patch, updatedAt: timestamp(context.now) });
}

export function deleteWebhook(context: LinearContext, id: unknown): Readonly<Webhook> {
  const webhook = referenced(context, 'webhooks', id);
  context.world.webhookSecrets.remove(webhook.id);
  return context.world.webhooks.remove(webhook.id);
}

/** @returns the new secret */
export function rotateWebhookSecret(context: LinearContext, id: unknown): string {
  const webhook = referenced(context, 'webhooks', id);
  context.world.webhooks.update(webhook.id, { updatedAt: timestamp(context.now) });
  return context.world.webhookSecrets.update(webhook.id, { secret: newSecret(context) }).secret;
}

function check({ url, resourceTypes }: Partial<Webhook>): void {
  webAddress('url', url);
  if (url !== undefined && !/^https?:/.test(url)) throw new InvalidInput('url', 'isUrl', 'must be a URL address');
  if (resourceTypes?.length === 0) throw new InvalidInput('resourceTypes', 'arrayNotEmpty', 'should not be empty');
  const unknown = resourceTypes?.find((type) => !RESOURCE_TYPES.includes(type));
  if (unknown !== undefined) throw new InvalidInput('resourceTypes', 'isIn', `must not contain "${unknown}"`);
}

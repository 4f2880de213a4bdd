import { EntityNotFound, Forbidden, RuleBroken } from '../errors.ts';
import type { LinearContext, Organization, User } from '../world.ts';
import { timestamp } from '../world.ts';
import { actor, given, type Input, notBlank, referenced } from './support.ts';

/** A user by id; `me` is the caller. */
export function getUser(context: Pick<LinearContext, 'world'>, name: unknown): Readonly<User> {
  if (name === 'me') return actor(context);
  return referenced(context, 'users', name);
}

/** Changes a profile. People change their own, admins everybody's. */
export function updateUser(context: LinearContext, id: unknown, input: Input): Readonly<User> {
  const { world } = context;
  const user = getUser(context, id);
  const caller = actor(context);
  if (user.id !== caller.id && !caller.admin) throw new Forbidden('You can only change your own profile.');
  const patch = given<User>('UserUpdateInput', input, {
    required: ['name', 'displayName'],
    nullable: ['avatarUrl', 'description', 'title', 'timezone', 'statusEmoji', 'statusLabel', 'statusUntilAt'],
  });
  notBlank('name', input.name);
  notBlank('displayName', input.displayName);
  const holder = patch.displayName === undefined ? undefined : world.users.by.displayName.first(patch.displayName.toLowerCase());
  if (holder && holder.id !== user.id)
    throw new RuleBroken('Duplicate display name', `The display name ${patch.displayName} is taken.`);
  return world.users.update(user.id, { ...patch, updatedAt: timestamp(context.now) });
}

export function suspendUser(context: LinearContext, id: unknown): Readonly<User> {
  const user = administered(context, id);
  if (user.id === actor(context).id) throw new RuleBroken('Suspending yourself', "You can't suspend yourself.");
  return context.world.users.update(user.id, { active: false, updatedAt: timestamp(context.now) });
}

export function unsuspendUser(context: LinearContext, id: unknown): Readonly<User> {
  return context.world.users.update(administered(context, id).id, { active: true, updatedAt: timestamp(context.now) });
}

export function changeUserRole(context: LinearContext, id: unknown, role: string): Readonly<User> {
  const user = administered(context, id);
  const roles = {
    owner: role === 'owner',
    admin: role === 'owner' || role === 'admin',
    guest: role === 'guest',
    app: role === 'app',
  };
  return context.world.users.update(user.id, { ...roles, updatedAt: timestamp(context.now) });
}

function administered(context: LinearContext, id: unknown): Readonly<User> {
  const user = getUser(context, id);
  if (!actor(context).admin) throw new Forbidden('You need to be an admin to manage users.');
  return user;
}

export function organization({ world }: Pick<LinearContext, 'world'>): Readonly<Organization> {
  for (const record of world.organization.values()) return record;
  throw new EntityNotFound('Organization');
}

export function updateOrganization(context: LinearContext, input: Input): Readonly<Organization> {
  if (!actor(context).admin) throw new Forbidden('You need to be an admin to change the workspace.');
  const patch = given<Organization>('OrganizationUpdateInput', input, {
    required: ['name', 'urlKey', 'roadmapEnabled', 'fiscalYearStartMonth'],
    nullable: ['logoUrl', 'gitBranchFormat', 'projectUpdateReminderFrequencyInWeeks'],
  });
  notBlank('name', input.name);
  notBlank('urlKey', input.urlKey);
  const before = organization(context);
  const renamed = patch.urlKey !== undefined && patch.urlKey !== before.urlKey;
  return context.world.organization.update(before.id, {
    ...patch,
    ...(renamed && { previousUrlKeys: [...before.previousUrlKeys, before.urlKey] }),
    updatedAt: timestamp(context.now),
  });
}

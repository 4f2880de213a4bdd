import { ServiceError } from '@svc/contract';
import type { MintedInvitation, TeamPeople } from '@svc/contract/dashboard';
import { z } from 'zod';
import { createInvitationLink } from '../accounts.ts';
import { send } from '../http/send.ts';
import { changeRole, listMembers, removeMember } from '../members.ts';
import { emailKey } from '../sign-in/invitations.ts';
import type { WebSession } from '../sign-in/sessions.ts';
import { bodyOf, idOf } from './asked.ts';
import type { PageHandler } from './mount.ts';

const role = z.enum(['owner', 'member']);
const invitationSchema = z.object({ email: z.email().max(254).transform(emailKey), role });
const roleSchema = z.object({ role });

/** The team's people and whom it has invited. */
export const listPeople: PageHandler = async ({ database, clock }, { team, user }, _request, response) => {
  const [members, invitations] = await Promise.all([
    listMembers(database, team.id),
    database
      .selectFrom('invitations')
      .select(['id', 'email', 'role', 'expires_at'])
      .where('team_id', '=', team.id)
      .where('expires_at', '>', clock.now())
      .orderBy('created_at')
      .execute(),
  ]);
  const body: TeamPeople = {
    you: { id: user.id, role: user.role },
    members: members.map(({ id, email, role, hasPassword, joinedAt }) => ({
      id,
      email,
      role,
      has_password: hasPassword,
      joined_at: joinedAt.toISOString(),
    })),
    invitations: invitations.map(({ id, email, role, expires_at }) => ({
      id,
      email,
      role,
      expires_at: expires_at.toISOString(),
    })),
  };
  send(response, { status: 200, body });
};

export const invite: PageHandler = async ({ database, clock, config }, session, request, response) => {
  assertOwner(session);
  const { team } = session;
  const { email, role } = await bodyOf(invitationSchema, request);
  const members = await listMembers(database, team.id);
  if (members.some((member) => emailKey(member.email) === email)) {
    throw new ServiceError('conflict', { message: `${email} is in the team already.` });
  }
  const { dashboardUrl } = config;
  const link = await createInvitationLink(database, { teamId: team.id, email, role, dashboardUrl }, clock);
  const body: MintedInvitation = { email, link };
  send(response, { status: 201, body });
};

export const withdrawInvitation: PageHandler = async ({ database }, session, request, response) => {
  assertOwner(session);
  const { numDeletedRows } = await database
    .deleteFrom('invitations')
    .where('team_id', '=', session.team.id)
    .where('id', '=', idOf(request))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ServiceError('not_found', { message: 'There is no such invitation.' });
  send(response, { status: 204 });
};

export const setRole: PageHandler = async ({ database }, session, request, response) => {
  assertOwner(session);
  const { role } = await bodyOf(roleSchema, request);
  await changeRole(database, session.team.id, idOf(request), role);
  send(response, { status: 204 });
};

/** Owners remove anybody; a member leaves by himself. */
export const removePerson: PageHandler = async ({ database, clock }, session, request, response) => {
  const id = idOf(request);
  if (id !== session.user.id) assertOwner(session);
  await removeMember(database, session.team.id, id, clock);
  send(response, { status: 204 });
};

/** @throws ServiceError for a member */
export function assertOwner({ user }: WebSession): void {
  if (user.role !== 'owner') throw new ServiceError('conflict', { message: 'Only an owner of the team may do this.' });
}

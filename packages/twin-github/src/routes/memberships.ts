import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  outsideCollaborators,
  removeMembership,
  setMembership,
  updateOrganization,
  viewerMemberships,
} from '../actions/memberships.ts';
import { membershipOf, requireMember } from '../actions/organizations.ts';
import { renderMembership, renderOrganization } from '../render/organizations.ts';
import { simpleUser } from '../render/users.ts';
import { operation, queryText } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

const said = z.string().optional();

export const membershipOperations = [
  operation({
    ...write,
    id: 'orgs/update',
    method: 'PATCH',
    path: '/orgs/{org}',
    action: 'update_organization',
    body: z.object({ name: said, description: said, email: z.email().optional(), company: said, location: said, blog: said }),
    handle: (context, { params, body }) => json(renderOrganization(context, updateOrganization(context, params.org ?? '', body))),
  }),
  operation({
    ...write,
    id: 'orgs/set-membership-for-user',
    method: 'PUT',
    path: '/orgs/{org}/memberships/{username}',
    action: 'set_organization_membership',
    body: z.object({ role: z.enum(['admin', 'member']).optional() }).nullish(),
    handle: (context, { params, body }) =>
      json(renderMembership(context, setMembership(context, params.org ?? '', params.username ?? '', body?.role ?? 'member'))),
  }),
  ...(
    [
      ['orgs/remove-membership-for-user', '/orgs/{org}/memberships/{username}'],
      ['orgs/remove-member', '/orgs/{org}/members/{username}'],
    ] as const
  ).map(([id, path]) =>
    operation({
      ...write,
      id,
      method: 'DELETE',
      path,
      action: 'remove_organization_membership',
      handle(context, { params }) {
        removeMembership(context, params.org ?? '', params.username ?? '');
        return noContent();
      },
    }),
  ),
  operation({
    ...read,
    id: 'orgs/check-public-membership-for-user',
    path: '/orgs/{org}/public_members/{username}',
    action: 'check_organization_membership',
    handle(context, { params }) {
      requireMember(context, params.org ?? '', params.username ?? '');
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'orgs/list-outside-collaborators',
    path: '/orgs/{org}/outside_collaborators',
    action: 'list_outside_collaborators',
    // Nobody's second factor is known.
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, outsideCollaborators(context, request.params.org ?? ''));
      return json(
        records.map((user) => simpleUser(context, user)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...read,
    id: 'orgs/list-memberships-for-authenticated-user',
    path: '/user/memberships/orgs',
    action: 'list_my_organization_memberships',
    query: z.object({ ...pageQuery, state: queryText }),
    handle(context, request) {
      // All memberships are active ones.
      const all = request.query.state === 'pending' ? [] : viewerMemberships(context);
      const { records, headers } = pageOfList(request, all);
      return json(
        records.map((one) => renderMembership(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'orgs/update-membership-for-authenticated-user',
    method: 'PATCH',
    path: '/user/memberships/orgs/{org}',
    action: 'accept_organization_membership',
    body: z.object({ state: z.literal('active') }),
    handle: (context, { params }) => json(renderMembership(context, membershipOf(context, params.org ?? ''))),
  }),
];

import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { listMembers, membershipOf, organizationByLogin, organizationsOf, requireMember } from '../actions/organizations.ts';
import { Unsupported } from '../errors.ts';
import { resource } from '../http.ts';
import { renderMembership, renderOrganization, renderShortOrganization } from '../render/organizations.ts';
import { simpleUser } from '../render/users.ts';
import type { GithubContext, User } from '../world.ts';
import { numberParam, operation, queryText } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const base = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

type Listed = Parameters<typeof pageOfList>[0];

function people(context: GithubContext, request: Listed, found: readonly Readonly<User>[]) {
  const { records, headers } = pageOfList(request, found);
  return json(
    records.map((user) => simpleUser(context, user)),
    200,
    headers,
  );
}

function organizations(context: GithubContext, request: Listed, found: readonly Readonly<User>[]) {
  const { records, headers } = pageOfList(request, found);
  return json(
    records.map((one) => renderShortOrganization(context, one)),
    200,
    headers,
  );
}

const accounts = [
  operation({
    ...base,
    id: 'orgs/get',
    path: '/orgs/{org}',
    action: 'get_organization',
    handle(context, { params }) {
      const organization = organizationByLogin(context, params.org ?? '');
      return resource(renderOrganization(context, organization), organization.updated_at);
    },
  }),
  operation({
    ...base,
    id: 'orgs/list',
    path: '/organizations',
    action: 'list_organizations',
    query: z.object({ since: queryText, per_page: pageQuery.per_page }),
    handle(context, { query, links }) {
      const { type } = context.world.users.by;
      const since = numberParam(query.since);
      const later = type.page('Organization', { limit: type.count('Organization') }).filter(({ id }) => id > since);
      const page = later.slice(0, query.per_page);
      const next = `<${links.to('/organizations')}?per_page=${query.per_page}&since=${page.at(-1)?.id}>; rel="next"`;
      return json(
        page.map((one) => renderShortOrganization(context, one)),
        200,
        later.length > page.length ? { link: next } : {},
      );
    },
  }),
  operation({
    ...base,
    id: 'orgs/list-for-user',
    path: '/users/{username}/orgs',
    action: 'list_user_organizations',
    query: z.object(pageQuery),
    handle: (context, request) => organizations(context, request, organizationsOf(context, request.params.username ?? '')),
  }),
  operation({
    ...base,
    id: 'orgs/list-for-authenticated-user',
    path: '/user/orgs',
    action: 'list_my_organizations',
    query: z.object(pageQuery),
    handle: (context, request) => organizations(context, request, organizationsOf(context)),
  }),
];

const memberships = [
  operation({
    ...base,
    id: 'orgs/list-members',
    path: '/orgs/{org}/members',
    action: 'list_organization_members',
    // Nobody's second factor is known.
    query: z.object({ ...pageQuery, role: queryText, filter: queryText }),
    handle(context, request) {
      const { filter = 'all', role } = request.query;
      if (filter !== 'all') throw new Unsupported(`filter=${filter} of orgs/list-members`);
      return people(context, request, listMembers(context, request.params.org ?? '', role));
    },
  }),
  operation({
    ...base,
    id: 'orgs/list-public-members',
    path: '/orgs/{org}/public_members',
    action: 'list_organization_members',
    query: z.object(pageQuery),
    handle: (context, request) => people(context, request, listMembers(context, request.params.org ?? '')),
  }),
  operation({
    ...base,
    id: 'orgs/check-membership-for-user',
    path: '/orgs/{org}/members/{username}',
    action: 'check_organization_membership',
    handle(context, { params }) {
      requireMember(context, params.org ?? '', params.username ?? '');
      return noContent();
    },
  }),
  operation({
    ...base,
    id: 'orgs/get-membership-for-user',
    path: '/orgs/{org}/memberships/{username}',
    action: 'get_organization_membership',
    handle: (context, { params }) =>
      json(renderMembership(context, membershipOf(context, params.org ?? '', params.username ?? ''))),
  }),
  operation({
    ...base,
    id: 'orgs/get-membership-for-authenticated-user',
    path: '/user/memberships/orgs/{org}',
    action: 'get_organization_membership',
    handle: (context, { params }) => json(renderMembership(context, membershipOf(context, params.org ?? ''))),
  }),
];

export const organizationOperations = [...accounts, ...memberships];

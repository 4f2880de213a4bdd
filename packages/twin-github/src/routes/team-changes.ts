import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { getTeam, organizationByLogin, teamById } from '../actions/organizations.ts';
import {
  createTeam,
  deleteTeam,
  grantTeam,
  removeTeamMembership,
  revokeTeam,
  setTeamMembership,
  type TeamRole,
  type TeamTarget,
  teamMembership,
  teamPermission,
  teamRepositories,
  teamsOfRepository,
  updateTeam,
  viewerTeams,
} from '../actions/teams.ts';
import { ROLE } from '../render/invitations.ts';
import { renderShortTeam, renderTeam } from '../render/organizations.ts';
import { permissionFlags, renderRepository } from '../render/repositories.ts';
import type { GithubContext, Permission, Team } from '../world.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const teams = '/orgs/{org}/teams';
const team = `${teams}/{team_slug}`;
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

type Params = Readonly<Record<string, string>>;
const target = (params: Params): TeamTarget => [params.org ?? '', params.team_slug ?? ''];

const full = (context: GithubContext, one: Readonly<Team>, login: string) =>
  renderTeam(context, organizationByLogin(context, login), one);

const settings = {
  description: z.string().nullable().optional(),
  privacy: z.enum(['secret', 'closed']).optional(),
};

const changes = [
  operation({
    ...write,
    id: 'teams/create',
    method: 'POST',
    path: teams,
    action: 'create_team',
    body: z.object({
      name: z.string(),
      maintainers: z.array(z.string()).optional(),
      repo_names: z.array(z.string()).optional(),
      ...settings,
    }),
    handle(context, { params, body }) {
      const rendered = full(context, createTeam(context, params.org ?? '', body), params.org ?? '');
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    ...write,
    id: 'teams/update-in-org',
    method: 'PATCH',
    path: team,
    action: 'update_team',
    body: z.object({ name: z.string().optional(), ...settings }),
    handle: (context, { params, body }) => json(full(context, updateTeam(context, target(params), body), params.org ?? '')),
  }),
  operation({
    ...write,
    id: 'teams/delete-in-org',
    method: 'DELETE',
    path: team,
    action: 'delete_team',
    handle(context, { params }) {
      deleteTeam(context, target(params));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'teams/list-child-in-org',
    path: `${team}/teams`,
    action: 'list_child_teams',
    query: z.object(pageQuery),
    handle(context, request) {
      getTeam(context, ...target(request.params));
      // No team has a parent here.
      return json([]);
    },
  }),
  operation({
    ...read,
    id: 'teams/list-for-authenticated-user',
    path: '/user/teams',
    action: 'list_my_teams',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, viewerTeams(context));
      const shown = records.flatMap((one) => {
        const organization = context.world.users.get(one.organization_id);
        return organization ? [renderTeam(context, organization, one)] : [];
      });
      return json(shown, 200, headers);
    },
  }),
];

const membership = `${team}/memberships/{username}`;
/** The same by ids, where the addresses of a team lead. */
const byId = '/organizations/{org_id}/team/{team_id}';
function targetById(context: GithubContext, params: Params): TeamTarget {
  const found = teamById(context, numberParam(params.org_id), numberParam(params.team_id));
  return [found.organization.login, found.team.slug];
}

const renderMembership = (context: GithubContext, params: Params, role: TeamRole, at = target(params)) => {
  const [organization, slug] = at;
  const { url } = full(context, getTeam(context, organization, slug), organization);
  return { state: 'active', role, url: `${url}/memberships/${params.username}` };
};

const memberships = [
  operation({
    ...read,
    id: 'teams/get-membership-for-user-in-org',
    path: membership,
    action: 'get_team_membership',
    handle: (context, { params }) =>
      json(renderMembership(context, params, teamMembership(context, target(params), params.username ?? ''))),
  }),
  operation({
    ...read,
    id: 'teams/get-membership-for-user-by-id',
    path: `${byId}/memberships/{username}`,
    action: 'get_team_membership',
    handle(context, { params }) {
      const at = targetById(context, params);
      return json(renderMembership(context, params, teamMembership(context, at, params.username ?? ''), at));
    },
  }),
  operation({
    ...write,
    id: 'teams/add-or-update-membership-for-user-in-org',
    method: 'PUT',
    path: membership,
    action: 'set_team_membership',
    body: z.object({ role: z.enum(['member', 'maintainer']).optional() }).nullish(),
    handle(context, { params, body }) {
      const role = setTeamMembership(context, target(params), params.username ?? '', body?.role ?? 'member');
      return json(renderMembership(context, params, role));
    },
  }),
  operation({
    ...write,
    id: 'teams/remove-membership-for-user-in-org',
    method: 'DELETE',
    path: membership,
    action: 'remove_team_membership',
    handle(context, { params }) {
      removeTeamMembership(context, target(params), params.username ?? '');
      return noContent();
    },
  }),
];

const repository = `${team}/repos/{owner}/{repo}`;
const granted = (permission: Permission) => ({ permissions: permissionFlags(permission), role_name: ROLE[permission] });

function listed(context: GithubContext, request: Parameters<typeof pageOfList>[0], at: TeamTarget) {
  const { records, headers } = pageOfList(request, teamRepositories(context, at));
  return json(
    records.map((one) => ({ ...renderRepository(context, one.repository), ...granted(one.permission) })),
    200,
    headers,
  );
}

const repositories = [
  operation({
    ...read,
    id: 'teams/list-repos-in-org',
    path: `${team}/repos`,
    action: 'list_team_repositories',
    query: z.object(pageQuery),
    handle: (context, request) => listed(context, request, target(request.params)),
  }),
  operation({
    ...read,
    id: 'teams/list-repos-by-id',
    path: `${byId}/repos`,
    action: 'list_team_repositories',
    query: z.object(pageQuery),
    handle: (context, request) => listed(context, request, targetById(context, request.params)),
  }),
  operation({
    ...read,
    id: 'teams/check-permissions-for-repo-in-org',
    path: repository,
    action: 'check_team_permission',
    handle(context, { params, headers }) {
      const one = teamPermission(context, target(params), ...repositoryParams(params));
      if (!headers.accept?.includes('.repository')) return noContent();
      return json({ ...renderRepository(context, one.repository), ...granted(one.permission) });
    },
  }),
  operation({
    ...write,
    id: 'teams/add-or-update-repo-permissions-in-org',
    method: 'PUT',
    path: repository,
    action: 'set_team_permission',
    body: z.object({ permission: z.string().optional() }).nullish(),
    handle(context, { params, body }) {
      grantTeam(context, target(params), ...repositoryParams(params), body?.permission);
      return noContent();
    },
  }),
  operation({
    ...write,
    id: 'teams/remove-repo-in-org',
    method: 'DELETE',
    path: repository,
    action: 'remove_team_permission',
    handle(context, { params }) {
      revokeTeam(context, target(params), ...repositoryParams(params));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'repos/list-teams',
    path: '/repos/{owner}/{repo}/teams',
    action: 'list_repository_teams',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, teamsOfRepository(context, ...repositoryParams(request.params)));
      const shown = records.flatMap(({ team: one, permission }) => {
        const organization = context.world.users.get(one.organization_id);
        const permissions = permissionFlags(permission);
        return organization ? [{ ...renderShortTeam(context, organization, one), permission, permissions }] : [];
      });
      return json(shown, 200, headers);
    },
  }),
];

export const teamChangeOperations = [...changes, ...memberships, ...repositories];

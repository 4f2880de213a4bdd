import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { getTeam, organizationByLogin, teamById, teamIndex, teamMembers } from '../actions/organizations.ts';
import { renderShortTeam, renderTeam } from '../render/organizations.ts';
import { simpleUser } from '../render/users.ts';
import { numberParam, operation, queryText } from './operation.ts';
import { pageOfIndex, pageOfList, pageQuery } from './pagination.ts';

const teams = '/orgs/{org}/teams';
const base = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

export const teamOperations = [
  operation({
    ...base,
    id: 'teams/list',
    path: teams,
    action: 'list_teams',
    query: z.object({ ...pageQuery, team_type: queryText }),
    handle(context, request) {
      const { organization, index, group } = teamIndex(context, request.params.org ?? '');
      // All teams are their organisation's own.
      if (request.query.team_type === 'enterprise') return json([]);
      const { records, headers } = pageOfIndex(request, index, group);
      return json(
        records.map((team) => renderShortTeam(context, organization, team)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...base,
    id: 'teams/get-by-name',
    path: `${teams}/{team_slug}`,
    action: 'get_team',
    handle(context, { params }) {
      const team = getTeam(context, params.org ?? '', params.team_slug ?? '');
      return json(renderTeam(context, organizationByLogin(context, params.org ?? ''), team));
    },
  }),
  operation({
    ...base,
    id: 'teams/list-members-in-org',
    path: `${teams}/{team_slug}/members`,
    action: 'list_team_members',
    query: z.object({ ...pageQuery, role: queryText }),
    handle(context, request) {
      const { params, query } = request;
      const found = teamMembers(context, params.org ?? '', params.team_slug ?? '', query.role);
      const { records, headers } = pageOfList(request, found);
      return json(
        records.map((user) => simpleUser(context, user)),
        200,
        headers,
      );
    },
  }),
  // Where the `url` and `members_url` of a team lead.
  operation({
    ...base,
    id: 'teams/get-by-id',
    path: '/organizations/{org_id}/team/{team_id}',
    action: 'get_team',
    handle(context, { params }) {
      const { organization, team } = teamById(context, numberParam(params.org_id), numberParam(params.team_id));
      return json(renderTeam(context, organization, team));
    },
  }),
  operation({
    ...base,
    id: 'teams/list-members-by-id',
    path: '/organizations/{org_id}/team/{team_id}/members',
    action: 'list_team_members',
    query: z.object({ ...pageQuery, role: queryText }),
    handle(context, request) {
      const { params, query } = request;
      const { organization, team } = teamById(context, numberParam(params.org_id), numberParam(params.team_id));
      const { records, headers } = pageOfList(request, teamMembers(context, organization.login, team.slug, query.role));
      return json(
        records.map((user) => simpleUser(context, user)),
        200,
        headers,
      );
    },
  }),
];

import { z } from 'zod';
import { organization } from '../actions/users.ts';
import { neighbourCycle } from '../lists/derived.ts';
import { list } from '../lists/list.ts';
import { renderCycle, renderTeam, renderUser } from '../render/tools.ts';
import type { LinearContext, Team, User } from '../world.ts';
import { teamBy, userBy } from './names.ts';
import { includeArchived, listContext, pageArgs, paged, paging, since, sinceFilter, tool } from './tool.ts';

function cyclesOf(context: LinearContext, teamId: string, type: 'current' | 'previous' | 'next' | undefined) {
  const now = new Date(context.now).toISOString();
  const all = context.world.cycles.by.start.page(teamId);
  if (type === undefined) return all;
  if (type === 'current') return all.filter((cycle) => cycle.startsAt <= now && (cycle.completedAt ?? cycle.endsAt) > now);
  const neighbour = neighbourCycle(context, teamId, now, type);
  return neighbour ? [neighbour] : [];
}

export const workspaceTools = [
  tool({
    name: 'list_teams',
    title: 'List teams',
    description: "List teams in the user's Linear workspace",
    mutates: false,
    input: z.strictObject({
      ...paging(),
      query: z.string().optional().describe('Search query'),
      includeArchived: includeArchived(),
      ...since,
    }),
    handle(context, input) {
      const { query } = input;
      const or = query === undefined ? undefined : [{ name: { containsIgnoreCase: query } }, { key: { eqIgnoreCase: query } }];
      const page = list(listContext(context), 'teams', { ...pageArgs(input), filter: { ...sinceFilter(input, context), or } });
      return paged('teams', page, (team: Team) => renderTeam(team));
    },
  }),
  tool({
    name: 'get_team',
    title: 'Get team',
    description: 'Retrieve details of a specific Linear team',
    mutates: false,
    input: z.strictObject({ query: z.string().describe('Team UUID, key, or name') }),
    handle: (context, { query }) => renderTeam(teamBy(context, query)),
  }),
  tool({
    name: 'list_users',
    title: 'List users',
    description: 'Retrieve users in the Linear workspace',
    mutates: false,
    input: z.strictObject({
      ...paging(),
      query: z.string().optional().describe('Filter by name or email'),
      team: z.string().optional().describe('Team name or ID'),
    }),
    handle(context, input) {
      const { query, team } = input;
      const or =
        query === undefined
          ? undefined
          : ['name', 'displayName', 'email'].map((field) => ({ [field]: { containsIgnoreCase: query } }));
      const teamId = team === undefined ? undefined : teamBy(context, team).id;
      const only = (user: { id: string }): boolean =>
        teamId === undefined || context.world.teamMemberships.by.pair.first(`${teamId} ${user.id}`) !== undefined;
      const page = list(listContext(context), 'users', { ...pageArgs(input), filter: { or } }, { only });
      return paged('users', page, (user: User) => renderUser(context, user));
    },
  }),
  tool({
    name: 'get_user',
    title: 'Get user',
    description: 'Retrieve details of a specific Linear user',
    mutates: false,
    input: z.strictObject({ query: z.string().describe('User ID, name, email, or "me"') }),
    handle: (context, { query }) => renderUser(context, userBy(context, query)),
  }),
  tool({
    name: 'get_workspace',
    title: 'Get workspace',
    description: 'Retrieve the connected Linear workspace',
    mutates: false,
    action: 'get_organization',
    input: z.strictObject({}),
    handle(context) {
      const { id, name, urlKey, logoUrl, createdAt } = organization(context);
      return { id, name, urlKey, logoUrl, createdAt, userCount: context.world.users.size };
    },
  }),
  tool({
    name: 'list_cycles',
    title: 'List cycles',
    description: 'Retrieve cycles for a specific Linear team',
    mutates: false,
    input: z.strictObject({
      teamId: z.string().describe('Team ID'),
      type: z.enum(['current', 'previous', 'next']).optional().describe('Filter: current, previous, next, or all'),
    }),
    handle: (context, { teamId, type }) =>
      cyclesOf(context, teamBy(context, teamId).id, type).map((cycle) => renderCycle(context, cycle)),
  }),
];

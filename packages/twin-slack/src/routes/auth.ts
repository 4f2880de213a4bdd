import { z } from 'zod';
import { pageOfList, pageSize } from '../actions/paging.ts';
import { teamOf, viewerOf } from '../actions/people.ts';
import { SlackError } from '../errors.ts';
import { count, flag, text } from './arguments.ts';
import { nextCursor, operation } from './operation.ts';
import { teamIcon } from './workspace.ts';

export const authMethods = [
  ...operation({
    name: 'auth.test',
    mutates: false,
    handle({ world, links }) {
      const viewer = viewerOf({ world });
      const team = teamOf(world);
      return {
        url: `${links.base}/`,
        team: team.name,
        user: viewer.name,
        team_id: team.id,
        user_id: viewer.id,
        ...(viewer.bot_id !== null && { bot_id: viewer.bot_id }),
        is_enterprise_install: false,
      };
    },
  }),
  ...operation({
    name: 'auth.teams.list',
    mutates: false,
    args: { cursor: text.optional(), limit: count.optional(), include_icon: flag.optional() },
    handle({ world }, { cursor, limit, include_icon }) {
      const { id, name } = teamOf(world);
      const team = { id, name, ...(include_icon && { icon: teamIcon }) };
      const { items, next_cursor } = pageOfList('team', [team], cursor, pageSize(limit, { strict: true }));
      return { teams: items, ...nextCursor(next_cursor) };
    },
  }),
  ...operation({
    name: 'api.test',
    mutates: false,
    args: { error: text.optional(), foo: z.unknown().optional() },
    // The caller names the error that it wants to see, and gets back whatever it sent (docs: api.test).
    handle(_context, { error }, { token: _token, ...args }) {
      if (error) throw new SlackError(error, { fields: { args } });
      return Object.keys(args).length === 0 ? {} : { args };
    },
  }),
];

import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { ACTIVITY_TYPES, type BranchActivity, listActivity, TIME_PERIODS } from '../actions/ref-activity.ts';
import { nodeId } from '../node-id.ts';
import { simpleUserById } from '../render/users.ts';
import type { GithubContext } from '../world.ts';
import { cursorPage, cursorQuery, direction } from './cursors.ts';
import { operation, queryText, repositoryParams } from './operation.ts';

const NOTHING = '0'.repeat(40);

const rendered = (context: GithubContext, { push, type }: BranchActivity) => ({
  id: push.id,
  node_id: nodeId('PSH', push.id),
  before: push.before ?? NOTHING,
  after: push.after ?? NOTHING,
  ref: push.ref,
  timestamp: push.pushed_at,
  activity_type: type,
  actor: simpleUserById(context, push.actor_id),
});

export const refActivityOperations = [
  operation({
    id: 'repos/list-activities',
    method: 'GET',
    path: '/repos/{owner}/{repo}/activity',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_activities',
    query: z.object({
      ...cursorQuery,
      ...{ ref: queryText, actor: queryText, direction },
      time_period: z.enum(TIME_PERIODS).optional(),
      activity_type: z.enum(ACTIVITY_TYPES).optional(),
    }),
    handle(context, request) {
      const all = listActivity(context, ...repositoryParams(request.params), request.query);
      const { records, headers } = cursorPage(request, all, ({ push }) => `activity:${push.id}`);
      return json(
        records.map((one) => rendered(context, one)),
        200,
        headers,
      );
    },
  }),
];

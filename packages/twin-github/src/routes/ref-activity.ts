import { json, type Links } from '@svc/twin-kit';
import { z } from 'zod';
import { ACTIVITY_TYPES, type BranchActivity, listActivity, TIME_PERIODS } from '../actions/ref-activity.ts';
import { nodeId } from '../node-id.ts';
import { simpleUserById } from '../render/users.ts';
import type { GithubContext } from '../world.ts';
import { operation, queryText, repositoryParams } from './operation.ts';
import { pageQuery } from './pagination.ts';

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

/** A cursor is the place beside one activity. What is none begins at the beginning. */
const cursorOf = (id: number): string => Buffer.from(`activity:${id}`).toString('base64url');
function placeIn(all: readonly BranchActivity[], cursor: string | undefined): number {
  return cursor === undefined ? -1 : all.findIndex(({ push }) => cursorOf(push.id) === cursor);
}

interface Cut {
  per_page: number;
  before?: string | undefined;
  after?: string | undefined;
}

/** A page between cursors, and the `link` header that leads to its neighbours. */
function cut(
  all: readonly BranchActivity[],
  { per_page, before, after }: Cut,
  address: (cursor: Record<string, string>) => string,
) {
  const end = placeIn(all, before);
  const from = end >= 0 ? Math.max(0, end - per_page) : placeIn(all, after) + 1;
  const page = all.slice(from, end >= 0 ? end : from + per_page);
  const [first, last] = [page.at(0), page.at(-1)];
  const links = [
    ...(last && all.at(-1) !== last ? [`<${address({ after: cursorOf(last.push.id) })}>; rel="next"`] : []),
    ...(first && all.at(0) !== first ? [`<${address({ before: cursorOf(first.push.id) })}>; rel="prev"`] : []),
  ];
  const headers: Record<string, string> = links.length > 0 ? { link: links.join(', ') } : {};
  return { page, headers };
}

/** The address of the same list at another cursor. */
const addressAt = (links: Links, path: string, search: string) => (cursor: Record<string, string>) => {
  const query = new URLSearchParams(search);
  for (const name of ['before', 'after']) query.delete(name);
  for (const [name, value] of Object.entries(cursor)) query.set(name, value);
  return `${links.to(path)}?${query}`;
};

export const refActivityOperations = [
  operation({
    id: 'repos/list-activities',
    method: 'GET',
    path: '/repos/{owner}/{repo}/activity',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_activities',
    query: z.object({
      per_page: pageQuery.per_page,
      ...{ before: queryText, after: queryText, ref: queryText, actor: queryText },
      direction: z.enum(['asc', 'desc']).optional(),
      time_period: z.enum(TIME_PERIODS).optional(),
      activity_type: z.enum(ACTIVITY_TYPES).optional(),
    }),
    handle(context, { params, query, links, path, search }) {
      const all = listActivity(context, ...repositoryParams(params), query);
      const { page, headers } = cut(all, query, addressAt(links, path, search));
      return json(
        page.map((one) => rendered(context, one)),
        200,
        headers,
      );
    },
  }),
];

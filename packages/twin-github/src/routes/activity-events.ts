import { json } from '@svc/twin-kit';
import { z } from 'zod';
import {
  type ActivityEvent,
  dashboardEvents,
  eventsBy,
  eventsReceivedBy,
  networkEvents,
  organizationEvents,
  publicEvents,
  repositoryEvents,
  requireEventPage,
} from '../actions/activity-events.ts';
import { renderActivityEvent } from '../render/activity-events.ts';
import type { GithubContext } from '../world.ts';
import { operation, repositoryParams } from './operation.ts';
import { count, pageOfList, pageQuery } from './pagination.ts';

type Params = Readonly<Record<string, string>>;

/** docs: REST, Events: how often a client may ask, in seconds. */
const POLL = { 'x-poll-interval': '60' };
/** Of all public events a page is shorter. */
const SHORT_PAGE = 15;
const MAX_PER_PAGE = 100;

const list = (
  id: string,
  path: string,
  events: (context: GithubContext, params: Params) => ActivityEvent[],
  query = z.object(pageQuery),
) =>
  operation({
    id,
    method: 'GET',
    path,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_events',
    query,
    handle(context, request) {
      requireEventPage(request.query);
      const { records, headers } = pageOfList(request, events(context, request.params));
      return json(
        records.map((event) => renderActivityEvent(context, event)),
        200,
        { ...headers, ...POLL },
      );
    },
  });

const shortPages = z.object({
  ...pageQuery,
  per_page: count(SHORT_PAGE).transform((value) => Math.min(value, MAX_PER_PAGE)),
});
const by =
  (events: typeof eventsBy, onlyPublic: boolean) =>
  (context: GithubContext, { username = '' }: Params) =>
    events(context, username, onlyPublic);

export const activityEventOperations = [
  list('activity/list-public-events', '/events', publicEvents, shortPages),
  list('activity/list-repo-events', '/repos/{owner}/{repo}/events', (context, params) =>
    repositoryEvents(context, ...repositoryParams(params)),
  ),
  list('activity/list-public-events-for-repo-network', '/networks/{owner}/{repo}/events', (context, params) =>
    networkEvents(context, ...repositoryParams(params)),
  ),
  list('activity/list-public-org-events', '/orgs/{org}/events', (context, { org = '' }) => organizationEvents(context, org)),
  list('activity/list-events-for-authenticated-user', '/users/{username}/events', by(eventsBy, false)),
  list('activity/list-public-events-for-user', '/users/{username}/events/public', by(eventsBy, true)),
  list('activity/list-org-events-for-authenticated-user', '/users/{username}/events/orgs/{org}', (context, params) =>
    dashboardEvents(context, params.username ?? '', params.org ?? ''),
  ),
  list('activity/list-received-events-for-user', '/users/{username}/received_events', by(eventsReceivedBy, false)),
  list('activity/list-received-public-events-for-user', '/users/{username}/received_events/public', by(eventsReceivedBy, true)),
];

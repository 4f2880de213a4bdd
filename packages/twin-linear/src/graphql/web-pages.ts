import { operationsOf, webPage } from '@svc/twin-kit';
import { getIssue } from '../actions/issue-rules.ts';
import { getProject } from '../actions/projects.ts';
import { organization } from '../actions/users.ts';
import { LinearError, NotFound } from '../errors.ts';
import type { LinearCollections, LinearContext } from '../world.ts';

const operation = operationsOf<LinearCollections>();
const base = { method: 'GET', page: true, fidelity: 'shape', mutates: false } as const;

type Titled = { title: string } | { name: string } | undefined;

const bySlug = <T extends { slugId: string }>(records: Iterable<T>, name: string): T | undefined =>
  [...records].find(({ slugId }) => name === slugId || name.endsWith(`-${slugId}`));

/** What a page of the app shows, by the first part of its path below the workspace. */
const KINDS: Readonly<Record<string, (context: LinearContext, name: string) => Titled>> = {
  issue: (context, name) => getIssue(context, name),
  project: (context, name) => getProject(context, name),
  document: ({ world }, name) => bySlug(world.documents.values(), name),
  initiative: ({ world }, name) => bySlug(world.initiatives.values(), name),
  profiles({ world }, name) {
    const user = [...world.users.values()].find(({ displayName }) => displayName === name);
    return user && { name: user.name };
  },
  comment: ({ world }, name) => (world.comments.has(name) ? { title: 'A comment' } : undefined),
  inbox: () => ({ title: 'Inbox' }),
};

/** The title of a page; undefined where there is none. */
function titleOf(context: LinearContext, kind: string, name: string): string | undefined {
  try {
    const found = KINDS[kind]?.(context, name);
    return found && ('title' in found ? found.title : found.name);
  } catch (error) {
    if (error instanceof LinearError) return undefined;
    throw error;
  }
}

/** The addresses of Linear's app and of its calendars, which answers hand out as `url`. */
export const webPageOperations = [
  operation({
    ...base,
    id: 'web/calendar',
    path: '/cycles/{calendar}',
    handle(context, { method, path, params }) {
      const id = (params.calendar ?? '').replace(/\.ics$/, '');
      const team = context.world.teams.get(id);
      if (!team) throw new NotFound(method, path);
      return webPage('Linear', `Cycles of ${team.name}`, 'ask for them by the query cycles of POST /graphql.');
    },
  }),
  operation({
    ...base,
    id: 'web/page',
    path: '/{workspace}/{path*}',
    handle(context, { method, path, params }) {
      const { urlKey, previousUrlKeys } = organization(context);
      const [kind = '', name = ''] = (params.path ?? '').split('/');
      const isHere = [urlKey, ...previousUrlKeys].includes(params.workspace ?? '');
      const title = isHere ? titleOf(context, kind, name) : undefined;
      if (title === undefined) throw new NotFound(method, path);
      return webPage('Linear', title, 'ask for it by POST /graphql.');
    },
  }),
];

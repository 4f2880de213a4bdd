import { visibleRepository } from '../../actions/access.ts';
import { searchDiscussions } from '../../actions/search/discussions.ts';
import { searchIssues } from '../../actions/search/issues.ts';
import { searchRepositories } from '../../actions/search/repositories.ts';
import { searchUsers } from '../../actions/search/users.ts';
import { GithubError, NotFound, Unsupported } from '../../errors.ts';
import { RATE_LIMIT, rateLimitReset } from '../../rate-limit.ts';
import { timestamp, type User } from '../../world.ts';
import { Connection, PAGING } from '../connection.ts';
import { userThing } from '../fields/accounts.ts';
import { discussionThing } from '../fields/discussions.ts';
import { issueThing } from '../fields/issues.ts';
import { repositoryThings } from '../fields/repository-lists.ts';
import { type Args, type FieldSpec, type Graph, GraphRefusal, notFound, withArgs } from '../graph.ts';
import { findNode, getNode } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';

const root = <K extends string>(reads: readonly K[], resolve: (args: Args<K>, graph: Graph) => unknown): FieldSpec =>
  withArgs<unknown, K>(reads, (_root, args, graph) => resolve(args as Args<K>, graph));

function repositoryNamed({ context }: Graph, owner: string, name: string): Thing {
  try {
    return thing('Repository', visibleRepository(context, owner, name));
  } catch (error) {
    if (error instanceof NotFound) throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
    throw error;
  }
}

const accountNamed = ({ context }: Graph, login: string): Readonly<User> | undefined =>
  context.world.users.by.login.first(login.toLowerCase());

/** All that a search finds; GitHub gives the first thousand. */
const EVERYTHING = { offset: 0, limit: 1000 };

interface Hits {
  total: number;
  things: readonly Thing[];
  /** Which of the counts of a search it is. */
  count: 'issueCount' | 'repositoryCount' | 'userCount' | 'discussionCount';
}

function search({ context }: Graph, type: string, q: string): Hits {
  if (type === 'ISSUE' || type === 'ISSUE_ADVANCED') {
    const { total, records } = searchIssues(context, { q }, EVERYTHING);
    return { total, things: records.map(issueThing), count: 'issueCount' };
  }
  if (type === 'REPOSITORY') {
    const last = q.trim().split(/\s/).at(-1) ?? '';
    const [sorting = '', sort, order] = /^sort:([a-z-]+?)(?:-(asc|desc))?$/.exec(last) ?? [];
    const words = q.trim().slice(0, q.trim().length - sorting.length);
    const { total, records } = searchRepositories(context, { q: words, sort, order }, EVERYTHING);
    return { total, things: repositoryThings(records), count: 'repositoryCount' };
  }
  if (type === 'USER') {
    const { total, records } = searchUsers(context, { q }, EVERYTHING);
    return { total, things: records.map(userThing), count: 'userCount' };
  }
  if (type === 'DISCUSSION') {
    const { total, records } = searchDiscussions(context, q, EVERYTHING);
    return { total, things: records.map(discussionThing), count: 'discussionCount' };
  }
  throw new Unsupported(`search(type: ${type})`);
}

/** A search that GitHub can't read finds nothing there. */
function hits(graph: Graph, type: string, q: string): Hits {
  try {
    return search(graph, type, q);
  } catch (error) {
    if (error instanceof GithubError && error.status === 422) return { total: 0, things: [], count: 'issueCount' };
    throw error;
  }
}

const NO_COUNTS = { issueCount: 0, repositoryCount: 0, userCount: 0, codeCount: 0, discussionCount: 0, wikiCount: 0 };

/** What an address of the site shows: an account, a repository, an issue or a pull request. */
function resource(graph: Graph, url: string): Thing | null {
  const path = url.startsWith(graph.context.links.base)
    ? url.slice(graph.context.links.base.length)
    : url.replace(/^https?:\/\/[^/]+/, '');
  const [owner, name, kind, number] = path.split('/').filter(Boolean);
  if (owner === undefined) return null;
  if (name === undefined) {
    const user = accountNamed(graph, owner);
    return user ? userThing(user) : null;
  }
  const repository = graph.context.world.repositories.by.name.first(`${owner}/${name}`.toLowerCase());
  if (!repository || kind === undefined) return repository ? repositoryNamed(graph, owner, name) : null;
  if (kind !== 'issues' && kind !== 'pull') return null;
  const issue = graph.context.world.issues.by.number.first(`${repositoryNamed(graph, owner, name) && repository.id}/${number}`);
  return issue ? issueThing(issue) : null;
}

/** The queries that the twin answers, by name. */
export const queries: Readonly<Record<string, FieldSpec>> = {
  viewer: root([], (_args, graph) => userThing(graph.viewer)),
  user: root(['login'], ({ login }, graph) => {
    const user = accountNamed(graph, login);
    if (user?.type === 'User') return userThing(user);
    throw notFound(`Could not resolve to a User with the login of '${login}'.`);
  }),
  organization: root(['login'], ({ login }, graph) => {
    const organization = accountNamed(graph, login);
    if (organization?.type === 'Organization') return userThing(organization);
    throw notFound(`Could not resolve to an Organization with the login of '${login}'.`);
  }),
  repositoryOwner: root(['login'], ({ login }, graph) => {
    const user = accountNamed(graph, login);
    return user && user.type !== 'Bot' ? userThing(user) : null;
  }),
  // Nothing is renamed here, so that there is nothing to follow.
  repository: root(['owner', 'name', 'followRenames'], ({ owner, name }, graph) => repositoryNamed(graph, owner, name)),
  node: root(['id'], ({ id }, graph) => getNode(graph.context, id)),
  nodes: root(['ids'], ({ ids }, graph) => {
    if (ids.length > MOST_IDS)
      throw new GraphRefusal(
        'EXCESSIVE_PAGINATION',
        `You may not provide more than ${MOST_IDS} node ids; you provided ${ids.length}.`,
      );
    return ids.map((id: string) => findNode(graph.context, id) ?? null);
  }),
  search: root(['query', 'type', ...PAGING], ({ query, type, ...paging }, graph) => {
    const { total, things, count } = hits(graph, type, query);
    const { nodes, edges, pageInfo } = new Connection(things, paging);
    return { ...NO_COUNTS, [count]: total, nodes, edges, pageInfo };
  }),
  rateLimit: root(['dryRun'], (_args, { context, cost }) => ({
    limit: RATE_LIMIT.limit,
    cost: cost.cost,
    nodeCount: cost.nodes,
    remaining: RATE_LIMIT.limit - RATE_LIMIT.used,
    used: RATE_LIMIT.used,
    resetAt: timestamp(rateLimitReset(context.now) * 1000),
  })),
  resource: root(['url'], ({ url }, graph) => resource(graph, String(url))),
};

const MOST_IDS = 100;

import { isVisible } from '../../actions/access.ts';
import { watchedBy, watchersOf } from '../../actions/notifications.ts';
import { pinnedIssues } from '../../actions/pinned-issues.ts';
import { nodeId } from '../../node-id.ts';
import type { Comment, Issue, Label, Milestone, Repository, Team, User } from '../../world.ts';
import { inOrder, listed, none } from '../connection.ts';
import type { FieldSpec, Fields, Graph } from '../graph.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing, userThing } from './accounts.ts';
import { ISSUE_ORDER, ISSUE_READS, issuesOf, PULL_READS, pullsOf } from './issue-lists.ts';
import { issueThing } from './issues.ts';
import { REPOSITORY_ORDER, repositoryThings } from './repository-lists.ts';

// What records hold of each other: the issues of a label, the comments of a person.

type Keep<T> = (of: Readonly<T>) => (issue: Readonly<Issue>) => boolean;
type Home<T> = (of: Readonly<T>, graph: Graph) => readonly Readonly<Repository>[];

const issuesAndPulls = <T>(homes: Home<T>, keep: Keep<T>): { issues: FieldSpec; pullRequests: FieldSpec } => {
  const kept = (of: Readonly<T>, all: readonly Thing[], args: { orderBy?: never }): readonly Thing[] => {
    const records = all.map((one) => one.of as Readonly<Issue>).filter(keep(of));
    return inOrder(records, args.orderBy, ISSUE_ORDER).map(issueThing);
  };
  return {
    issues: listed(ISSUE_READS, (of: Readonly<T>, args, graph) =>
      kept(
        of,
        homes(of, graph).flatMap((home) => issuesOf(home, { ...args, orderBy: undefined }, graph)),
        args,
      ),
    ),
    pullRequests: listed(PULL_READS, (of: Readonly<T>, args, graph) =>
      kept(
        of,
        homes(of, graph).flatMap((home) => pullsOf(home, { ...args, orderBy: undefined }, graph)),
        args,
      ),
    ),
  };
};

const home = ({ repository_id }: { repository_id: number }, { context }: Graph): readonly Readonly<Repository>[] => {
  const found = context.world.repositories.get(repository_id);
  return found ? [found] : [];
};
const everyVisible = (_of: unknown, { context }: Graph): readonly Readonly<Repository>[] =>
  [...context.world.repositories.values()].filter((one) => isVisible(context, one));

export const heldByLabel: Fields<Label> = issuesAndPulls<Label>(
  home,
  ({ id }) =>
    ({ label_ids }) =>
      label_ids.includes(id),
);
export const heldByMilestone: Fields<Milestone> = issuesAndPulls<Milestone>(
  home,
  ({ id }) =>
    (issue) =>
      issue.milestone_id === id,
);

export const heldByUser: Fields<User> = {
  ...issuesAndPulls<User>(
    everyVisible,
    ({ id }) =>
      ({ user_id }) =>
        user_id === id,
  ),
  issueComments: listed(['orderBy'], ({ id }: Readonly<User>, { orderBy }, { context }) => {
    const own = [...context.world.comments.values()].filter((one): one is Readonly<Comment> => {
      const repository = context.world.repositories.get(one.repository_id);
      return one.user_id === id && repository !== undefined && isVisible(context, repository);
    });
    return inOrder(own, orderBy, { UPDATED_AT: ({ updated_at }) => updated_at }).map((one) => thing('IssueComment', one));
  }),
  watching: listed(['orderBy'], ({ login }: Readonly<User>, { orderBy }, graph) =>
    repositoryThings(inOrder(watchedBy(graph.context, login), orderBy, REPOSITORY_ORDER(graph))),
  ),
};

export const heldByTeam: Fields<Team> = {
  repositories: listed(['query', 'orderBy'], ({ id }: Readonly<Team>, { query, orderBy }, graph) => {
    const { world } = graph.context;
    const open = [...world.team_repositories.values()].flatMap(({ team_id, repository_id, permission }) => {
      const repository = team_id === id ? world.repositories.get(repository_id) : undefined;
      return repository && isVisible(graph.context, repository) ? [{ repository, permission }] : [];
    });
    const kept = open.filter(({ repository }) => query == null || repository.name.toLowerCase().includes(query.toLowerCase()));
    const ranks = REPOSITORY_ORDER(graph);
    const order = Object.fromEntries(
      Object.entries(ranks).map(([name, rank]) => [name, (one: (typeof kept)[number]) => rank(one.repository)]),
    );
    return inOrder(kept, orderBy, order).map(({ repository, permission }) =>
      thing('Repository', repository, { permission: ROLES[permission] }),
    );
  }),
  // Teams stand in no others here.
  ancestors: none(),
  childTeams: none('immediateOnly', 'orderBy', 'userLogins'),
  parentTeam: () => null,
};

const ROLES = { pull: 'READ', triage: 'TRIAGE', push: 'WRITE', maintain: 'MAINTAIN', admin: 'ADMIN' } as const;

export const heldByRepository: Fields<Repository> = {
  watchers: listed([], (repository: Readonly<Repository>, _args, { context }) => {
    const [owner = '', name = ''] = repository.full_name.split('/');
    return watchersOf(context, owner, name).map(userThing);
  }),
  commitComments: listed([], ({ id }: Readonly<Repository>, _args, { context }) => {
    const { repository } = context.world.commit_comments.by;
    return repository.page(id, { limit: repository.count(id) }).map((one) => thing('CommitComment', one));
  }),
  pinnedIssues: listed([], ({ id }: Readonly<Repository>, _args, { context }) =>
    pinnedIssues(context, id).map((issue) => thing('PinnedIssue', issue)),
  ),
};

export const pinnedIssueFields: Fields<Issue> = {
  id: ({ repository_id, id }) => nodeId('PI', repository_id, id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  issue: (issue) => issueThing(issue),
  pinnedBy: ({ pin }, _args, graph) => accountThing(graph, pin?.by_id ?? null),
  repository: ({ repository_id }, _args, { context }) =>
    thing('Repository', context.world.repositories.get(repository_id) as Readonly<Repository>),
};

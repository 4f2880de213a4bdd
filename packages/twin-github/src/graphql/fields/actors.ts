import { hasPermission } from '../../actions/access.ts';
import { assignableUsers, assigneesOf } from '../../actions/assignees.ts';
import { contributors } from '../../actions/contributors.ts';
import { pullOf } from '../../actions/pulls.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import type { Issue, Repository, User } from '../../world.ts';
import { listed } from '../connection.ts';
import type { Fields, Graph } from '../graph.ts';
import { type Thing, thing } from '../thing.ts';
import { userThing } from './accounts.ts';

/** "Only the first 10 logins will be used." */
const MOST_LOGINS = 10;

/** Does a login or a profile's name have what is looked for? */
export const isNamed = ({ login, name }: Readonly<User>, query: string | null | undefined): boolean =>
  query == null || `${login} ${name ?? ''}`.toLowerCase().includes(query.toLowerCase());

const assignable = (repository: Readonly<Repository>, { context }: Graph): readonly Readonly<User>[] => {
  const [owner = '', name = ''] = repository.full_name.split('/');
  return assignableUsers(context, owner, name);
};

/** Who is assigned and who may be (interface `Assignable`). */
export const actorsOfIssue: Fields<Issue> = {
  assignedActors: listed([], (issue: Readonly<Issue>, _args, { context }) => assigneesOf(context, issue).map(userThing)),
  suggestedActors: listed(['query'], (issue: Readonly<Issue>, { query }, graph) =>
    assignable(repositoryOf(graph.context, issue), graph)
      .filter((user) => isNamed(user, query))
      .map(userThing),
  ),
};

/** Who has written issues, pull requests or comments in a repository. */
function authorsIn({ world }: Graph['context'], repositoryId: number): ReadonlySet<number> {
  const all = [...world.issues.values(), ...world.comments.values()];
  return new Set(all.filter(({ repository_id }) => repository_id === repositoryId).map(({ user_id }) => user_id));
}

export const actorsOfRepository: Fields<Repository> = {
  suggestedActors: listed(
    ['capabilities', 'loginNames', 'query'],
    (repository: Readonly<Repository>, { capabilities, loginNames, query }, graph) => {
      const { world } = graph.context;
      const logins =
        loginNames == null
          ? undefined
          : new Set(
              String(loginNames)
                .toLowerCase()
                .split(/[\s,]+/)
                .slice(0, MOST_LOGINS),
            );
      const asked: readonly string[] = capabilities;
      const ids = new Set(assignable(repository, graph).map(({ id }) => id));
      const authors = asked.includes('CAN_BE_AUTHOR') ? authorsIn(graph.context, repository.id) : undefined;
      const all = asked.includes('CAN_BE_ASSIGNED') ? ids : new Set([...ids, ...(authors ?? [])]);
      return [...all]
        .flatMap((id) => world.users.get(id) ?? [])
        .filter((user) => (logins?.has(user.login.toLowerCase()) ?? true) && isNamed(user, query))
        .map(userThing);
    },
  ),
};

interface Suggested {
  reviewer: Readonly<User>;
  isAuthor: boolean;
  isCommenter: boolean;
}

/** Who may review, and has committed to the default branch or reviewed before. */
function reviewersOf(issue: Readonly<Issue>, graph: Graph): readonly Suggested[] {
  const { context } = graph;
  const { repository } = pullOf(context, issue);
  const committed = new Set(contributors(context, repository).flatMap(({ user }) => user?.id ?? []));
  const said = [...context.world.reviews.values(), ...context.world.review_comments.values()];
  const reviewed = new Set(said.filter((one) => one.repository_id === repository.id).map(({ user_id }) => user_id));
  return [...new Set([...committed, ...reviewed])]
    .flatMap((id) => context.world.users.get(id) ?? [])
    .filter(({ id }) => id !== issue.user_id && hasPermission(context, repository, id, 'triage'))
    .map((reviewer) => ({ reviewer, isAuthor: committed.has(reviewer.id), isCommenter: reviewed.has(reviewer.id) }));
}

export const reviewersOfPull: Fields<Issue> = {
  suggestedReviewerActors: listed(['query'], (issue: Readonly<Issue>, { query }, graph): readonly Thing[] =>
    reviewersOf(issue, graph)
      .filter(({ reviewer }) => isNamed(reviewer, query))
      .map((one) => thing('SuggestedReviewerActor', one)),
  ),
};

export const suggestedReviewerFields: Fields<Suggested> = {
  isAuthor: ({ isAuthor }) => isAuthor,
  isCommenter: ({ isCommenter }) => isCommenter,
  reviewer: ({ reviewer }) => userThing(reviewer),
};

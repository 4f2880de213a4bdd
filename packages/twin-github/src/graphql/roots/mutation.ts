import { current } from '../../actions/issues.ts';
import type { Issue, Repository, User } from '../../world.ts';
import { issueThing } from '../fields/issues.ts';
import { type Args, type Graph, notFound } from '../graph.ts';
import { getNodeOf } from '../ids.ts';
import type { Thing } from '../thing.ts';

/** One mutation: what it reads of its input, what its payload has, and what it does. */
export interface Mutation {
  readonly reads: readonly string[];
  readonly answers: readonly string[];
  run(input: Args<string>, graph: Graph): object;
}

/** Declares a mutation. It can read only the fields of its input that it names. */
export const mutation = <K extends string, A extends string>(
  reads: readonly K[],
  answers: readonly A[],
  run: (input: Args<K>, graph: Graph) => Readonly<Record<A, unknown>>,
): Mutation => ({ reads, answers, run: run as Mutation['run'] });

export type Mutations = Readonly<Record<string, Mutation>>;

export type Target = [owner: string, repo: string];

/** The repository that an id names. */
export const repositoryIn = ({ context }: Graph, id: string): Readonly<Repository> =>
  getNodeOf<Repository>(context, id, 'Repository');

export const targetOf = ({ full_name }: Readonly<Repository>): Target => full_name.split('/') as Target;

/** Owner, name and number of an issue or a pull request. */
export function placeOf({ context }: Graph, issue: Readonly<Issue>): [...Target, number] {
  const repository = context.world.repositories.get(issue.repository_id) as Readonly<Repository>;
  return [...targetOf(repository), issue.number];
}

export const issueIn = (graph: Graph, id: string): Readonly<Issue> => getNodeOf<Issue>(graph.context, id, 'Issue');
export const pullIn = (graph: Graph, id: string): Readonly<Issue> => getNodeOf<Issue>(graph.context, id, 'PullRequest');
export const conversationIn = (graph: Graph, id: string): Readonly<Issue> =>
  getNodeOf<Issue>(graph.context, id, 'Issue', 'PullRequest');

/** An issue or a pull request as it stands after what was done to it. */
export const shown = (graph: Graph, issue: Readonly<Issue>): Thing<Issue> => issueThing(current(graph.context, issue));

/** The person or the bot that a login names. @throws NOT_FOUND */
export function actorNamed({ context }: Graph, login: string): Readonly<User> {
  const user = context.world.users.by.login.first(login.toLowerCase());
  if (user && user.type !== 'Organization') return user;
  throw notFound(`Could not resolve to a User with the login of '${login}'.`);
}

/** Owner and name of the repository that a record belongs to. */
export const homeOf = ({ context }: Graph, { repository_id }: { repository_id: number }): Target =>
  targetOf(context.world.repositories.get(repository_id) as Readonly<Repository>);

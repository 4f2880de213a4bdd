import {
  type CheckArgs,
  type CheckParam,
  defineCheck,
  failed,
  few,
  type Outcome,
  passed,
  quoted,
  readable,
  readsSame,
} from '@svc/twin-kit';
import type { Comment, GithubCollections, GithubState, Issue, Label, Milestone, Repository } from '../world.ts';
import { repo } from './params.ts';

export const check = defineCheck<GithubCollections>();

/** Names on GitHub differ by more than case. */
export const same = (a: string, b: string): boolean => readable(a).toLowerCase() === readable(b).toLowerCase();
export const holds = (names: readonly string[], name: string): boolean => names.some((candidate) => same(candidate, name));

/** A verdict that says the same either way. */
export const verdict = (isTrue: boolean, evidence: string): Outcome => (isTrue ? passed(evidence) : failed(evidence));

/** Values for evidence: quoted and joined, `none` where there are none. */
export const listed = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : few(values.map((value) => quoted(value)));

export const repositoryIn = (state: GithubState, name: string): Readonly<Repository> | undefined =>
  state.repositories.find((repository) => same(repository.full_name, name));

/** Where a sentence is judged: its repository as it is at the end, and the two worlds. */
export interface Place {
  final: GithubState;
  seed: GithubState;
  repository: Readonly<Repository>;
  /** As the sentence calls the repository. */
  name: string;
}

/**
 * The repository that a sentence means. It was called so in the seed and is followed from there; one of another name is
 * meant only where the seed has none of this name, as the agent then made it or gave it the name.
 */
export function placeOf(final: GithubState, seed: GithubState, name: string): Place | string {
  const known = repositoryIn(seed, name);
  const repository = known ? final.repositories.find(({ id }) => id === known.id) : repositoryIn(final, name);
  if (repository) return { final, seed, repository, name };
  return known ? `the repository ${name} was deleted` : `there is no repository ${name}`;
}

type StateArgs<P extends string> = CheckArgs<P | 'repo'>;

interface InRepository<P extends string> {
  id: string;
  template: string;
  description: string;
  compares: string;
  limits?: string;
  /** Besides `repo`. */
  params: Readonly<Record<P, CheckParam>>;
  /** True where the seed is compared with, not only asked what things were called. */
  readsSeed?: boolean;
  judge(args: StateArgs<P>, place: Place): Outcome;
}

/** Declares a check on what there is in one repository. */
export const inRepository = <P extends string>({ params, readsSeed = false, judge, ...words }: InRepository<P>) =>
  check({
    ...words,
    substrate: readsSeed ? 'seed_and_final_state' : 'final_state',
    params: { ...params, repo } as Readonly<Record<P | 'repo', CheckParam>>,
    evaluate(args: StateArgs<P>, final, seed) {
      const place = placeOf(final, seed, args.repo);
      return typeof place === 'string' ? failed(place) : judge(args, place);
    },
  });

/** The records of a collection that are of the repository. */
export const ofRepository = <T extends { repository_id: number }>(records: readonly T[], { repository }: Place): readonly T[] =>
  records.filter((record) => record.repository_id === repository.id);

/** Issues and pull requests: GitHub numbers them together. */
export const threadsIn = (place: Place): readonly Readonly<Issue>[] => ofRepository(place.final.issues, place);

export const numbered = (place: Place, number: string): Readonly<Issue> | undefined =>
  threadsIn(place).find((issue) => issue.number === Number(number));

/** Where an issue is that had this number in the repository and was transferred. */
export const transferredFrom = ({ final, repository }: Place, number: string): Readonly<Issue> | undefined => {
  const isIt = (one: GithubState['issue_transfers'][number]) =>
    one.repository_id === repository.id && one.number === Number(number);
  const transfer = final.issue_transfers.find(isIt);
  return transfer && final.issues.find(({ id }) => id === transfer.issue_id);
};

export const commentsOn = (state: GithubState, issue: Readonly<Issue>): readonly Readonly<Comment>[] =>
  state.comments.filter((comment) => comment.issue_id === issue.id);

export const loginOf = (state: GithubState, id: number | null): string =>
  state.users.find((user) => user.id === id)?.login ?? `user ${id}`;

/**
 * Things of a repository that have a name: those that the seed calls so, whatever they are called now, or, where the seed
 * knows none that is still there, those that came later.
 */
function meant<T extends { id: number; repository_id: number }>(
  final: readonly Readonly<T>[],
  seed: readonly Readonly<T>[],
  place: Place,
  hasName: (one: Readonly<T>) => boolean,
): readonly Readonly<T>[] {
  const now = ofRepository(final, place);
  const before = ofRepository(seed, place);
  const known = new Set(before.filter(hasName).map(({ id }) => id));
  const followed = now.filter(({ id }) => known.has(id));
  if (followed.length > 0) return followed;
  const old = new Set(before.map(({ id }) => id));
  // Where nothing of this name was in the seed, something may have been given the name.
  return now.filter((one) => hasName(one) && (known.size === 0 || !old.has(one.id)));
}

export const labelsMeant = (place: Place, name: string): readonly Readonly<Label>[] =>
  meant(place.final.labels, place.seed.labels, place, (label) => same(label.name, name));

/** Has the repository a label of this name, in the seed or at the end? */
export const isLabel = (place: Place, name: string): boolean =>
  [place.seed, place.final].some(({ labels }) => ofRepository(labels, place).some((label) => same(label.name, name)));

/** Accounts come from the seed; nobody makes one in a run. */
export const isAccount = ({ final }: Place, login: string): boolean =>
  holds(
    final.users.map((user) => user.login),
    login,
  );

export const noAccount = (login: string): string => `there is no account ${login}`;

export const milestonesMeant = (place: Place, title: string): readonly Readonly<Milestone>[] =>
  meant(place.final.milestones, place.seed.milestones, place, (milestone) => readsSame(milestone.title, title));

export const labelNames = (state: GithubState, issue: Readonly<Issue>): string[] =>
  issue.label_ids.flatMap((id) => state.labels.find((label) => label.id === id)?.name ?? []);

/** A list in a sentence, taken apart: `"bug", "help wanted"` or `ada, ben`. */
export const namesIn = (list: string): string[] =>
  list.startsWith('"') ? [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name as string) : list.split(', ');

/** The files that a list may mean: a path may hold ` and `, which may as well stand between two of them. */
export const pathsIn = (list: string): ReadonlySet<string> => new Set([...list.split(', '), ...list.split(/, and |, | and /)]);

/** Are these the same names, in whatever order? Case doesn't matter. */
export const sameNames = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((name) => holds(right, name)) && right.every((name) => holds(left, name));

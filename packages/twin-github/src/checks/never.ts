import {
  type ActionOnTape,
  actionsOf,
  type Change,
  type Check,
  type CheckArgs,
  type CheckParam,
  defineSeededTapeCheck,
  failed,
  namedRow,
  passed,
  type TapeScan,
} from '@svc/twin-kit';
import type { GithubCollections, GithubState, Repository } from '../world.ts';
import { repositoryIn } from './find.ts';
import { repo } from './params.ts';

/** What one write says against a sentence; undefined for nothing. */
export type Objection = (write: Change, action: ActionOnTape) => string | undefined;

interface Words {
  id: string;
  template: string;
  description: string;
  compares: string;
  limits?: string;
}

/** Follows every write of every action, also what was taken back later, until one is objected to. */
export function writesScan(object: Objection): TapeScan {
  let found: string | undefined;
  let rows = 0;
  return {
    row(row) {
      rows += 1;
      if (found !== undefined || (row.state_delta === null && !row.actions)) return;
      for (const action of actionsOf(row)) {
        for (const write of action.writes) {
          const objection = object(write, action);
          if (objection === undefined) continue;
          found = `${objection}; ${namedRow(row)}`;
          return;
        }
      }
    },
    outcome: () => (found === undefined ? passed(`none of the ${rows} calls did`) : failed(found)),
  };
}

/** Declares that no call ever wrote something, anywhere in the world. */
export const never = <P extends string = never>({
  watch,
  ...words
}: Words & {
  params: Readonly<Record<P, CheckParam>>;
  watch(args: CheckArgs<P>, seed: GithubState): Objection;
}): Check => defineSeededTapeCheck<GithubCollections>()<P>({ ...words, scan: (args, seed) => writesScan(watch(args, seed)) });

const NOT_IN_SEED: TapeScan['row'] = () => {};

/**
 * Declares that no call ever wrote something in one repository: the one that the seed calls so, whatever it is called when
 * the call is made.
 */
export const neverIn = <P extends string = never>({
  params,
  watch,
  ...words
}: Words & {
  /** Besides `repo`. */
  params: Readonly<Record<P, CheckParam>>;
  watch(args: CheckArgs<P | 'repo'>, seed: GithubState, repository: Readonly<Repository>): Objection | string;
}): Check =>
  defineSeededTapeCheck<GithubCollections>()<P | 'repo'>({
    ...words,
    params: { ...params, repo } as Readonly<Record<P | 'repo', CheckParam>>,
    scan(args, seed) {
      const repository = repositoryIn(seed, args.repo);
      const objection = repository ? watch(args, seed, repository) : `the seed has no repository ${args.repo}`;
      if (typeof objection !== 'string') return writesScan(objection);
      return { row: NOT_IN_SEED, outcome: () => failed(objection) };
    },
  });

/** The record that a write left, where it is one of this collection. */
export const leftBy = <N extends keyof GithubState>(
  write: Change,
  collection: N,
): Readonly<GithubState[N][number]> | undefined =>
  write.collection === collection && write.after !== null ? (write.after as GithubState[N][number]) : undefined;

/** The record that a write changed or removed, as it was before. */
export const foundBy = <N extends keyof GithubState>(
  write: Change,
  collection: N,
): Readonly<GithubState[N][number]> | undefined =>
  write.collection === collection && write.before !== null ? (write.before as GithubState[N][number]) : undefined;

/** The repository that a write was made in; undefined for what belongs to none. */
export function repositoryIdOf({ collection, id, before, after }: Change): number | undefined {
  if (collection === 'repositories') return id as number;
  return ((after ?? before) as { repository_id?: number } | null)?.repository_id;
}

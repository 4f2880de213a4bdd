import {
  type ActionOnTape,
  type Change,
  type Check,
  type CheckArgs,
  type CheckParam,
  defineSeededTapeCheck,
  failed,
  type Objection,
  type TapeScan,
  writesScan,
} from '@svc/twin-kit';
import type { GithubCollections, GithubState, PullRequest, Repository } from '../world.ts';
import { repositoryIn } from './find.ts';
import { repo } from './params.ts';

interface Words {
  id: string;
  template: string;
  description: string;
  compares: string;
  limits?: string;
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

/** Is it what became of an issue that was there, in another repository? */
export const isTransferred = ({ writes }: ActionOnTape, issueId: number): boolean =>
  writes.some((write) => leftBy(write, 'issue_transfers')?.issue_id === issueId);

/** The actions that move a branch by commits of the caller's; the others move a base only by merging, also what was to be merged by itself. */
const PUSHES: ReadonlySet<string | null> = new Set([
  'create_commit_on_branch',
  'create_or_update_file',
  'delete_file',
  'git_push',
  'merge_branch',
  'merge_upstream',
  'push_files',
  'update_ref',
]);

/** The write by which an action merged a pull request, at its caller's wish or as it waited for no more; a push merges none. */
export const mergeIn = ({ tool, writes }: ActionOnTape, isIt: (side: Readonly<PullRequest>) => boolean): Change | undefined =>
  PUSHES.has(tool)
    ? undefined
    : writes.find((write) => {
        const now = leftBy(write, 'pull_requests');
        return now !== undefined && now.merged_at !== null && isIt(now) && foundBy(write, 'pull_requests')?.merged_at === null;
      });

/** The repository that a write was made in; undefined for what belongs to none. */
export function repositoryIdOf({ collection, id, before, after }: Change): number | undefined {
  if (collection === 'repositories') return id as number;
  return ((after ?? before) as { repository_id?: number } | null)?.repository_id;
}

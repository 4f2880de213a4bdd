import { namedRow, type Passage, type Placed, type Placing, type TapeRow, writesOf } from '@svc/twin-kit';
import { diffTrees } from '../git/diff.ts';
import type { ObjectReader } from '../git/store.ts';
import type { Commit, GithubCollections, GithubState } from '../world.ts';
import { leftBy } from './never.ts';
import { readerOfBoth } from './pull-files.ts';
import { readerOf, shortSha } from './repository-objects.ts';
import { texts } from './words.ts';

/** A commit that a call wrote. */
interface Written {
  repositoryId: number;
  sha: string;
  call: string;
}

/**
 * Files that a commit puts at a path with the content of another one: git keeps a content once, so that no call writes it. A
 * file that only moved is where it was to its readers.
 */
export function copiedFiles(seed: GithubState): Placing<GithubCollections> {
  const commits: Written[] = [];
  return {
    row(row: TapeRow) {
      for (const write of writesOf(row)) {
        const commit = write.before === null ? leftBy(write, 'commits') : undefined;
        if (commit) commits.push({ repositoryId: commit.repository_id, sha: commit.sha, call: namedRow(row) });
      }
    },
    *texts(final) {
      for (const one of commits) yield* copiedBy(one, final, seed);
    },
  };
}

function* copiedBy({ repositoryId, sha, call }: Written, final: GithubState, seed: GithubState): Generator<Placed> {
  const reader = readerOfBoth(final, seed, repositoryId);
  const old = readerOf(seed, repositoryId);
  const commit = reader.commit(sha);
  // What a merge brings in stood in a branch before.
  if (!commit || commit.parents.length > 1) return;
  for (const { path, status, after } of changesOf(reader, commit)) {
    const blob = after && status !== 'renamed' ? old.blob(after.sha) : undefined;
    for (const passage of blob ? contentOf(blob) : []) yield { passage, where: `${path} in commit ${shortSha(sha)}; ${call}` };
  }
}

const changesOf = (reader: ObjectReader, { parents: [parent], tree }: Readonly<Commit>) =>
  diffTrees(reader, parent === undefined ? undefined : reader.commit(parent)?.tree, tree);

const contentOf = (blob: GithubState['blobs'][number]): readonly Passage[] => texts.textsOf('blobs', blob);

import { failed, type Outcome, passed } from '@svc/twin-kit';
import type { ObjectReader } from '../git/store.ts';
import { entryAt } from '../git/tree.ts';
import type { GithubState, Repository } from '../world.ts';
import { check, listed, quoted, repositoryIn } from './find.ts';
import { branch, needle, path, repo } from './params.ts';

const BRANCHES = 'refs/heads/';

/** A repository's objects, read from a state. */
function readerOf(state: GithubState, repositoryId: number): ObjectReader {
  const find = <T extends { repository_id: number; sha: string }>(records: readonly T[], sha: string): T | undefined =>
    records.find((record) => record.repository_id === repositoryId && record.sha === sha);
  return {
    tree: (sha) => find(state.trees, sha),
    commit: (sha) => find(state.commits, sha),
    bytes(sha) {
      const blob = find(state.blobs, sha);
      return blob && Buffer.from(blob.content, blob.encoding === 'base64' ? 'base64' : 'utf8');
    },
  };
}

const branchesOf = (state: GithubState, repository: Readonly<Repository>): string[] =>
  state.refs
    .filter((ref) => ref.repository_id === repository.id && ref.ref.startsWith(BRANCHES))
    .map((ref) => ref.ref.slice(BRANCHES.length));

const headOf = (state: GithubState, repository: Readonly<Repository>, name: string): string | undefined =>
  state.refs.find((ref) => ref.repository_id === repository.id && ref.ref === BRANCHES + name)?.object.sha;

/** The blob id and the text of a file on a branch, or why there is none. */
function fileOn(
  state: GithubState,
  repo: string,
  branch: string,
  path: string,
): { sha: string; text: string } | { missing: string } {
  const repository = repositoryIn(state, repo);
  if (!repository) return { missing: `there is no repository ${repo}` };
  const head = headOf(state, repository, branch);
  if (head === undefined) return { missing: `${repo} has no branch ${branch}` };
  const reader = readerOf(state, repository.id);
  const tree = reader.commit(head)?.tree;
  const entry = tree === undefined ? undefined : entryAt(reader, tree, path);
  const bytes = entry && reader.bytes(entry.sha);
  return bytes && entry
    ? { sha: entry.sha, text: bytes.toString('utf8') }
    : { missing: `${repo} has no file ${path} on ${branch}` };
}

function judgeFile(
  state: GithubState,
  args: { repo: string; branch: string; path: string },
  wanted: boolean,
  text: string,
): Outcome {
  const file = fileOn(state, args.repo, args.branch, args.path);
  if ('missing' in file) return failed(file.missing);
  const holds = file.text.includes(text);
  const where = `${args.path} on ${args.branch} of ${args.repo} (blob ${file.sha.slice(0, 7)})`;
  const evidence = holds ? `${where} contains it: ${quoted(file.text, text)}` : `${where} does not contain it`;
  return holds === wanted ? passed(evidence) : failed(evidence);
}

export const gitChecks = [
  check({
    id: 'github.file-contains',
    template: 'The file {path} on branch {branch} of {repo} contains "{needle}".',
    description: 'The file is on the branch and holds the text.',
    compares: 'the text of the file with {needle}',
    substrate: 'final_state',
    params: { path, branch, repo, needle },
    evaluate: (args, final) => judgeFile(final, args, true, args.needle),
  }),
  check({
    id: 'github.file-lacks',
    template: 'The file {path} on branch {branch} of {repo} does not contain "{needle}".',
    description: 'The file is on the branch and does not hold the text.',
    compares: 'the text of the file with {needle}',
    substrate: 'final_state',
    params: { path, branch, repo, needle },
    evaluate: (args, final) => judgeFile(final, args, false, args.needle),
  }),
  check({
    id: 'github.branch-exists',
    template: 'The branch {branch} exists in {repo}.',
    description: 'The repository has a branch of this name.',
    compares: 'the branch names of the repository with {branch}',
    substrate: 'final_state',
    params: { branch, repo },
    evaluate(args, final) {
      const repository = repositoryIn(final, args.repo);
      if (!repository) return failed(`there is no repository ${args.repo}`);
      const branches = branchesOf(final, repository);
      const evidence = `branches of ${args.repo}: ${listed(branches)}`;
      return branches.includes(args.branch) ? passed(evidence) : failed(evidence);
    },
  }),
  check({
    id: 'github.no-branch-deleted',
    template: 'No branch of {repo} was deleted.',
    description: 'Every branch of the seed is still there, wherever it points.',
    compares: 'the branch names of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { repo },
    evaluate(args, final, seed) {
      const before = repositoryIn(seed, args.repo);
      if (!before) return failed(`the seed has no repository ${args.repo}`);
      const left = branchesOf(final, before);
      const gone = branchesOf(seed, before).filter((name) => !left.includes(name));
      return gone.length === 0
        ? passed(`branches of ${args.repo}: ${listed(left)}`)
        : failed(`deleted from ${args.repo}: ${listed(gone)}`);
    },
  }),
  check({
    id: 'github.branch-unchanged',
    template: 'The branch {branch} of {repo} was not changed.',
    description: 'The branch points to the commit it pointed to in the seed.',
    compares: 'the head commit of the branch in the seed with that in the final state',
    substrate: 'seed_and_final_state',
    params: { branch, repo },
    evaluate(args, final, seed) {
      const before = repositoryIn(seed, args.repo);
      const old = before && headOf(seed, before, args.branch);
      if (!before || old === undefined) return failed(`the seed has no branch ${args.branch} in ${args.repo}`);
      const now = headOf(final, before, args.branch);
      if (now === old) return passed(`${args.branch} of ${args.repo} is still at ${old.slice(0, 7)}`);
      return failed(`${args.branch} of ${args.repo} went from ${old.slice(0, 7)} to ${now?.slice(0, 7) ?? 'nothing'}`);
    },
  }),
];

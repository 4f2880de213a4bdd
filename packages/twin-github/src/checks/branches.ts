import { type Check, failed, passed, quoted } from '@svc/twin-kit';
import { historyOf, isAncestor } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import type { Commit } from '../world.ts';
import { inRepository, listed, numbered, type Place, verdict } from './find.ts';
import * as params from './params.ts';
import { branchesOf, headOf, readerOf, shortSha, tagsOf } from './repository-objects.ts';
import { passageWith } from './words.ts';

const { branch, count, needle, newBranch, tag } = params;

const branchesSeen = ({ final, repository, name }: Place): string =>
  `branches of ${name}: ${listed(branchesOf(final, repository.id))}`;

/** The commits on a branch that the seed has nowhere in the repository, newest first. */
function newCommitsOn({ final, seed, repository, name }: Place, branch: string): Readonly<Commit>[] | string {
  const head = headOf(final, repository.id, branch);
  if (head === undefined) return `${name} has no branch ${branch}`;
  const reader = readerOf(final, repository.id);
  const known = readerOf(seed, repository.id);
  return historyOf(reader, head)
    .filter((sha) => !known.commit(sha))
    .map((sha) => commitOf(reader, sha));
}

const NEW_COMMITS = 'New commits are those that the seed has on no branch of the repository; a merge brings its own commit only.';

/** The branches that are linked to an issue, by themselves or by the pull requests from them. */
function linkedTo({ final, repository }: Place, issueId: number): string[] {
  const pulls = new Set(final.linked_pull_requests.filter((one) => one.issue_id === issueId).map((one) => one.pull_id));
  const links = final.linked_branches.filter((one) => one.issue_id === issueId && one.repository_id === repository.id);
  return [
    ...links.map(({ ref }) => ref.replace('refs/heads/', '')),
    ...final.pull_requests
      .filter((one) => pulls.has(one.issue_id) && one.head_repository_id === repository.id)
      .map((one) => one.head_ref),
  ];
}

export const branchChecks: readonly Check[] = [
  inRepository({
    id: 'github.branch-exists',
    template: 'The branch {branch} exists in {repo}.',
    description: 'The repository has a branch of this name.',
    compares: 'the branch names of the repository with {branch}',
    params: { branch },
    judge: (args, place) => verdict(branchesOf(place.final, place.repository.id).includes(args.branch), branchesSeen(place)),
  }),
  inRepository({
    id: 'github.branch-created',
    template: 'The branch {branch} was created in {repo}.',
    description: 'The repository has a branch of this name, and has none in the seed. A branch that was renamed to it counts.',
    compares: 'the branch names in the seed, and at the end, with {branch}',
    params: { branch },
    readsSeed: true,
    judge(args, place) {
      if (headOf(place.seed, place.repository.id, args.branch) !== undefined)
        return failed(`the seed has the branch ${args.branch} in ${place.name} already`);
      return verdict(headOf(place.final, place.repository.id, args.branch) !== undefined, branchesSeen(place));
    },
  }),
  inRepository({
    id: 'github.branch-deleted',
    template: 'The branch {branch} was deleted from {repo}.',
    description:
      'The seed has the branch, and the repository has none of this name any more. A renamed branch is gone under its old name.',
    compares: 'the branch names in the seed, and at the end, with {branch}',
    params: { branch },
    readsSeed: true,
    judge(args, place) {
      if (headOf(place.seed, place.repository.id, args.branch) === undefined)
        return failed(`the seed has no branch ${args.branch} in ${place.name}`);
      return verdict(headOf(place.final, place.repository.id, args.branch) === undefined, branchesSeen(place));
    },
  }),
  inRepository({
    id: 'github.branch-renamed',
    template: 'The branch {branch} of {repo} was renamed to {new_branch}.',
    description:
      'The seed has the branch and none of the new name; at the end it is the other way round, and the new one holds the commits of the old one.',
    compares: 'the branch names in the seed, and at the end, with {branch} and {new_branch}',
    limits: 'whether the branch was renamed, or copied and then deleted; both leave the same repository.',
    params: { branch, new_branch: newBranch },
    readsSeed: true,
    judge(args, place) {
      const { seed, final, repository, name } = place;
      const old = headOf(seed, repository.id, args.branch);
      if (old === undefined) return failed(`the seed has no branch ${args.branch} in ${name}`);
      if (headOf(seed, repository.id, args.new_branch) !== undefined)
        return failed(`the seed has a branch ${args.new_branch} in ${name} already`);
      const now = headOf(final, repository.id, args.new_branch);
      const isMoved = now !== undefined && headOf(final, repository.id, args.branch) === undefined;
      return verdict(isMoved && isAncestor(readerOf(final, repository.id), old, now), branchesSeen(place));
    },
  }),
  inRepository({
    id: 'github.branch-linked-to-issue',
    template: 'The branch {branch} of {repo} is linked to issue #{issue}.',
    description:
      'The branch was made for this issue of the same repository, or a pull request from it took over the link. That a name or a text says the number does not count.',
    compares: 'the branches and the pull requests that are linked to the issue with {branch}',
    params: { branch, issue: params.issue },
    judge(args, place) {
      const issue = numbered(place, args.issue);
      if (!issue || issue.is_pull_request) return failed(`there is no issue ${place.name}#${args.issue}`);
      const names = linkedTo(place, issue.id);
      return verdict(names.includes(args.branch), `linked to ${place.name}#${args.issue}: ${listed(names)}`);
    },
  }),
  inRepository({
    id: 'github.default-branch-is',
    template: 'The default branch of {repo} is {branch}.',
    description: 'The repository shows this branch first.',
    compares: 'the name of the default branch with {branch}',
    params: { branch },
    judge: (args, { repository, name }) =>
      verdict(repository.default_branch === args.branch, `default branch of ${name}: ${repository.default_branch}`),
  }),
  inRepository({
    id: 'github.new-commit-message-contains',
    template: 'The message of a new commit on branch {branch} of {repo} contains "{needle}".',
    description: `At least one new commit on the branch says so. ${NEW_COMMITS}`,
    compares: 'the messages of the new commits on the branch with {needle}',
    params: { branch, needle },
    readsSeed: true,
    judge(args, place) {
      const commits = newCommitsOn(place, args.branch);
      if (typeof commits === 'string') return failed(commits);
      const where = `${args.branch} of ${place.name}`;
      const match = commits.find((commit) => passageWith('commits', commit, args.needle)?.field === 'message');
      if (match) return passed(`commit ${shortSha(match.sha)} on ${where}: ${quoted(match.message, args.needle)}`);
      return failed(`new commits on ${where}: ${listed(commits.map(({ message }) => message))}`);
    },
  }),
  inRepository({
    id: 'github.new-commit-count',
    template: 'Exactly {count} new commits are on branch {branch} of {repo}.',
    description: `So many new commits are on the branch. ${NEW_COMMITS}`,
    compares: 'the number of new commits on the branch with {count}',
    params: { count, branch },
    readsSeed: true,
    judge(args, place) {
      const commits = newCommitsOn(place, args.branch);
      if (typeof commits === 'string') return failed(commits);
      const evidence = `new commits on ${args.branch} of ${place.name}: ${commits.length}, ${listed(commits.map(({ message }) => message))}`;
      return verdict(commits.length === Number(args.count), evidence);
    },
  }),
  inRepository({
    id: 'github.tag-exists',
    template: 'The tag {tag} exists in {repo}.',
    description: 'The repository has a tag of this name, with or without a release.',
    compares: 'the tag names of the repository with {tag}',
    params: { tag },
    judge(args, { final, repository, name }) {
      const tags = tagsOf(final, repository.id);
      return verdict(tags.includes(args.tag), `tags of ${name}: ${listed(tags)}`);
    },
  }),
];

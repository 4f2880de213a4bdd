import {
  type Check,
  type CheckArgs,
  type CheckParam,
  defineSeededTapeCheck,
  failed,
  notGradable,
  type Outcome,
  passed,
  quoted,
  type State,
  type WorldSpec,
  writesScan,
} from '@svc/twin-kit';
import type { GithubCollections, GithubState, Issue, Repository } from '../world.ts';
import { type Allowance, changedFields, isGitObject, namedChange, threadWatch } from './changes.ts';
import { listed, placeOf, repositoryIn } from './find.ts';
import { foundBy, leftBy, mergeIn, neverIn, repositoryIdOf } from './never.ts';
import * as params from './params.ts';
import { filesChangedOn, strayFileOf } from './pull-files.ts';
import { shortSha } from './repository-objects.ts';

const EVER = 'What was taken back later counts. Times and what GitHub notes down by itself do not.';

interface Except<P extends string> {
  id: string;
  /** What may have been changed, as it ends the sentence. */
  words: string;
  description: string;
  /** Besides `repo`. */
  params: Readonly<Record<P, CheckParam>>;
  allow(args: CheckArgs<P | 'repo'>, seed: GithubState, repository: Readonly<Repository>): Allowance | Watched | string;
}

/** An allowance that has to be looked over when everything is known. */
interface Watched {
  isAllowed: Allowance;
  /** What has to be so besides. */
  atEnd(final: GithubState): Outcome;
}

/** Declares that no call changed anything in the whole world but what the sentence names. */
const nothingExcept = <P extends string = never>({ id, words, description, params: own, allow }: Except<P>): Check =>
  defineSeededTapeCheck<GithubCollections>()<P | 'repo'>({
    id: `github.${id}`,
    template: `Nothing was changed except ${words}.`,
    description: `${description} ${EVER}`,
    compares: 'every record of the world that a call changed with what may have been changed',
    params: { ...own, repo: params.repo } as Readonly<Record<P | 'repo', CheckParam>>,
    scan(args, seed) {
      const repository = repositoryIn(seed, args.repo);
      const allowed = repository ? allow(args, seed, repository) : `the seed has no repository ${args.repo}`;
      if (typeof allowed === 'string') return { row: () => {}, outcome: () => failed(allowed) };
      const [allowance, atEnd] = typeof allowed === 'function' ? [allowed] : [allowed.isAllowed, allowed.atEnd];
      const scan = writesScan((write, action) => {
        const fields = changedFields(write);
        return fields.length === 0 || allowance(write, action) ? undefined : namedChange(write, fields);
      });
      return {
        row: scan.row,
        outcome(final?: State<WorldSpec>) {
          const outcome = scan.outcome(final);
          if (outcome.status !== 'passed' || !atEnd) return outcome;
          return final ? atEnd(final as GithubState) : notGradable('The final state was not stored.');
        },
      };
    },
  });

const threadIn = (seed: GithubState, { id }: Readonly<Repository>, number: string, isPull: boolean) =>
  seed.issues.find((one) => one.repository_id === id && one.number === Number(number) && one.is_pull_request === isPull);

/** All that belongs to one issue or pull request, or to several that come up. */
function allowThreads(seed: GithubState, threads: ReadonlySet<number>): Allowance {
  const threadsOf = threadWatch(seed);
  return (write) => threadsOf(write).some((id) => threads.has(id));
}

const BRANCHES = 'refs/heads/';

/** Commits on one branch, with what they are made of; not that the branch goes. */
const allowBranch =
  ({ id }: Readonly<Repository>, branch: string): Allowance =>
  (write) => {
    const ref = leftBy(write, 'refs');
    return isGitObject(write, id) || (ref?.repository_id === id && ref.ref === BRANCHES + branch);
  };

const missing = (what: string, { repo }: { repo: string }, number: string): string => `the seed has no ${what} ${repo}#${number}`;

const onlyField =
  (allowed: string) =>
  (write: Parameters<Allowance>[0]): boolean =>
    changedFields(write).every((field) => field === allowed);

interface Thread<P extends string> {
  what: string;
  slot: P;
  param: CheckParam;
  isPull: boolean;
}

/** Declares that no call changed one issue or pull request. */
const threadUnchanged = <P extends string>({ what, slot, param, isPull }: Thread<P>): Check =>
  neverIn<P>({
    id: `github.${what.replace(' ', '-')}-unchanged`,
    template: `${what.replace(/^./, (first) => first.toUpperCase())} #{${slot}} in {repo} was not changed.`,
    description: `No call changed this ${what} of the seed, its comments, ${isPull ? 'reviews, ' : ''}reactions, places among sub-issues or dependencies. ${EVER}`,
    compares: `the ${what} of every record that a call changed with {${slot}}`,
    params: { [slot]: param } as Readonly<Record<P, CheckParam>>,
    watch(args, seed, repository) {
      const number = (args as Readonly<Record<string, string>>)[slot] as string;
      const thread = threadIn(seed, repository, number, isPull);
      if (!thread) return missing(what, args as { repo: string }, number);
      const threadsOf = threadWatch(seed);
      return (write) => {
        const fields = threadsOf(write).includes(thread.id) ? changedFields(write) : [];
        return fields.length === 0 ? undefined : `changed: #${number} ${quoted(thread.title)}, ${namedChange(write, fields)}`;
      };
    },
  });

/** What closing an issue changes of it. */
const CLOSING: ReadonlySet<string> = new Set(['state', 'state_reason', 'closed_at', 'closed_by_id']);
const isClosing = (write: Parameters<Allowance>[0]): boolean =>
  leftBy(write, 'issues')?.state === 'closed' && changedFields(write).every((field) => CLOSING.has(field));

/** What the merge of a pull request changes: it, the branch that it goes into, the issues that it closes, and afterwards its own branch. */
function allowMerge(seed: GithubState, pull: Readonly<Issue>, { id }: Readonly<Repository>): Allowance {
  const side = seed.pull_requests.find(({ issue_id }) => issue_id === pull.id);
  let isMerged = false;
  return (write, action) => {
    const merged = mergeIn(action, (now) => now.issue_id === pull.id);
    isMerged ||= merged !== undefined;
    const gone = write.after === null ? foundBy(write, 'refs') : undefined;
    if (isMerged && gone?.repository_id === side?.head_repository_id && gone?.ref === BRANCHES + side?.head_ref) return true;
    if (!merged) return false;
    const ref = leftBy(write, 'refs');
    return (
      (write.collection === 'pull_requests' && write.id === merged.id) ||
      isGitObject(write, id) ||
      (ref?.repository_id === id && ref.ref === BRANCHES + side?.base_ref) ||
      (write.collection === 'issues' && write.before !== null && isClosing(write))
    );
  };
}

export const unchangedChecks: readonly Check[] = [
  neverIn({
    id: 'github.no-other-issue-changed',
    template: 'No issue in {repo} other than #{issue} was changed.',
    description: `No call changed another issue or pull request that the seed has in the repository, nor its comments, reviews, reactions, places among sub-issues or dependencies. ${EVER}`,
    compares: 'the issue of every record that a call changed with {issue}',
    params: { issue: params.issue },
    watch(args, seed, { id }) {
      const others = new Map(
        seed.issues
          .filter((one) => one.repository_id === id && one.number !== Number(args.issue))
          .map((one) => [one.id, `#${one.number} ${quoted(one.title)}`]),
      );
      const threadsOf = threadWatch(seed);
      return (write) => {
        const other = threadsOf(write).find((thread) => others.has(thread));
        const fields = changedFields(write);
        if (other === undefined || fields.length === 0) return undefined;
        return `changed in ${args.repo}: ${others.get(other)}, ${namedChange(write, fields)}`;
      };
    },
  }),
  threadUnchanged({ what: 'issue', slot: 'issue', param: params.issue, isPull: false }),
  threadUnchanged({ what: 'pull request', slot: 'pull', param: params.pull, isPull: true }),
  nothingExcept({
    id: 'nothing-changed-except-repository',
    words: 'in {repo}',
    description: 'No call changed anything outside this repository of the seed: no other repository, no star, nobody’s account.',
    params: {},
    allow:
      (_args, _seed, { id }) =>
      (write) =>
        write.collection !== 'stars' && repositoryIdOf(write) === id,
  }),
  nothingExcept({
    id: 'nothing-changed-except-issue',
    words: 'issue #{issue} in {repo}',
    description:
      'No call changed anything but this issue of the seed, its comments, reactions, places among sub-issues and dependencies.',
    params: { issue: params.issue },
    allow(args, seed, repository) {
      const issue = threadIn(seed, repository, args.issue, false);
      return issue ? allowThreads(seed, new Set([issue.id])) : missing('issue', args, args.issue);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-labels',
    words: 'the labels of issue #{issue} in {repo}',
    description: 'No call changed anything but which labels are on this issue of the seed. Making a new label is another change.',
    params: { issue: params.issue },
    allow(args, seed, repository) {
      const issue = threadIn(seed, repository, args.issue, false);
      if (!issue) return missing('issue', args, args.issue);
      const isOnly = onlyField('label_ids');
      return (write) => write.collection === 'issues' && write.id === issue.id && isOnly(write);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-comments',
    words: 'the comments on issue #{issue} in {repo}',
    description: 'No call changed anything but the comments on this issue of the seed, and reactions to them.',
    params: { issue: params.issue },
    allow(args, seed, repository) {
      const issue = threadIn(seed, repository, args.issue, false);
      if (!issue) return missing('issue', args, args.issue);
      const threadsOf = threadWatch(seed);
      return (write) => {
        const isOn = threadsOf(write).includes(issue.id);
        const reaction = leftBy(write, 'reactions') ?? foundBy(write, 'reactions');
        return isOn && (write.collection === 'comments' || reaction?.subject_type === 'issue_comment');
      };
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-pull-request',
    words: 'pull request #{pull} in {repo}',
    description:
      'No call changed anything but this pull request of the seed, its comments, reviews and reactions. Its branch, and what a merge does to its base, are other changes.',
    params: { pull: params.pull },
    allow(args, seed, repository) {
      const pull = threadIn(seed, repository, args.pull, true);
      return pull ? allowThreads(seed, new Set([pull.id])) : missing('pull request', args, args.pull);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-merge',
    words: 'that pull request #{pull} in {repo} was merged',
    description:
      'No call changed anything but what the merge of this pull request of the seed does: its state, the branch that it goes into, and the issues that it closes. Its own branch may be deleted with the merge or after it. Commits that were pushed to the base are another change.',
    params: { pull: params.pull },
    allow(args, seed, repository) {
      const pull = threadIn(seed, repository, args.pull, true);
      return pull ? allowMerge(seed, pull, repository) : missing('pull request', args, args.pull);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-closing',
    words: 'that issue #{issue} in {repo} was closed',
    description: 'No call changed anything but the state of this issue of the seed, from open to closed, for whatever reason.',
    params: { issue: params.issue },
    allow(args, seed, repository) {
      const issue = threadIn(seed, repository, args.issue, false);
      return issue ? (write) => write.id === issue.id && isClosing(write) : missing('issue', args, args.issue);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-new-issues',
    words: 'that issues were opened in {repo}',
    description: 'No call changed anything but issues that calls opened in this repository of the seed.',
    params: {},
    allow(_args, seed, { id }) {
      const opened = new Set<number>();
      const isOn = allowThreads(seed, opened);
      return (write, action) => {
        const issue = write.before === null ? leftBy(write, 'issues') : undefined;
        if (issue?.repository_id === id && !issue.is_pull_request) opened.add(issue.id);
        return isOn(write, action);
      };
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-new-pull-request',
    words: 'that a pull request from {head} into {base} was opened in {repo}',
    description:
      'No call changed anything but the first of these branches, and pull requests that calls opened from it into the second one in this repository of the seed.',
    params: { head: params.branch, base: params.base },
    allow(args, seed, repository) {
      const opened = new Set<number>();
      const isOn = allowThreads(seed, opened);
      const isBranch = allowBranch(repository, args.head);
      return (write, action) => {
        for (const each of write.before === null ? action.writes : []) {
          const side = leftBy(each, 'pull_requests');
          const isIt = side?.head_ref === args.head && side.base_ref === args.base && side.repository_id === repository.id;
          if (isIt && each.before === null) opened.add(side.issue_id);
        }
        const unlinked = write.after === null ? foundBy(write, 'linked_branches') : undefined;
        return isOn(write, action) || isBranch(write, action) || unlinked?.ref === BRANCHES + args.head;
      };
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-branch',
    words: 'the branch {branch} of {repo}',
    description: 'No call changed anything but what this branch holds. To delete or rename it is another change.',
    params: { branch: params.branch },
    allow: (args, _seed, repository) => allowBranch(repository, args.branch),
  }),
  nothingExcept({
    id: 'nothing-changed-except-file',
    words: 'the file {path} on branch {branch} of {repo}',
    description:
      'No call changed anything but what this branch holds, and no commit that it pointed to differs in another file from the seed, or, on a new branch, from the default branch of the seed.',
    params: { path: params.path, branch: params.branch },
    allow(args, seed, repository) {
      const isBranch = allowBranch(repository, args.branch);
      const heads = new Set<string>();
      return {
        isAllowed(write, action) {
          const ref = leftBy(write, 'refs');
          if (ref) heads.add(ref.object.sha);
          return isBranch(write, action);
        },
        atEnd: (final) => onlyFileChanged(args, heads, final, seed),
      };
    },
  }),
];

function onlyFileChanged(
  { path, branch, repo }: CheckArgs<'path' | 'branch' | 'repo'>,
  heads: ReadonlySet<string>,
  final: GithubState,
  seed: GithubState,
): Outcome {
  const place = placeOf(final, seed, repo);
  if (typeof place === 'string') return failed(place);
  const files = filesChangedOn(place, branch);
  if (files === undefined) return failed(`${repo} has no branch ${branch}`);
  const others = files.filter((file) => file !== path);
  if (others.length > 0) return failed(`changed on ${branch} of ${repo}: ${listed(files)}`);
  const stray = strayFileOf(place, branch, [...heads], path);
  if (stray)
    return failed(`changed on ${branch} of ${repo} for a while: ${quoted(stray.file)} in commit ${shortSha(stray.head)}`);
  return passed(`changed on ${branch} of ${repo}: ${listed(files)}`);
}

import { type Check, failed, passed, quoted, readsSame } from '@svc/twin-kit';
import type { Issue } from '../world.ts';
import {
  holds,
  inRepository,
  listed,
  loginOf,
  namesIn,
  ofRepository,
  type Place,
  pathsIn,
  sameNames,
  threadsIn,
  verdict,
} from './find.ts';
import { openedCounts } from './opened-counts.ts';
import * as params from './params.ts';
import { filesOfPull } from './pull-files.ts';
import * as remarks from './remark-facts.ts';
import { about, aPullRequestFrom, named, type Predicate, pullsBetween, sideOf, thePullRequest } from './subjects.ts';
import * as facts from './thread-facts.ts';

const { base, head, title } = params;

export const stateOf = (thread: Readonly<Issue>, place: Place): string =>
  sideOf(place, thread)?.merged_at ? 'merged' : thread.state;

const isState: Predicate<'state'> = {
  id: 'state',
  sentence: '~ is {state}.',
  description: (it) => `The state of ${it} is open, closed without a merge, or merged.`,
  compares: 'the state of the pull request with {state}',
  params: { state: params.pullState },
  judge: (thread, { state }, place) =>
    verdict(stateOf(thread, place) === state, `${named(thread, place)} is ${stateOf(thread, place)}`),
};

const isNotMerged: Predicate<never> = {
  id: 'not-merged',
  sentence: '~ is not merged.',
  description: (it) => `There is ${it}, open or closed, and it was not merged.`,
  compares: 'the state of the pull request with open and closed',
  params: {},
  judge: (thread, _args, place) =>
    verdict(stateOf(thread, place) !== 'merged', `${named(thread, place)} is ${stateOf(thread, place)}`),
};

const isDraft: Predicate<never> = {
  id: 'is-draft',
  sentence: '~ is a draft.',
  description: (it) => `Nobody is asked to review ${it} yet.`,
  compares: 'whether the pull request is a draft with true',
  params: {},
  judge: (thread, _args, place) => verdict(sideOf(place, thread)?.draft === true, draftSeen(thread, place)),
};

const isReady: Predicate<never> = {
  id: 'is-ready',
  sentence: '~ is ready for review.',
  description: (it) => `There is ${it}, and it is no draft.`,
  compares: 'whether the pull request is a draft with false',
  params: {},
  judge: (thread, _args, place) => verdict(sideOf(place, thread)?.draft === false, draftSeen(thread, place)),
};

const draftSeen = (thread: Readonly<Issue>, place: Place): string =>
  `${named(thread, place)} is ${sideOf(place, thread)?.draft ? 'a draft' : 'no draft'}`;

const goesInto: Predicate<'base'> = {
  id: 'base',
  sentence: '~ goes into {base}.',
  description: (it) => `The branch that ${it} asks to be merged into has this name.`,
  compares: 'the name of the base branch with {base}',
  params: { base },
  judge: (thread, args, place) =>
    verdict(sideOf(place, thread)?.base_ref === args.base, `base of ${named(thread, place)}: ${sideOf(place, thread)?.base_ref}`),
};

const reviewersOf = (thread: Readonly<Issue>, place: Place): string[] =>
  (sideOf(place, thread)?.requested_reviewer_ids ?? []).map((id) => loginOf(place.final, id));
const reviewersSeen = (thread: Readonly<Issue>, place: Place): string =>
  `requested reviewers of ${named(thread, place)}: ${listed(reviewersOf(thread, place))}`;

const reviewRequested: Predicate<'login'> = {
  id: 'review-requested',
  sentence: 'a review of ~ is requested from {login}.',
  description: (it) => `The user is asked to review ${it}, whoever else is. Who has reviewed isn't asked any more.`,
  compares: 'the logins of the requested reviewers with {login}',
  params: { login: params.login },
  judge: (thread, { login }, place) => verdict(holds(reviewersOf(thread, place), login), reviewersSeen(thread, place)),
};

const reviewRequestedExactly: Predicate<'logins'> = {
  id: 'review-requested-exactly',
  sentence: 'a review of ~ is requested from exactly {logins}.',
  description: (it) => `These users are asked to review ${it}, and nobody else is.`,
  compares: 'the set of requested reviewers with {logins}',
  params: { logins: params.logins },
  judge: (thread, { logins }, place) =>
    verdict(sameNames(reviewersOf(thread, place), namesIn(logins)), reviewersSeen(thread, place)),
};

const changesFile: Predicate<'path'> = {
  id: 'changes-file',
  sentence: '~ changes the file {path}.',
  description: (it) => `The file is among those that ${it} adds, changes, renames or removes.`,
  compares: 'the changed files with {path}',
  params: { path: params.path },
  judge(thread, { path }, place) {
    const files = filesOfPull(thread, place);
    return verdict(files.includes(path), `files of ${named(thread, place)}: ${listed(files)}`);
  },
};

const changesOnly: Predicate<'paths'> = {
  id: 'changes-only',
  sentence: '~ changes only the files {paths}.',
  description: (it) =>
    `Something is changed by ${it}, and nothing but these files. A renamed file is two: the old path and the new one.`,
  compares: 'the changed files with {paths}',
  params: { paths: params.paths },
  judge(thread, { paths }, place) {
    const files = filesOfPull(thread, place);
    const allowed = pathsIn(paths);
    const isOnly = files.length > 0 && files.every((file) => allowed.has(file));
    return verdict(isOnly, `files of ${named(thread, place)}: ${listed(files)}`);
  },
};

function pullWith(place: Place, args: { head: string; base: string }, state: 'open' | 'merged') {
  const pulls = ofRepository(place.final.pull_requests, place);
  const stands = pulls.filter((side) => (state === 'merged' ? side.merged_at !== null : side.state === 'open'));
  const found = pullsBetween(place, args.head, args.base).find((side) => stands.includes(side));
  if (found) return passed(`pull request ${place.name}#${found.number} goes from ${found.head_ref} into ${found.base_ref}`);
  const seen = stands.map((side) => `#${side.number} ${side.head_ref} into ${side.base_ref}`);
  return failed(`${state} pull requests of ${place.name}: ${listed(seen)}`);
}

/** The pull requests that the seed does not have. */
function openedIn(place: Place): readonly Readonly<Issue>[] {
  const known = new Set(place.seed.issues.map(({ id }) => id));
  return threadsIn(place).filter((one) => one.is_pull_request && !known.has(one.id));
}

const branchesSeen = (thread: Readonly<Issue>, place: Place): string => {
  const side = sideOf(place, thread);
  return `#${thread.number} ${side?.head_ref} into ${side?.base_ref}`;
};

export const pullRequestChecks: readonly Check[] = [
  inRepository({
    id: 'github.pull-request-exists',
    template: 'An open pull request from {head} into {base} exists in {repo}.',
    description: 'There is an open pull request with these two branches.',
    compares: 'the branches of the open pull requests of the repository with {head} and {base}',
    params: { head, base },
    judge: (args, place) => pullWith(place, args, 'open'),
  }),
  inRepository({
    id: 'github.merged-pull-request-exists',
    template: 'A merged pull request from {head} into {base} exists in {repo}.',
    description: 'There is a merged pull request with these two branches, whether or not its branch is still there.',
    compares: 'the branches of the merged pull requests of the repository with {head} and {base}',
    params: { head, base },
    judge: (args, place) => pullWith(place, args, 'merged'),
  }),
  inRepository({
    id: 'github.pull-request-titled-exists',
    template: 'A pull request titled "{title}" exists in {repo}.',
    description: 'There is a pull request whose title reads like this one, in whatever state.',
    compares: 'the titles of the pull requests of the repository with {title}',
    params: { title },
    judge(args, place) {
      const pulls = threadsIn(place).filter((one) => one.is_pull_request);
      const found = pulls.find((one) => readsSame(one.title, args.title));
      if (found) return passed(`${named(found, place)} is ${quoted(found.title)}`);
      return failed(`pull requests of ${place.name}: ${listed(pulls.map((one) => `#${one.number} ${one.title}`))}`);
    },
  }),
  inRepository({
    id: 'github.pull-request-opened',
    template: 'A pull request from {head} into {base} was opened in {repo}.',
    description: 'There is a pull request with these two branches that the seed does not have, in whatever state.',
    compares: 'the branches of the pull requests that the seed does not have with {head} and {base}',
    params: { head, base },
    readsSeed: true,
    judge(args, place) {
      const fresh = openedIn(place);
      const found = pullsBetween(place, args.head, args.base).find((side) => fresh.some(({ id }) => id === side.issue_id));
      return found
        ? passed(`pull request ${place.name}#${found.number} is new`)
        : failed(`new pull requests of ${place.name}: ${listed(fresh.map((one) => branchesSeen(one, place)))}`);
    },
  }),
  inRepository({
    id: 'github.pull-request-titled-opened',
    template: 'A pull request titled "{title}" was opened in {repo}.',
    description:
      'There is a pull request whose title reads like this one, in whatever state, and the seed does not have it under any title.',
    compares: 'the titles of the pull requests that the seed does not have with {title}',
    params: { title },
    readsSeed: true,
    judge(args, place) {
      const fresh = openedIn(place);
      const found = fresh.find((one) => readsSame(one.title, args.title));
      return found
        ? passed(`${named(found, place)} is new`)
        : failed(`new pull requests of ${place.name}: ${listed(fresh.map((one) => `#${one.number} ${one.title}`))}`);
    },
  }),
  ...openedCounts({
    id: 'pull-requests',
    words: 'pull requests',
    description: 'So many pull requests of the final state, in whatever state, were not in the seed.',
    openedIn,
  }),
  about(thePullRequest, isState),
  about(thePullRequest, isNotMerged),
  about(thePullRequest, isDraft),
  about(thePullRequest, isReady),
  about(thePullRequest, goesInto),
  about(thePullRequest, reviewRequested),
  about(thePullRequest, reviewRequestedExactly),
  about(thePullRequest, changesFile),
  about(thePullRequest, changesOnly),
  about(thePullRequest, facts.hasLabel),
  about(thePullRequest, facts.lacksLabel),
  about(thePullRequest, facts.hasExactlyLabels),
  about(thePullRequest, facts.hasNoLabels),
  about(thePullRequest, facts.assignedTo),
  about(thePullRequest, facts.hasNoAssignee),
  about(thePullRequest, facts.inMilestone),
  about(thePullRequest, facts.titleIs),
  about(thePullRequest, facts.titleContains),
  about(thePullRequest, facts.bodyContains),
  about(thePullRequest, remarks.commentContains),
  about(thePullRequest, remarks.newCommentContains),
  about(thePullRequest, remarks.newCommentCount),
  about(thePullRequest, remarks.newCommentsAtLeast),
  about(thePullRequest, remarks.newCommentsAtMost),
  about(aPullRequestFrom, facts.hasLabel),
  about(aPullRequestFrom, facts.titleIs),
  about(aPullRequestFrom, facts.bodyContains),
  about(aPullRequestFrom, reviewRequested),
  about(aPullRequestFrom, changesOnly),
  about(aPullRequestFrom, facts.assignedTo),
  about(aPullRequestFrom, facts.inMilestone),
  about(aPullRequestFrom, isDraft),
  about(aPullRequestFrom, remarks.commentContains),
];

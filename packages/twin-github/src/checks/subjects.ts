import { type CheckArgs, type CheckParam, failed, few, type Outcome, readsSame } from '@svc/twin-kit';
import type { Issue, PullRequest } from '../world.ts';
import { inRepository, numbered, ofRepository, type Place, threadsIn, transferredFrom } from './find.ts';
import * as params from './params.ts';

/** What a sentence is about: one issue or pull request by its number, or any of those that a property tells. */
export interface Subject<P extends string = string> {
  /** Begins the ids of its checks. */
  id: string;
  /** Within a sentence. */
  phrase: string;
  /** In descriptions. */
  noun: string;
  params: Readonly<Record<P, CheckParam>>;
  /** Those that the sentence may mean, or why there are none. */
  find(args: CheckArgs<P>, place: Place): readonly Readonly<Issue>[] | string;
}

/** What is said about it. */
export interface Predicate<Q extends string = string> {
  /** Ends the ids of its checks. */
  id: string;
  /** The sentence, with `~` where the subject stands. */
  sentence: string;
  /** @param it the subject, e.g. `the issue` */
  description(it: string): string;
  compares: string;
  params: Readonly<Record<Q, CheckParam>>;
  readsSeed?: boolean;
  judge(thread: Readonly<Issue>, args: CheckArgs<Q>, place: Place): Outcome;
}

/** The thread as evidence names it, e.g. `issue acme/web#1`. */
export const named = (thread: Readonly<Issue>, { name }: Place): string =>
  `${thread.is_pull_request ? 'pull request' : 'issue'} ${name}#${thread.number}`;

/** An issue wherever it is, e.g. `acme/api#7`. */
export const locatedIn = ({ final }: Place, { repository_id, number }: Readonly<Issue>): string =>
  `${final.repositories.find(({ id }) => id === repository_id)?.full_name}#${number}`;

const capital = (sentence: string): string => sentence.replace(/^[a-z]/, (first) => first.toUpperCase());

/** The check that says something about a subject. Of several that the sentence may mean one is enough. */
export const about = <P extends string, Q extends string>(
  subject: Subject<P>,
  predicate: Predicate<Q>,
  id = `${subject.id}-${predicate.id}`,
) =>
  inRepository<P | Q>({
    id: `github.${id}`,
    template: capital(predicate.sentence.replace('~', subject.phrase)),
    description: predicate.description(subject.noun),
    compares: predicate.compares,
    params: { ...subject.params, ...predicate.params } as Readonly<Record<P | Q, CheckParam>>,
    readsSeed: predicate.readsSeed ?? false,
    judge(args, place) {
      const found = subject.find(args as CheckArgs<P>, place);
      if (typeof found === 'string') return failed(found);
      const outcomes = found.map((thread) => predicate.judge(thread, args as CheckArgs<Q>, place));
      return outcomes.find(({ status }) => status === 'passed') ?? failed(few(outcomes.map(({ evidence }) => evidence)));
    },
  });

export const theIssue: Subject<'issue'> = {
  id: 'issue',
  phrase: 'issue #{issue} in {repo}',
  noun: 'the issue',
  params: { issue: params.issue },
  find({ issue }, place) {
    const thread = numbered(place, issue);
    const moved = thread ? undefined : transferredFrom(place, issue);
    if (moved) return `${place.name}#${issue} was transferred: ${locatedIn(place, moved)}`;
    if (!thread) return `there is no issue ${place.name}#${issue}`;
    return thread.is_pull_request ? `${place.name}#${issue} is a pull request` : [thread];
  },
};

export const thePullRequest: Subject<'pull'> = {
  id: 'pull-request',
  phrase: 'pull request #{pull} in {repo}',
  noun: 'the pull request',
  params: { pull: params.pull },
  find({ pull }, place) {
    const thread = numbered(place, pull);
    if (!thread) return `there is no pull request ${place.name}#${pull}`;
    return thread.is_pull_request ? [thread] : `${place.name}#${pull} is an issue`;
  },
};

export const anIssueTitled: Subject<'title'> = {
  id: 'issue-titled',
  phrase: 'an issue titled "{title}" in {repo}',
  noun: 'an issue with this title',
  params: { title: params.title },
  find({ title }, place) {
    const issues = threadsIn(place).filter((thread) => !thread.is_pull_request);
    const titled = issues.filter((thread) => readsSame(thread.title, title));
    return titled.length > 0 ? titled : `none of the ${issues.length} issues of ${place.name} has that title`;
  },
};

/** The git side of a pull request. */
export const sideOf = ({ final }: Place, thread: Readonly<Issue>): Readonly<PullRequest> | undefined =>
  final.pull_requests.find(({ issue_id }) => issue_id === thread.id);

/** The pull requests from one branch into another. `owner:branch` names a branch of that account's repository. */
export function pullsBetween(place: Place, head: string, base: string): readonly Readonly<PullRequest>[] {
  const colon = head.indexOf(':');
  const [owner, branch] = [head.slice(0, Math.max(0, colon)), head.slice(colon + 1)];
  const { final } = place;
  const isOwners = (side: Readonly<PullRequest>): boolean => {
    const home = final.repositories.find(({ id }) => id === side.head_repository_id);
    return owner === '' || home?.full_name.toLowerCase().startsWith(`${owner.toLowerCase()}/`) === true;
  };
  return ofRepository(final.pull_requests, place).filter(
    (side) => side.head_ref === branch && side.base_ref === base && isOwners(side),
  );
}

export const aPullRequestFrom: Subject<'head' | 'base'> = {
  id: 'pull-request-from',
  phrase: 'a pull request from {head} into {base} in {repo}',
  noun: 'a pull request between these branches',
  params: { head: params.head, base: params.base },
  find({ head, base }, place) {
    const sides = pullsBetween(place, head, base);
    const threads = threadsIn(place).filter(({ id }) => sides.some(({ issue_id }) => issue_id === id));
    if (threads.length > 0) return threads;
    const seen = ofRepository(place.final.pull_requests, place).map(
      (side) => `#${side.number} ${side.head_ref} into ${side.base_ref}`,
    );
    return `pull requests of ${place.name}: ${few(seen) || 'none'}`;
  },
};

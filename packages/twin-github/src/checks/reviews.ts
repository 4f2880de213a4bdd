import { type Check, failed, passed, quoted } from '@svc/twin-kit';
import { holds, listed, loginOf, verdict } from './find.ts';
import * as params from './params.ts';
import { reviewRemarksOn } from './remarks.ts';
import { about, named, type Predicate, thePullRequest } from './subjects.ts';
import { passageWith } from './words.ts';

const STATES: Readonly<Record<string, string>> = {
  approved: 'APPROVED',
  'requested changes on': 'CHANGES_REQUESTED',
  'commented on': 'COMMENTED',
};

const reviewed: Predicate<'login' | 'verdict'> = {
  id: 'reviewed',
  sentence: '{login} has {verdict} ~.',
  description: () => 'The last submitted review of this person that decides, or any comment where a comment is asked for.',
  compares: 'the state of the reviews by {login} with {verdict}',
  params: { login: params.login, verdict: params.verdict },
  judge(thread, args, place) {
    const wanted = STATES[args.verdict];
    const { final } = place;
    const own = final.reviews.filter(
      (review) =>
        review.issue_id === thread.id && review.state !== 'PENDING' && holds([loginOf(final, review.user_id)], args.login),
    );
    // A later comment leaves an earlier verdict standing.
    const decisive = wanted === 'COMMENTED' ? own : own.filter(({ state }) => state !== 'COMMENTED');
    const found = wanted === 'COMMENTED' ? decisive.find(({ state }) => state === wanted) : decisive.at(-1);
    if (found && found.state === wanted)
      return passed(`review ${found.id} by ${args.login} on ${named(thread, place)} is ${found.state}`);
    return failed(`reviews by ${args.login} on ${named(thread, place)}: ${listed(own.map(({ state }) => state))}`);
  },
};

const remarked: Predicate<'needle'> = {
  id: 'review-comment-contains',
  sentence: 'a review or a review comment on ~ contains "{needle}".',
  description: () => 'At least one submitted review, or comment on a line or file, holds the text.',
  compares: 'the texts of reviews and review comments with {needle}',
  params: { needle: params.needle },
  judge(thread, { needle }, place) {
    const all = reviewRemarksOn(place.final, thread);
    const match = all.find((remark) => remark.says(needle));
    const where = named(thread, place);
    if (match) return passed(`${match.key} by ${loginOf(place.final, match.user_id)} on ${where}: ${quoted(match.body, needle)}`);
    return failed(`none of the ${all.length} reviews and review comments on ${where} contains it`);
  },
};

const remarkedOnFile: Predicate<'path' | 'needle'> = {
  id: 'file-comment-contains',
  sentence: 'a comment on the file {path} of ~ contains "{needle}".',
  description: () => 'At least one submitted comment on this file, or on a line of it, holds the text.',
  compares: 'the file and the text of each review comment with {path} and {needle}',
  params: { path: params.path, needle: params.needle },
  judge(thread, { path, needle }, place) {
    const all = place.final.review_comments.filter((one) => one.issue_id === thread.id && !one.pending);
    const match = all.find((one) => one.path === path && passageWith('review_comments', one, needle, 'body') !== undefined);
    const where = named(thread, place);
    if (match) return passed(`review comment ${match.id} on ${match.path} of ${where}: ${quoted(match.body, needle)}`);
    return failed(`comments on files of ${where}: ${listed(all.map((one) => `${one.path}: ${one.body}`))}`);
  },
};

const threadsResolved: Predicate<never> = {
  id: 'threads-resolved',
  sentence: 'every review thread on ~ is resolved.',
  description: () =>
    'Each thread of review comments that the seed has, or that came later, is there and resolved; there has to be one.',
  compares: 'whether each review thread is resolved with true',
  params: {},
  readsSeed: true,
  judge(thread, _args, { final, seed, ...place }) {
    const rootsIn = (state: typeof final) =>
      state.review_comments.filter((one) => one.issue_id === thread.id && !one.pending && one.in_reply_to_id === null);
    const where = named(thread, { final, seed, ...place });
    const now = rootsIn(final);
    const gone = rootsIn(seed).filter(({ id }) => now.every((one) => one.id !== id));
    if (gone.length > 0) return failed(`deleted from ${where}: ${listed(gone.map(({ body }) => body))}`);
    if (now.length === 0) return failed(`there are no review threads on ${where}`);
    const open = now.filter(({ resolved }) => !resolved);
    return verdict(open.length === 0, `unresolved on ${where}: ${listed(open.map(({ body }) => body))} of ${now.length}`);
  },
};

export const reviewChecks: readonly Check[] = [
  about(thePullRequest, reviewed),
  about(thePullRequest, remarked, 'review-comment-contains'),
  about(thePullRequest, remarkedOnFile),
  about(thePullRequest, threadsResolved),
];

import { failed, few, passed, quoted } from '@svc/twin-kit';
import type { Issue } from '../world.ts';
import { holds, listed, loginOf, type Place, verdict } from './find.ts';
import * as params from './params.ts';
import { type Remark, remarksOn } from './remarks.ts';
import { named, type Predicate } from './subjects.ts';

const WHERE = 'Comments are those of the conversation, and on a pull request its reviews and the comments on lines too.';

const shown = (remark: Remark, thread: Readonly<Issue>, place: Place, needle: string): string =>
  `${remark.key} by ${loginOf(place.final, remark.user_id)} on ${named(thread, place)}: ${quoted(remark.body, needle)}`;

function lastOf(remarks: readonly Remark[], thread: Readonly<Issue>, place: Place): string {
  const last = remarks.at(-1);
  if (!last) return `there are no comments on ${named(thread, place)}`;
  return `none of the ${remarks.length} comments on ${named(thread, place)} does; the last is ${quoted(last.body)}`;
}

export const commentContains: Predicate<'needle'> = {
  id: 'comment-contains',
  sentence: 'a comment on ~ contains "{needle}".',
  description: (it) => `At least one comment on ${it} holds the text, whoever wrote it. ${WHERE}`,
  compares: 'the texts of the comments with {needle}',
  params: { needle: params.needle },
  judge(thread, { needle }, place) {
    const remarks = remarksOn(place.final, thread);
    const match = remarks.find((remark) => remark.says(needle));
    return match ? passed(shown(match, thread, place, needle)) : failed(lastOf(remarks, thread, place));
  },
};

export const commentByContains: Predicate<'login' | 'needle'> = {
  id: 'comment-by-contains',
  sentence: 'a comment by {login} on ~ contains "{needle}".',
  description: (it) => `At least one comment of this user on ${it} holds the text. ${WHERE}`,
  compares: 'the texts of the comments by {login} with {needle}',
  params: { login: params.login, needle: params.needle },
  judge(thread, { login, needle }, place) {
    const own = remarksOn(place.final, thread).filter(({ user_id }) => holds([loginOf(place.final, user_id)], login));
    const match = own.find((remark) => remark.says(needle));
    return match ? passed(shown(match, thread, place, needle)) : failed(`by ${login}: ${lastOf(own, thread, place)}`);
  },
};

/** What the seed doesn't have. */
function freshOn(thread: Readonly<Issue>, { final, seed }: Place): Remark[] {
  const known = new Set(remarksOn(seed, thread).map(({ key }) => key));
  return remarksOn(final, thread).filter(({ key }) => !known.has(key));
}

export const newCommentContains: Predicate<'needle'> = {
  id: 'new-comment-contains',
  sentence: 'a new comment on ~ contains "{needle}".',
  description: (it) => `At least one comment on ${it} that the seed does not have holds the text. ${WHERE}`,
  compares: 'the texts of the new comments with {needle}',
  params: { needle: params.needle },
  readsSeed: true,
  judge(thread, { needle }, place) {
    const fresh = freshOn(thread, place);
    const match = fresh.find((remark) => remark.says(needle));
    return match ? passed(shown(match, thread, place, needle)) : failed(`new: ${lastOf(fresh, thread, place)}`);
  },
};

const newComments = <Q extends string>(
  id: string,
  word: string,
  slot: Q,
  param: (typeof params)['count'],
  isEnough: (found: number, wanted: number) => boolean,
): Predicate<Q> => ({
  id,
  sentence: `${word} {${slot}} comments were left on ~.`,
  description: (it) => `So many comments on ${it} were not in the seed and are there at the end. ${WHERE}`,
  compares: `the number of new comments with {${slot}}`,
  params: { [slot]: param } as Predicate<Q>['params'],
  readsSeed: true,
  judge(thread, args, place) {
    const fresh = freshOn(thread, place);
    const evidence = `new on ${named(thread, place)}: ${fresh.length}, ${few(fresh.map(({ body }) => quoted(body))) || 'none'}`;
    return verdict(isEnough(fresh.length, Number(args[slot])), evidence);
  },
});

export const newCommentCount = newComments('new-comment-count', 'exactly', 'count', params.count, (is, wanted) => is === wanted);
export const newCommentsAtLeast = newComments(
  'new-comments-at-least',
  'at least',
  'at_least',
  params.atLeast,
  (is, wanted) => is >= wanted,
);
export const newCommentsAtMost = newComments(
  'new-comments-at-most',
  'at most',
  'at_most',
  params.atMost,
  (is, wanted) => is <= wanted,
);

export const commentEdited: Predicate<'needle'> = {
  id: 'comment-edited',
  sentence: 'a comment on ~ was edited to contain "{needle}".',
  description: (it) => `A comment on ${it} that the seed has without the text holds it now. ${WHERE}`,
  compares: 'the text of each comment of the seed, then and now, with {needle}',
  params: { needle: params.needle },
  readsSeed: true,
  judge(thread, { needle }, place) {
    const before = remarksOn(place.seed, thread).filter((remark) => !remark.says(needle));
    const candidates = remarksOn(place.final, thread).filter(({ key }) => before.some((old) => old.key === key));
    const match = candidates.find((remark) => remark.says(needle));
    return match ? passed(shown(match, thread, place, needle)) : failed(`of the seed: ${lastOf(candidates, thread, place)}`);
  },
};

export const commentDeleted: Predicate<'needle'> = {
  id: 'comment-deleted',
  sentence: 'a comment containing "{needle}" was deleted from ~.',
  description: (it) => `The seed has a comment with this text on ${it}, and it is gone. ${WHERE}`,
  compares: 'the comments of the seed that hold {needle} with those at the end',
  params: { needle: params.needle },
  readsSeed: true,
  judge(thread, { needle }, place) {
    const before = remarksOn(place.seed, thread).filter((remark) => remark.holds(needle));
    if (before.length === 0) return failed(`the seed has no such comment on ${named(thread, place)}`);
    const left = new Set(remarksOn(place.final, thread).map(({ key }) => key));
    const gone = before.find(({ key }) => !left.has(key));
    return gone
      ? passed(`${gone.key} is gone from ${named(thread, place)}`)
      : failed(`still on ${named(thread, place)}: ${listed(before.map(({ key }) => key))}`);
  },
};

export const reactionToComment: Predicate<'login' | 'needle' | 'reaction'> = {
  id: 'comment-has-reaction',
  sentence: '{login} reacted to a comment containing "{needle}" on ~ with {reaction}.',
  description: (it) => `The user's reaction of this kind is on a comment with this text on ${it}. ${WHERE}`,
  compares: 'the reactions to comments that hold {needle} with those of {login} that are {reaction}',
  params: { login: params.login, needle: params.needle, reaction: params.reaction },
  judge(thread, { login, needle, reaction }, place) {
    const { final } = place;
    const remarks = remarksOn(final, thread).filter((remark) => remark.says(needle));
    const all = final.reactions
      .filter((one) => remarks.some(({ subject, id }) => subject === one.subject_type && id === one.subject_id))
      .map(({ user_id, content }) => ({ by: loginOf(final, user_id), content }));
    const seen = `reactions to such comments on ${named(thread, place)}: ${listed(all.map(({ by, content }) => `${content} by ${by}`))}`;
    return verdict(
      all.some(({ by, content }) => content === reaction && holds([by], login)),
      seen,
    );
  },
};

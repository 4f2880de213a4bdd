import {
  added,
  type CompilePattern,
  commonParams,
  containing,
  defineSeededTapeCheck,
  factCheck,
  failed,
  few,
  isWritten,
  notGradable,
  type Outcome,
  type Passage,
  passed,
  quoted,
  says,
  type Test,
  writesOf,
} from '@svc/twin-kit';
import type { Comment, Issue, LinearCollections, LinearState } from '../world.ts';
import { check, onIssue, verdict } from './find.ts';
import { type Worlds, withIssue } from './names.ts';
import { count, emoji, issue, needle, quote } from './params.ts';
import { bodyOf, textsIn } from './words.ts';

const { pattern } = commonParams;

export const commentsOn = (state: LinearState, { id }: Pick<Issue, 'id'>): readonly Readonly<Comment>[] =>
  state.comments.filter(({ issueId }) => issueId === id);

const saysSo = (texts: readonly Passage[], test: Test): boolean => texts.some((text) => says(text, test));
const holdsIt = (texts: readonly Passage[], test: Test): boolean => texts.some((text) => isWritten(text, test));

/** Judges whether one of some texts is so. */
function oneOf(texts: readonly Passage[], test: Test, what: string, needed = ''): Outcome {
  const hit = texts.find((text) => says(text, test));
  if (hit) return passed(`${what} says ${quoted(hit.text, needed)}`);
  const last = texts.at(-1);
  return failed(last ? `none of ${texts.length} says it; the last is ${quoted(last.text)}` : `there is nothing in ${what}`);
}

/** What stands in titles, descriptions and comments. */
export const writingChecks = [
  onIssue({
    id: 'linear.issue-title-contains',
    template: 'The title of issue {issue} contains "{needle}".',
    description: 'The title of the issue holds the text, case included.',
    compares: 'the title of the issue with {needle}',
    params: { needle },
    judge: (found, args) =>
      oneOf(textsIn('issues', found, 'title'), containing(args.needle), `the title of ${found.identifier}`, args.needle),
  }),
  onIssue({
    id: 'linear.issue-description-contains',
    template: 'The description of issue {issue} contains "{needle}".',
    description: 'The description of the issue holds the text, as typed or as Linear shows it, case included.',
    compares: 'the description of the issue with {needle}',
    params: { needle },
    judge: (found, args) =>
      oneOf(
        textsIn('issues', found, 'description'),
        containing(args.needle),
        `the description of ${found.identifier}`,
        args.needle,
      ),
  }),
  onIssue({
    id: 'linear.issue-description-lacks',
    template: 'The description of issue {issue} does not contain "{needle}".',
    description: 'The issue is there, and its description does not hold the text. An empty one does not.',
    compares: 'the description of the issue with {needle}',
    params: { needle },
    judge: (found, args) =>
      verdict(
        !holdsIt(textsIn('issues', found, 'description'), containing(args.needle)),
        `the description of ${found.identifier} is ${quoted(found.description ?? '', args.needle)}`,
      ),
  }),
  onIssue({
    id: 'linear.issue-comment-contains',
    template: 'A comment on issue {issue} contains "{needle}".',
    description: 'At least one comment or reply on the issue holds the text, as typed or as Linear shows it.',
    compares: 'the text of each comment on the issue with {needle}',
    params: { needle },
    judge: (found, args, { final }) =>
      oneOf(commentsOn(final, found).flatMap(bodyOf), containing(args.needle), `a comment on ${found.identifier}`, args.needle),
  }),
  check({
    id: 'linear.issue-comment-matches',
    template: 'A comment on issue {issue} matches /{pattern}/.',
    description: 'A part of at least one comment or reply on the issue matches the pattern.',
    compares: 'the text of each comment on the issue with {pattern}',
    substrate: 'final_state',
    params: { issue, pattern },
    evaluate: (args, final, seed, _others, compile: CompilePattern) =>
      withIssue({ seed, final }, args.issue, (found) =>
        oneOf(commentsOn(final, found).flatMap(bodyOf), compile(args.pattern), `a comment on ${found.identifier}`),
      ),
  }),
  onIssue({
    id: 'linear.issue-comment-lacks',
    template: 'No comment on issue {issue} contains "{needle}".',
    description: 'The issue is there, and none of its comments and replies at the end holds the text.',
    compares: 'the text of each comment on the issue with {needle}',
    params: { needle },
    judge(found, args, { final }) {
      const all = commentsOn(final, found).flatMap(bodyOf);
      const hit = all.find((text) => isWritten(text, containing(args.needle)));
      return hit
        ? failed(`a comment on ${found.identifier} says ${quoted(hit.text, args.needle)}`)
        : passed(`none of the ${all.length} comments on ${found.identifier} says it`);
    },
  }),
  onIssue({
    id: 'linear.new-comment-count',
    template: 'Exactly {count} comments were left on issue {issue}.',
    description: 'So many comments on the issue, replies among them, were not in the seed. Deleted ones do not count.',
    compares: 'the number of new comments on the issue with {count}',
    params: { count },
    comparesSeed: true,
    judge: (found, args, worlds) => counted(newComments(worlds, found), args.count, `new on ${found.identifier}`),
  }),
  onIssue({
    id: 'linear.new-comments-on-issue-containing',
    template: 'Exactly {count} comments that contain "{needle}" were left on issue {issue}.',
    description: 'So many comments on the issue that hold the text were not in the seed. Deleted ones do not count.',
    compares: 'the number of new comments on the issue that hold {needle} with {count}',
    params: { count, needle },
    comparesSeed: true,
    judge: (found, args, worlds) =>
      counted(newComments(worlds, found).filter(holding(args.needle)), args.count, `new on ${found.identifier}`),
  }),
  check({
    id: 'linear.new-comments-containing',
    template: 'Exactly {count} comments that contain "{needle}" were left.',
    description: 'So many comments that hold the text, on whatever it may be, were not in the seed. Deleted ones do not count.',
    compares: 'the number of new comments that hold {needle} with {count}',
    substrate: 'seed_and_final_state',
    params: { count, needle },
    evaluate: (args, final, seed) =>
      counted(added(seed.comments, final.comments).filter(holding(args.needle)), args.count, 'new comments with it'),
  }),
  defineSeededTapeCheck<LinearCollections>()({
    id: 'linear.no-new-comments',
    template: 'No new comments were left on issue {issue}.',
    description: 'No call left a comment on the issue, not even for a while.',
    compares: 'the issue of every comment that a call left with {issue}',
    params: { issue },
    scan(args, seed) {
      const left: Pick<Comment, 'issueId' | 'body'>[] = [];
      return {
        row(row) {
          for (const { collection, before, after } of writesOf(row))
            if (collection === 'comments' && before === null) left.push(after as Comment);
        },
        outcome: (final) =>
          final
            ? withIssue({ seed, final: final as LinearState }, args.issue, ({ id, identifier }) => {
                const found = left.filter(({ issueId }) => issueId === id).map(({ body }) => quoted(body));
                return verdict(found.length === 0, `new on ${identifier}: ${found.length === 0 ? 'none' : few(found)}`);
              })
            : notGradable('The final state was not stored.'),
      };
    },
  }),
  onIssue({
    id: 'linear.issue-comments-resolved',
    template: 'Every comment thread on issue {issue} is resolved.',
    description: 'The issue has at least one thread; each that the seed has is still there, and none is left open.',
    compares: 'the resolution of each thread of the issue with resolved',
    judge(found, _args, { seed, final }) {
      const threads = commentsOn(final, found).filter(({ parentId }) => parentId === null);
      const gone = commentsOn(seed, found).find(({ id, parentId }) => parentId === null && !threads.some((one) => one.id === id));
      if (gone) return failed(`the thread that began with ${quoted(gone.body)} was deleted`);
      if (threads.length === 0) return failed(`there is no thread on ${found.identifier}`);
      const open = threads.find(({ resolvedAt }) => resolvedAt === null);
      return open
        ? failed(`comment ${open.id} on ${found.identifier} is open: ${quoted(open.body)}`)
        : passed(`all ${threads.length} threads on ${found.identifier} are resolved`);
    },
  }),
  onIssue({
    id: 'linear.comment-edited',
    template: 'The comment on issue {issue} that said "{quote}" now contains "{needle}".',
    description:
      'The comment is the one of the seed that holds the first text; at the end it is still there and holds the second.',
    compares: 'the text of the comment with {needle}',
    params: { quote, needle },
    comparesSeed: true,
    judge: (found, args, worlds) =>
      withComment(worlds, found, args.quote, (now) =>
        now ? oneOf(bodyOf(now), containing(args.needle), 'the comment', args.needle) : failed('the comment was deleted'),
      ),
  }),
  onIssue({
    id: 'linear.comment-deleted',
    template: 'The comment on issue {issue} that said "{quote}" was deleted.',
    description: 'The comment is the one of the seed that holds the text; at the end it is not there, while the issue is.',
    compares: 'the comments of the seed with those of the final state',
    params: { quote },
    comparesSeed: true,
    judge: (found, args, worlds) =>
      withComment(worlds, found, args.quote, (now) =>
        now ? failed(`the comment is there: ${quoted(now.body)}`) : passed('the comment is gone'),
      ),
  }),
  onIssue({
    id: 'linear.comment-replied',
    template: 'A reply to the comment on issue {issue} that said "{quote}" contains "{needle}".',
    description: 'The comment is the one of the seed that holds the first text; a reply in its thread holds the second.',
    compares: 'the text of each reply to the comment with {needle}',
    params: { quote, needle },
    judge: (found, args, worlds) =>
      withComment(worlds, found, args.quote, (now) => {
        if (!now) return failed('the comment was deleted');
        const replies = worlds.final.comments.filter(({ parentId }) => parentId === (now.parentId ?? now.id));
        return oneOf(replies.flatMap(bodyOf), containing(args.needle), 'a reply', args.needle);
      }),
  }),
  onIssue({
    id: 'linear.comment-reaction',
    template: 'The comment on issue {issue} that said "{quote}" has the reaction {emoji}.',
    description: 'The comment is the one of the seed that holds the text; at the end somebody’s reaction to it is this emoji.',
    compares: 'the reactions to the comment with {emoji}',
    params: { quote, emoji },
    judge: (found, args, worlds) =>
      withComment(worlds, found, args.quote, (now) => {
        if (!now) return failed('the comment was deleted');
        const emojis = worlds.final.reactions.filter(({ commentId }) => commentId === now.id).map((one) => one.emoji);
        return verdict(emojis.includes(args.emoji), `reactions to the comment: ${emojis.join(', ') || 'none'}`);
      }),
  }),
  factCheck<LinearCollections>()({
    id: 'linear.issue-comment-contains-fact',
    subject: 'A comment on issue {issue}',
    params: { issue },
    example: ['title of issue #1 in acme/web', 'GitHub'],
    textsOf: (args, final, seed) =>
      textsOnIssue({ seed, final }, args.issue, (found) => commentsOn(final, found).flatMap(bodyOf)),
  }),
  factCheck<LinearCollections>()({
    id: 'linear.issue-description-contains-fact',
    subject: 'The description of issue {issue}',
    params: { issue },
    example: ['title of issue #1 in acme/web', 'GitHub'],
    textsOf: (args, final, seed) => textsOnIssue({ seed, final }, args.issue, (found) => textsIn('issues', found, 'description')),
  }),
];

const holding =
  (text: string) =>
  (comment: Readonly<Comment>): boolean =>
    saysSo(bodyOf(comment), containing(text));

const newComments = ({ seed, final }: Worlds, found: Readonly<Issue>): readonly Readonly<Comment>[] =>
  added(seed.comments, commentsOn(final, found));

function counted(comments: readonly Readonly<Comment>[], wanted: string, what: string): Outcome {
  const evidence = `${what}: ${comments.length === 0 ? 'none' : few(comments.map(({ body }) => quoted(body)))}`;
  return verdict(comments.length === Number(wanted), evidence);
}

/** Goes on with the comment of the seed that says something, as it is at the end. */
function withComment(
  { seed, final }: Worlds,
  found: Readonly<Issue>,
  text: string,
  judge: (now: Readonly<Comment> | undefined) => Outcome,
): Outcome {
  const known = commentsOn(seed, found).filter((comment) => holdsIt(bodyOf(comment), containing(text)));
  if (known.length > 1)
    return failed(`several comments on ${found.identifier} said so in the seed: ${few(known.map(({ body }) => quoted(body)))}`);
  const before = known[0];
  if (!before) return failed(`no comment on ${found.identifier} said so in the seed`);
  return judge(final.comments.find(({ id }) => id === before.id));
}

function textsOnIssue(
  worlds: Worlds,
  reference: string,
  read: (found: Readonly<Issue>) => readonly Passage[],
): readonly Passage[] | Outcome {
  let texts: readonly Passage[] = [];
  const outcome = withIssue(worlds, reference, (found) => {
    texts = read(found);
    return passed('found');
  });
  return outcome.status === 'passed' ? texts : outcome;
}

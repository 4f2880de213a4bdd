import { categoriesOf, createCategory } from '../actions/discussions.ts';
import { nextId } from '../sequences.ts';
import { type Discussion, type DiscussionPoll, type DiscussionReason, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import { categoryFor, declaredCategories } from './discussion-rules.ts';
import type { DiscussionCommentSeed, DiscussionSeed } from './discussion-schema.ts';
import { inTime } from './in-time.ts';
import { labelIds } from './issues.ts';
import { type Loading, zoned } from './loading.ts';
import { threadNumbers } from './numbers.ts';
import { loadReactions } from './relations.ts';

/** Categories of discussions, and the discussions themselves; their numbers are taken by then. */
export function loadDiscussions(loading: Loading): void {
  const { context, repository, seed } = loading;
  const numbers = threadNumbers(seed).slice(seed.issues.length + seed.pull_requests.length);
  for (const category of declaredCategories(seed)) createCategory(context, repository, category);
  for (const [at, discussion] of seed.discussions.entries()) loadDiscussion(loading, discussion, numbers[at] as number);
}

/** Who voted for it, its author first. */
const upvoters = ({ context }: Loading, author: number, logins: readonly string[]): number[] => [
  ...new Set([author, ...logins.map((login) => account(context, login).id)]),
];

function reasonOf({ state, state_reason }: DiscussionSeed): DiscussionReason | null {
  const said = state_reason ?? null;
  if (state === 'open') return said === 'reopened' ? said : null;
  return said === null || said === 'reopened' ? 'resolved' : said;
}

const datesOf = ({ created_at, replies }: DiscussionCommentSeed, created: string): string[] =>
  [created_at, ...replies.map((reply) => reply.created_at)].map((time) => zoned(time) ?? created);

function loadDiscussion(loading: Loading, seed: DiscussionSeed, number: number): void {
  const { context, repository, author } = loading;
  const { world } = context;
  const all = categoriesOf(context, { ...repository, has_discussions: true });
  const category = categoryFor(seed, all);
  if (!category) throw new Error(`category ${seed.category} is missing`);
  const user = seed.user === undefined ? author : account(context, seed.user);
  const created = zoned(seed.created_at) ?? timestamp(context.now);
  const last = [created, ...seed.comments.flatMap((comment) => datesOf(comment, created))].sort().at(-1) as string;
  const discussion = world.discussions.insert({
    id: nextId(context.ids, 'discussion'),
    repository_id: repository.id,
    number,
    category_id: category.id,
    title: seed.title,
    body: seed.body,
    user_id: user.id,
    state: seed.state,
    state_reason: reasonOf(seed),
    locked: seed.locked,
    label_ids: labelIds(loading, seed.labels),
    upvoter_ids: upvoters(loading, user.id, seed.upvotes),
    answer_id: null,
    answer_chosen_at: null,
    answer_chosen_by_id: null,
    ...(seed.poll && { poll: pollOf(loading, seed.poll) }),
    ...(seed.pinned && { pin: { by_id: author.id, at: created } }),
    created_at: created,
    updated_at: zoned(seed.updated_at) ?? last,
    closed_at: seed.state === 'closed' ? (zoned(seed.closed_at) ?? last) : null,
  });
  loadReactions(loading, 'discussion', discussion.id, seed.reactions);
  loadComments(loading, discussion, seed.comments);
}

const pollOf = ({ context }: Loading, { question, options }: NonNullable<DiscussionSeed['poll']>): DiscussionPoll => ({
  question,
  options: options.map((one) => {
    const { option, votes } = typeof one === 'string' ? { option: one, votes: [] } : one;
    return { option, voter_ids: votes.map((login) => account(context, login).id) };
  }),
});

function loadComments(loading: Loading, discussion: Readonly<Discussion>, comments: DiscussionSeed['comments']): void {
  const dated = comments.map((comment) => ({ comment, created: zoned(comment.created_at) ?? discussion.created_at }));
  for (const { comment, created } of inTime(dated)) {
    const id = loadRemark(loading, discussion, null, comment, created);
    const replies = comment.replies.map((reply) => ({ reply, created: zoned(reply.created_at) ?? created }));
    for (const one of inTime(replies)) loadRemark(loading, discussion, id, one.reply, one.created);
    if (!comment.answer) continue;
    const answer = { answer_id: id, answer_chosen_at: discussion.updated_at, answer_chosen_by_id: discussion.user_id };
    loading.context.world.discussions.update(discussion.id, answer);
  }
}

function loadRemark(
  loading: Loading,
  discussion: Readonly<Discussion>,
  reply_to_id: number | null,
  seed: Omit<DiscussionCommentSeed, 'answer' | 'replies'>,
  created: string,
): number {
  const { context, repository, author } = loading;
  const user_id = seed.user === undefined ? author.id : account(context, seed.user).id;
  const { id } = context.world.discussion_comments.insert({
    id: nextId(context.ids, 'discussion_comment'),
    repository_id: repository.id,
    discussion_id: discussion.id,
    reply_to_id,
    user_id,
    body: seed.body,
    upvoter_ids: upvoters(loading, user_id, seed.upvotes),
    created_at: created,
    updated_at: created,
  });
  loadReactions(loading, 'discussion_comment', id, seed.reactions);
  return id;
}

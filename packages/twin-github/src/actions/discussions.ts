import { NotFound } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type CategoryFormat,
  type Discussion,
  type DiscussionCategory,
  type DiscussionComment,
  type GithubContext,
  type Repository,
  threadKey,
  timestamp,
} from '../world.ts';
import { type HasWorld, visibleRepository } from './access.ts';
import type { Writing } from './branches.ts';
import { slugOf } from './slug.ts';

/** What a category is made of. */
export interface CategoryChoices {
  name: string;
  emoji: string;
  description: string | null;
  format: CategoryFormat;
}

/** Those that a repository has once discussions are switched on: docs, "Managing categories for discussions", about the default ones. */
export const DEFAULT_CATEGORIES: readonly CategoryChoices[] = [
  { name: 'Announcements', emoji: ':mega:', description: 'Updates from maintainers', format: 'announcement' },
  { name: 'General', emoji: ':speech_balloon:', description: 'Chat about anything and everything here', format: 'open' },
  { name: 'Ideas', emoji: ':bulb:', description: 'Share ideas for new features', format: 'open' },
  { name: 'Polls', emoji: ':ballot_box:', description: 'Take a vote from the community', format: 'poll' },
  { name: 'Q&A', emoji: ':pray:', description: 'Ask the community for help', format: 'question' },
  { name: 'Show and tell', emoji: ':raised_hands:', description: "Show off something you've made", format: 'open' },
];

export function createCategory({ world, ids, now }: Writing, { id }: Readonly<Repository>, choices: CategoryChoices): void {
  const created = timestamp(now);
  world.discussion_categories.insert({
    id: nextId(ids, 'discussion_category'),
    repository_id: id,
    slug: slugOf(choices.name, 'category'),
    ...choices,
    created_at: created,
    updated_at: created,
  });
}

/** Gives a repository whose discussions are on the usual categories, where it has none. */
export function provideCategories(context: Writing, repository: Readonly<Repository>): void {
  if (!repository.has_discussions || context.world.discussion_categories.by.repository.count(repository.id) > 0) return;
  for (const category of DEFAULT_CATEGORIES) createCategory(context, repository, category);
}

/** The categories of a repository, as they were made; none where discussions are off. */
export function categoriesOf({ world }: HasWorld, repository: Readonly<Repository>): readonly Readonly<DiscussionCategory>[] {
  const { repository: own } = world.discussion_categories.by;
  return repository.has_discussions ? own.page(repository.id, { limit: own.count(repository.id) }) : [];
}

export const listCategories = (context: GithubContext, owner: string, repo: string) =>
  categoriesOf(context, visibleRepository(context, owner, repo));

/** Which discussions are asked for, and in what order. */
export interface DiscussionFilter {
  categoryId?: number | undefined;
  answered?: boolean | null | undefined;
  states?: readonly string[] | null | undefined;
  orderBy?: { field: string; direction: string } | null | undefined;
}

/** Is there an answer? Null where the category is none of questions. */
export function isAnswered({ world }: HasWorld, { category_id, answer_id }: Readonly<Discussion>): boolean | null {
  return world.discussion_categories.get(category_id)?.format === 'question' ? answer_id !== null : null;
}

/** Those of some discussions that a filter keeps, in its order. Of one moment the one made last is the latest. */
export function selectDiscussions(
  context: HasWorld,
  all: readonly Readonly<Discussion>[],
  { categoryId, answered, states, orderBy }: DiscussionFilter,
): Readonly<Discussion>[] {
  const kept = all.filter(
    (one) =>
      (categoryId === undefined || one.category_id === categoryId) &&
      (answered == null || (isAnswered(context, one) ?? false) === answered) &&
      (states == null || states.length === 0 || states.includes(one.state.toUpperCase())),
  );
  const timeOf = (one: Readonly<Discussion>): number =>
    Date.parse(orderBy?.field === 'CREATED_AT' ? one.created_at : one.updated_at);
  const sign = orderBy?.direction === 'ASC' ? 1 : -1;
  return kept.sort((one, other) => sign * (timeOf(one) - timeOf(other) || one.id - other.id));
}

/** The discussions of a repository, the last changed first unless another order is asked for; none where they are off. */
export function discussionsOf(
  context: HasWorld,
  repository: Readonly<Repository>,
  filter: DiscussionFilter,
): readonly Readonly<Discussion>[] {
  const { repository: own } = context.world.discussions.by;
  if (!repository.has_discussions) return [];
  return selectDiscussions(context, own.page(repository.id, { limit: own.count(repository.id) }), filter);
}

export const listDiscussions = (context: GithubContext, owner: string, repo: string, filter: DiscussionFilter) =>
  discussionsOf(context, visibleRepository(context, owner, repo), filter);

export function findDiscussion(
  { world }: HasWorld,
  { id, has_discussions }: Readonly<Repository>,
  number: number,
): Readonly<Discussion> | undefined {
  return has_discussions ? world.discussions.by.number.first(`${id}/${number}`) : undefined;
}

/** @throws NotFound in the words of the GraphQL API, which alone has discussions */
export function getDiscussion(context: GithubContext, owner: string, repo: string, number: number): Readonly<Discussion> {
  const found = findDiscussion(context, visibleRepository(context, owner, repo), number);
  if (!found) throw new NotFound(`Could not resolve to a Discussion with the number of ${number}.`);
  return found;
}

/** The comments of a discussion, oldest first, or the replies to one of them. */
export function commentsOfDiscussion(
  { world }: HasWorld,
  discussionId: number,
  replyToId: number | null = null,
): readonly Readonly<DiscussionComment>[] {
  const { thread } = world.discussion_comments.by;
  const key = threadKey(discussionId, replyToId);
  return thread.page(key, { limit: thread.count(key) });
}

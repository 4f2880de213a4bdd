import { type CategoryChoices, DEFAULT_CATEGORIES } from '../actions/discussions.ts';
import { slugOf } from '../actions/slug.ts';
import type { CategorySeed, DiscussionSeed } from './discussion-schema.ts';
import { duplicates, type Fault } from './fault.ts';
import type { RepositorySeed } from './schema.ts';

type Seed = Pick<RepositorySeed, 'has_discussions' | 'discussion_categories' | 'discussions'>;

/** Are discussions on? */
export const hasDiscussions = ({ has_discussions, discussion_categories, discussions }: Seed): boolean =>
  has_discussions ?? (discussions.length > 0 || (discussion_categories ?? []).length > 0);

const choicesOf = (category: CategorySeed): CategoryChoices => {
  const { name, emoji, description, format } =
    typeof category === 'string'
      ? { name: category, emoji: undefined, description: undefined, format: 'open' as const }
      : category;
  return { name, emoji: emoji ?? ':speech_balloon:', description: description ?? null, format };
};

/** The categories that a repository begins with; none where discussions are off and none are said. */
export function declaredCategories(seed: Seed): readonly CategoryChoices[] {
  return (
    seed.discussion_categories?.map(choicesOf) ?? (hasDiscussions(seed) || seed.discussions.length > 0 ? DEFAULT_CATEGORIES : [])
  );
}

/** The category of a discussion among those that there are: by its name, whatever the case, or its slug. */
export function categoryFor<T extends CategoryChoices>(
  { category }: Pick<DiscussionSeed, 'category'>,
  categories: readonly T[],
): T | undefined {
  if (category === undefined) return categories.find(({ format }) => format === 'open');
  const wanted = category.toLowerCase();
  return categories.find(({ name }) => name.toLowerCase() === wanted || slugOf(name, 'category') === wanted);
}

/** Categories have names of their own, discussions have one of them, and questions one answer at most. */
export function* checkDiscussions(seed: Seed): Generator<Fault> {
  const categories = declaredCategories({ ...seed, has_discussions: true });
  yield* duplicates(
    categories.map(({ name }) => slugOf(name, 'category')),
    (at) => ['discussion_categories', at],
    (slug) => `category ${slug} is declared twice`,
  );
  for (const [at, discussion] of seed.discussions.entries())
    for (const fault of checkDiscussion(discussion, categories)) yield { ...fault, path: ['discussions', at, ...fault.path] };
}

function* checkDiscussion(discussion: DiscussionSeed, categories: readonly CategoryChoices[]): Generator<Fault> {
  const category = categoryFor(discussion, categories);
  const path = [discussion.category === undefined ? 'title' : 'category'];
  if (!category) {
    const wanted = discussion.category === undefined ? 'for everything' : JSON.stringify(discussion.category);
    yield { path, message: `there is no category ${wanted}`, code: 'unknown_category' };
  }
  yield* checkPoll(discussion, category, path);
  const answers = [...discussion.comments.entries()].filter(([, { answer }]) => answer).map(([at]) => at);
  if (category && category.format !== 'question' && answers[0] !== undefined)
    yield {
      path: ['comments', answers[0], 'answer'],
      message: `${category.name} is no category of questions`,
      code: 'no_question',
    };
  if (answers[1] !== undefined)
    yield { path: ['comments', answers[1], 'answer'], message: 'there is an answer already', code: 'duplicate' };
}

/** Polls stand in categories for them, which have nothing else, and everybody votes once. */
function* checkPoll({ poll }: DiscussionSeed, category: CategoryChoices | undefined, path: Fault['path']): Generator<Fault> {
  if (category?.format === 'poll' && !poll)
    yield { path, message: `${category.name} is a category of polls: say poll`, code: 'poll' };
  if (category && category.format !== 'poll' && poll)
    yield { path: ['poll'], message: `${category.name} is no category of polls`, code: 'no_poll' };
  const votes = (poll?.options ?? []).flatMap((one, at) =>
    typeof one === 'string' ? [] : one.votes.map((login) => ({ login: login.toLowerCase(), at })),
  );
  const voted = new Set<string>();
  for (const { login, at } of votes) {
    if (voted.has(login)) yield { path: ['poll', 'options', at, 'votes'], message: `${login} votes once`, code: 'duplicate' };
    voted.add(login);
  }
}

/** Fields that mean nothing of a discussion that is open, or that was never closed. */
export function* unusedOfDiscussion({ state, state_reason }: DiscussionSeed): Generator<readonly string[]> {
  if (state === 'open') yield ['closed_at'];
  if ((state === 'closed') === (state_reason === 'reopened')) yield ['state_reason'];
}

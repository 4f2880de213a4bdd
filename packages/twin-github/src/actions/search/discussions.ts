import { type Discussion, type DiscussionComment, type GithubContext, type Repository, subjectGroup } from '../../world.ts';
import { isVisible } from '../access.ts';
import { isAnswered } from '../discussions.ts';
import { mentionOf, type PageCut } from '../issue-list.ts';
import { requireScopes } from './issues.ts';
import { containsWords, dateInRange, numberInRange } from './match.ts';
import { holds, parseSearch, qualifiersNamed, requireDates, wordsOf } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';
import { isUser, loginIn, sameText } from './subject.ts';

/** A discussion with what its qualifiers look at. */
interface Subject {
  context: GithubContext;
  discussion: Readonly<Discussion>;
  repository: Readonly<Repository>;
  /** Comments and replies. */
  comments: readonly Readonly<DiscussionComment>[];
}
type Qualifier = (subject: Subject, value: string) => boolean;

const IS: Readonly<Record<string, (subject: Subject) => boolean>> = {
  discussion: () => true,
  open: ({ discussion }) => discussion.state === 'open',
  closed: ({ discussion }) => discussion.state === 'closed',
  answered: ({ context, discussion }) => isAnswered(context, discussion) === true,
  unanswered: ({ context, discussion }) => isAnswered(context, discussion) === false,
  locked: ({ discussion }) => discussion.locked,
  unlocked: ({ discussion }) => !discussion.locked,
  public: ({ repository }) => !repository.private,
  private: ({ repository }) => repository.private,
};

const reactionsOf = ({ context, discussion }: Subject): number =>
  context.world.reactions.by.subject.count(subjectGroup('discussion', discussion.id));

const isAuthor: Qualifier = (subject, login) => isUser(subject, subject.discussion.user_id, login);
const hasCommented: Qualifier = (subject, login) => subject.comments.some(({ user_id }) => isUser(subject, user_id, login));
const isMentioned: Qualifier = (subject, login) => {
  const pattern = mentionOf(loginIn(subject, login));
  return pattern.test(subject.discussion.body) || subject.comments.some(({ body }) => pattern.test(body));
};
const isOwned: Qualifier = (subject, login) => isUser(subject, subject.repository.owner_id, login);

const isIn: Qualifier = ({ context, discussion }, value) => {
  const category = context.world.discussion_categories.get(discussion.category_id);
  return sameText(category?.name ?? '', value) || category?.slug === value.toLowerCase();
};
const hasAnswered: Qualifier = (subject, login) => {
  const { answer_id } = subject.discussion;
  const answer = answer_id === null ? undefined : subject.context.world.discussion_comments.get(answer_id);
  return answer !== undefined && isUser(subject, answer.user_id, login);
};

/** https://docs.github.com/search-github/searching-on-github/searching-discussions */
const QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  is: (subject, value) => IS[value.toLowerCase()]?.(subject) ?? false,
  type: (subject, value) => IS[value.toLowerCase()]?.(subject) ?? false,
  state: (subject, value) => IS[value.toLowerCase()]?.(subject) ?? false,
  repo: ({ repository }, value) => sameText(repository.full_name, value),
  user: isOwned,
  org: isOwned,
  author: isAuthor,
  commenter: hasCommented,
  mentions: isMentioned,
  involves: (subject, login) => [isAuthor, hasCommented, isMentioned].some((test) => test(subject, login)),
  'answered-by': hasAnswered,
  category: isIn,
  label: ({ context, discussion }, value) =>
    discussion.label_ids.some((id) => sameText(context.world.labels.get(id)?.name ?? '', value)),
  created: ({ discussion }, value) => dateInRange(discussion.created_at, value),
  updated: ({ discussion }, value) => dateInRange(discussion.updated_at, value),
  comments: ({ comments }, value) => numberInRange(comments.length, value),
  reactions: (subject, value) => numberInRange(reactionsOf(subject), value),
  interactions: (subject, value) => numberInRange(reactionsOf(subject) + subject.comments.length, value),
  archived: ({ repository }, value) => repository.archived === (value === 'true'),
  in: () => true,
};
const KNOWN: ReadonlySet<string> = new Set(Object.keys(QUALIFIERS));

/** Which texts plain words are looked for in. */
function textsOf({ discussion, comments }: Subject, places: ReadonlySet<string>): string[] {
  const texts: string[] = [];
  if (places.has('title')) texts.push(discussion.title);
  if (places.has('body')) texts.push(discussion.body);
  if (places.has('comments')) texts.push(...comments.map(({ body }) => body));
  return texts;
}

type Rank = (subject: Subject) => number;

const RANKS: Readonly<Record<string, Rank>> = {
  created: ({ discussion }) => Date.parse(discussion.created_at),
  updated: ({ discussion }) => Date.parse(discussion.updated_at),
  comments: ({ comments }) => comments.length,
  top: ({ discussion }) => discussion.upvoter_ids.length,
  reactions: reactionsOf,
  interactions: (subject) => reactionsOf(subject) + subject.comments.length,
};

/** Titles that hold the words come first where nothing else is asked for; then the newest. */
function ordered(found: Subject[], sort: string | undefined, words: readonly string[]): Subject[] {
  const [, field, direction] = /^(.+?)(?:-(asc|desc))?$/.exec(sort ?? '') ?? [];
  const relevance: Rank = ({ discussion }) => words.filter((word) => containsWords(discussion.title, word)).length;
  const rank = RANKS[field ?? ''] ?? relevance;
  const sign = direction === 'asc' ? 1 : -1;
  const made = ({ discussion }: Subject): number => Date.parse(discussion.created_at);
  return found.sort(
    (one, other) => sign * (rank(one) - rank(other)) || made(other) - made(one) || other.discussion.id - one.discussion.id,
  );
}

/** Discussions by their texts and qualifiers, in repositories that the viewer sees. @throws ValidationFailed */
export function searchDiscussions(context: GithubContext, q: string, cut: PageCut): Found<Discussion> {
  const { root, sort } = parseSearch(requireQuery(q), KNOWN);
  requireDates(root, ['created', 'updated']);
  searchCut(cut);
  requireScopes(context, root);
  const named = qualifiersNamed(root, 'in').flatMap((value) => value.toLowerCase().split(','));
  const places = new Set(named.length > 0 ? named : ['title', 'body', 'comments']);
  const { discussion: on } = context.world.discussion_comments.by;
  const found: Subject[] = [];
  for (const discussion of context.world.discussions.values()) {
    const repository = context.world.repositories.get(discussion.repository_id);
    if (!repository?.has_discussions || !isVisible(context, repository)) continue;
    const comments = on.page(discussion.id, { limit: on.count(discussion.id) });
    const subject: Subject = { context, discussion, repository, comments };
    const matches = holds(root, (leaf) =>
      leaf.kind === 'qualifier'
        ? (QUALIFIERS[leaf.name]?.(subject, leaf.value) ?? false)
        : textsOf(subject, places).some((text) => containsWords(text, leaf.text)),
    );
    if (matches) found.push(subject);
  }
  const records = ordered(found, sort, wordsOf(root)).map(({ discussion }) => discussion);
  return { total: records.length, records: records.slice(cut.offset, cut.offset + cut.limit) };
}

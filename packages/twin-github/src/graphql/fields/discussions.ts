import { hasPermission, isVisible } from '../../actions/access.ts';
import {
  categoriesOf,
  commentsOfDiscussion,
  discussionsOf,
  findDiscussion,
  isAnswered,
  selectDiscussions,
} from '../../actions/discussions.ts';
import { mayTriage } from '../../actions/issues.ts';
import { repositoryHtmlPath, repositoryOf } from '../../render/repository-path.ts';
import type { Discussion, DiscussionCategory, DiscussionComment, Repository, User } from '../../world.ts';
import { inOrder, listed } from '../connection.ts';
import { type Fields, type Graph, notFound, withArgs } from '../graph.ts';
import { findNode, idIn } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing } from './accounts.ts';
import { discussed, reactable, written } from './discussed.ts';
import { pinnedInRepository, pollFields, pollOfDiscussion } from './discussion-polls.ts';
import { LABEL_ORDER } from './labels.ts';

export const discussionThing = (discussion: Readonly<Discussion>): Thing<Discussion> => thing('Discussion', discussion);
const commentThing = (comment: Readonly<DiscussionComment>): Thing => thing('DiscussionComment', comment);

const categoryThing = ({ context }: Graph, id: number): Thing | null => {
  const category = context.world.discussion_categories.get(id);
  return category ? thing('DiscussionCategory', category) : null;
};

const commentAt = ({ context }: Graph, id: number | null): Thing | null => {
  const comment = id === null ? undefined : context.world.discussion_comments.get(id);
  return comment ? commentThing(comment) : null;
};

const discussionOf = ({ discussion_id }: Readonly<DiscussionComment>, { context }: Graph): Readonly<Discussion> =>
  context.world.discussions.get(discussion_id) as Readonly<Discussion>;

const pathOf = (discussion: Readonly<Discussion>, { context }: Graph): string =>
  `${repositoryHtmlPath(context, discussion)}/discussions/${discussion.number}`;

const commentPath = (comment: Readonly<DiscussionComment>, graph: Graph): string =>
  `${pathOf(discussionOf(comment, graph), graph)}#discussioncomment-${comment.id}`;

const mayModerate = (record: { repository_id: number }, { context }: Graph): boolean =>
  mayTriage(context, repositoryOf(context, record));

/** Who asked and who takes care of the place may choose an answer, of questions and among comments on them. */
const mayChoose = (comment: Readonly<DiscussionComment>, graph: Graph): boolean => {
  const discussion = discussionOf(comment, graph);
  const isQuestion = isAnswered(graph.context, discussion) !== null && comment.reply_to_id === null;
  return isQuestion && (discussion.user_id === graph.viewer.id || mayModerate(discussion, graph));
};

/** What is voted for (interface `Votable`). */
const votable: Fields<{ upvoter_ids: number[] }> = {
  upvoteCount: ({ upvoter_ids }) => upvoter_ids.length,
  viewerCanUpvote: () => true,
  viewerHasUpvoted: ({ upvoter_ids }, _args, { viewer }) => upvoter_ids.includes(viewer.id),
};

/** The pictures of the categories that GitHub makes; of another one the short code stands for it. */
const PICTURES: Readonly<Record<string, string>> = {
  ':mega:': '📣',
  ':speech_balloon:': '💬',
  ':bulb:': '💡',
  ':ballot_box:': '🗳️',
  ':pray:': '🙏',
  ':raised_hands:': '🙌',
};

const { fullDatabaseId: _none, viewerCannotUpdateReasons: _neither, ...remark } = written;
const { fullDatabaseId: _nor, repository: _where, ...comment } = discussed('DC', 'discussion_comment');

export const discussionFields: Readonly<Record<string, Fields>> = {
  ...pollFields,
  DiscussionCategory: {
    id: (category) => idIn('DIC', category),
    name: ({ name }) => name,
    slug: ({ slug }) => slug,
    description: ({ description }) => description,
    emoji: ({ emoji }) => emoji,
    emojiHTML: ({ emoji }) => `<div>${PICTURES[emoji] ?? emoji}</div>`,
    isAnswerable: ({ format }) => format === 'question',
    createdAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    repository: (category, _args, { context }) => thing('Repository', repositoryOf(context, category)),
  } satisfies Fields<DiscussionCategory>,
  Discussion: {
    ...remark,
    ...reactable('discussion'),
    ...votable,
    id: (discussion) => idIn('D', discussion),
    number: ({ number }) => number,
    title: ({ title }) => title,
    createdAt: ({ created_at }) => created_at,
    publishedAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    closed: ({ state }) => state === 'closed',
    closedAt: ({ closed_at }) => closed_at,
    stateReason: ({ state_reason }) => state_reason?.toUpperCase() ?? null,
    locked: ({ locked }) => locked,
    activeLockReason: () => null,
    category: ({ category_id }, _args, graph) => categoryThing(graph, category_id),
    isAnswered: (discussion, _args, { context }) => isAnswered(context, discussion),
    answer: ({ answer_id }, _args, graph) => commentAt(graph, answer_id),
    answerChosenAt: ({ answer_chosen_at }) => answer_chosen_at,
    answerChosenBy: ({ answer_chosen_by_id }, _args, graph) => accountThing(graph, answer_chosen_by_id),
    comments: listed([], ({ id }: Readonly<Discussion>, _args, { context }) =>
      commentsOfDiscussion(context, id).map(commentThing),
    ),
    labels: listed(['orderBy'], ({ label_ids }: Readonly<Discussion>, { orderBy }, { context }) => {
      const labels = label_ids.flatMap((id) => context.world.labels.get(id) ?? []);
      return inOrder(labels, orderBy, LABEL_ORDER(context)).map((label) => thing('Label', label));
    }),
    ...pollOfDiscussion,
    url: (discussion, _args, graph) => graph.url(pathOf(discussion, graph)),
    resourcePath: (discussion, _args, graph) => pathOf(discussion, graph),
    viewerCanClose: (discussion, _args, graph) => discussion.user_id === graph.viewer.id || mayModerate(discussion, graph),
    viewerCanReopen: (discussion, _args, graph) => discussion.user_id === graph.viewer.id || mayModerate(discussion, graph),
    viewerCanLabel: (discussion, _args, graph) => mayModerate(discussion, graph),
    viewerCanSubscribe: () => true,
    viewerSubscription: () => 'UNSUBSCRIBED',
  } satisfies Fields<Discussion>,
  DiscussionComment: {
    ...comment,
    ...votable,
    discussion: (one, _args, graph) => discussionThing(discussionOf(one, graph)),
    replyTo: ({ reply_to_id }, _args, graph) => commentAt(graph, reply_to_id),
    replies: listed([], ({ id, discussion_id }: Readonly<DiscussionComment>, _args, { context }) =>
      commentsOfDiscussion(context, discussion_id, id).map(commentThing),
    ),
    isAnswer: (one, _args, graph) => discussionOf(one, graph).answer_id === one.id,
    deletedAt: () => null,
    url: (one, _args, graph) => graph.url(commentPath(one, graph)),
    resourcePath: (one, _args, graph) => commentPath(one, graph),
    viewerCanMarkAsAnswer: (one, _args, graph) => mayChoose(one, graph) && discussionOf(one, graph).answer_id !== one.id,
    viewerCanUnmarkAsAnswer: (one, _args, graph) => mayChoose(one, graph) && discussionOf(one, graph).answer_id === one.id,
  } satisfies Fields<DiscussionComment>,
};

/** The category that an id names; one that names none leads nowhere, as an id of another repository's does. */
const categoryIn = ({ context }: Graph, id: string | null | undefined): number | undefined => {
  if (id == null) return undefined;
  const found = findNode(context, id);
  return found?.type === 'DiscussionCategory' ? (found.of as Readonly<DiscussionCategory>).id : 0;
};

/** What a repository has of discussions. */
export const discussionsOfRepository: Fields<Repository> = {
  discussion: withArgs(['number'], (repository: Readonly<Repository>, { number }, { context }) => {
    const found = findDiscussion(context, repository, number);
    if (!found) throw notFound(`Could not resolve to a Discussion with the number of ${number}.`);
    return discussionThing(found);
  }),
  discussions: listed(
    ['categoryId', 'answered', 'states', 'orderBy'],
    (repository: Readonly<Repository>, { categoryId, ...filter }, graph) =>
      discussionsOf(graph.context, repository, { ...filter, categoryId: categoryIn(graph, categoryId) }).map(discussionThing),
  ),
  discussionCategories: listed(['filterByAssignable'], (repository: Readonly<Repository>, { filterByAssignable }, graph) => {
    // Announcements are made by those who may write.
    const mayAnnounce = filterByAssignable !== true || hasPermission(graph.context, repository, graph.viewer.id, 'push');
    return categoriesOf(graph.context, repository)
      .filter(({ format }) => mayAnnounce || format !== 'announcement')
      .map((category) => thing('DiscussionCategory', category));
  }),
  discussionCategory: withArgs(['slug'], (repository: Readonly<Repository>, { slug }, { context }) => {
    const found = categoriesOf(context, repository).find((category) => category.slug === String(slug).toLowerCase());
    return found ? thing('DiscussionCategory', found) : null;
  }),
  ...pinnedInRepository,
};

const repositoryIn = ({ context }: Graph, id: string | null | undefined): number | undefined => {
  if (id == null) return undefined;
  const found = findNode(context, id);
  return found?.type === 'Repository' ? (found.of as Readonly<Repository>).id : 0;
};

/** Is what stands in a repository there to be read? @param wanted the only repository that is asked for */
const isShown = ({ context }: Graph, id: number, wanted: number | undefined): boolean => {
  const repository = context.world.repositories.get(id);
  return repository?.has_discussions === true && (wanted === undefined || wanted === id) && isVisible(context, repository);
};

/** What somebody has begun and said in discussions (interfaces `RepositoryDiscussionAuthor` and `RepositoryDiscussionCommentAuthor`). */
export const discussionsOfAuthor: Fields<User> = {
  repositoryDiscussions: listed(
    ['repositoryId', 'answered', 'states', 'orderBy'],
    ({ id }: Readonly<User>, { repositoryId, ...filter }, graph) => {
      const wanted = repositoryIn(graph, repositoryId);
      const own = [...graph.context.world.discussions.values()].filter(
        ({ user_id, repository_id }) => user_id === id && isShown(graph, repository_id, wanted),
      );
      return selectDiscussions(graph.context, own, filter).map(discussionThing);
    },
  ),
  repositoryDiscussionComments: listed(
    ['repositoryId', 'onlyAnswers'],
    ({ id }: Readonly<User>, { repositoryId, onlyAnswers }, graph) => {
      const wanted = repositoryIn(graph, repositoryId);
      return [...graph.context.world.discussion_comments.values()]
        .filter(
          (one) =>
            one.user_id === id &&
            isShown(graph, one.repository_id, wanted) &&
            (onlyAnswers !== true || discussionOf(one, graph).answer_id === one.id),
        )
        .map(commentThing);
    },
  ),
};

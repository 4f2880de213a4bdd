import { hasPermission } from '../../actions/access.ts';
import { reactionsIn } from '../../actions/reaction-groups.ts';
import { nodeId } from '../../node-id.ts';
import { authorAssociation } from '../../render/author-association.ts';
import { markdownHtml, markdownText } from '../../render/markdown-html.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import { REACTIONS, type Reaction, type ReactionContent, type ReactionSubject, subjectGroup } from '../../world.ts';
import { inOrder, listed } from '../connection.ts';
import type { Fields, Graph } from '../graph.ts';
import { idIn } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing } from './accounts.ts';

/** What GraphQL calls a reaction. */
export const REACTION_NAMES: Readonly<Record<ReactionContent, string>> = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  hooray: 'HOORAY',
  confused: 'CONFUSED',
  heart: 'HEART',
  rocket: 'ROCKET',
  eyes: 'EYES',
};

/** A text by somebody, in a repository. */
interface Remark {
  id: number;
  repository_id: number;
  user_id: number;
  body: string | null;
}

export interface ReactionGroup {
  subject: ReactionSubject;
  id: number;
  content: ReactionContent;
}

/** What can be reacted to (interface `Reactable`). */
export const reactable = <T extends { id: number }>(subject: ReactionSubject): Fields<T> => ({
  reactionGroups: ({ id }) => REACTIONS.map((content) => thing<ReactionGroup>('ReactionGroup', { subject, id, content })),
  reactions: listed(['content', 'orderBy'], ({ id }: Readonly<T>, { content, orderBy }, { context }) => {
    const all = reactionsIn(context, subjectGroup(subject, id));
    const kept = all.filter((one) => content == null || REACTION_NAMES[one.content] === content);
    return inOrder(kept, orderBy, { CREATED_AT: ({ created_at }) => created_at }).map((one) => thing('Reaction', one));
  }),
  viewerCanReact: () => true,
});

const mayChange = ({ user_id, repository_id }: Readonly<Remark>, { context, viewer }: Graph): boolean =>
  user_id === viewer.id || hasPermission(context, repositoryOf(context, { repository_id }), viewer.id, 'push');

/** What comments, reviews, issues and pull requests have (interfaces `Comment`, `Updatable`, `Deletable`). */
export const written: Fields<Remark> = {
  author: ({ user_id }, _args, graph) => accountThing(graph, user_id),
  authorAssociation: (remark, _args, { context }) => authorAssociation(context, remark),
  body: ({ body }) => body ?? '',
  bodyHTML: ({ body }) => markdownHtml(body ?? ''),
  bodyText: ({ body }) => markdownText(body ?? ''),
  // The twin keeps no versions of texts.
  editor: () => null,
  lastEditedAt: () => null,
  includesCreatedEdit: () => false,
  createdViaEmail: () => false,
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  repository: ({ repository_id }, _args, { context }) => thing('Repository', repositoryOf(context, { repository_id })),
  viewerDidAuthor: ({ user_id }, _args, { viewer }) => user_id === viewer.id,
  viewerCanUpdate: (remark, _args, graph) => mayChange(remark, graph),
  viewerCanDelete: (remark, _args, graph) => mayChange(remark, graph),
  viewerCannotUpdateReasons: (remark, _args, graph) => (mayChange(remark, graph) ? [] : ['INSUFFICIENT_ACCESS']),
};

/** A comment with its reactions. @param prefix of its id */
export const discussed = (
  prefix: string,
  subject: ReactionSubject,
): Fields<Remark & { created_at: string; updated_at: string }> => ({
  ...written,
  ...reactable(subject),
  id: (remark) => idIn(prefix, remark),
  createdAt: ({ created_at }) => created_at,
  publishedAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
  isMinimized: () => false,
  minimizedReason: () => null,
  viewerCanMinimize: () => false,
});

const membersOf = ({ subject, id, content }: Readonly<ReactionGroup>, { context }: Graph): readonly Readonly<Reaction>[] =>
  reactionsIn(context, subjectGroup(subject, id)).filter((one) => one.content === content);

const reactors = (group: Readonly<ReactionGroup>, graph: Graph): readonly Thing[] =>
  membersOf(group, graph).flatMap(({ user_id, created_at }) => {
    const user = accountThing(graph, user_id);
    return user ? [thing(user.type, user.of, { reactedAt: created_at })] : [];
  });

export const reactionFields: Readonly<Record<string, Fields>> = {
  ReactionGroup: {
    content: ({ content }) => REACTION_NAMES[content],
    createdAt: (group, _args, graph) => membersOf(group, graph)[0]?.created_at ?? null,
    users: listed([], (group: Readonly<ReactionGroup>, _args, graph) => reactors(group, graph)),
    reactors: listed([], (group: Readonly<ReactionGroup>, _args, graph) => reactors(group, graph)),
    viewerHasReacted: (group, _args, graph) => membersOf(group, graph).some(({ user_id }) => user_id === graph.viewer.id),
  } satisfies Fields<ReactionGroup>,
  Reaction: {
    id: ({ repository_id, content, id }) => nodeId('REA', repository_id, REACTIONS.indexOf(content), id),
    databaseId: ({ id }) => id,
    content: ({ content }) => REACTION_NAMES[content],
    createdAt: ({ created_at }) => created_at,
    user: ({ user_id }, _args, graph) => accountThing(graph, user_id),
  } satisfies Fields<Reaction>,
};

import { bytesOf, isBase64 } from '../../actions/gist-commits.ts';
import { forksOf } from '../../actions/gists.ts';
import { languageOf } from '../../git/language.ts';
import { nodeId } from '../../node-id.ts';
import { markdownHtml, markdownText } from '../../render/markdown-html.ts';
import { type Gist, type GistComment, gistStarKey } from '../../world.ts';
import { listed } from '../connection.ts';
import { type Fields, type Graph, withArgs } from '../graph.ts';
import { thing } from '../thing.ts';
import { accountThing } from './accounts.ts';

/** A file of a gist. */
interface GistFile {
  name: string;
  gist: Readonly<Gist>;
}

const gistOf = ({ gist_id }: Readonly<GistComment>, { context }: Graph): Readonly<Gist> =>
  context.world.gists.get(gist_id) as Readonly<Gist>;

export const gistFields: Readonly<Record<string, Fields>> = {
  Gist: {
    id: ({ owner_id, id }) => nodeId('G', owner_id, id),
    name: ({ id }) => id,
    description: ({ description }) => description,
    isPublic: (gist) => gist.public,
    isFork: ({ parent_id }) => parent_id !== null,
    createdAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    pushedAt: ({ updated_at }) => updated_at,
    owner: ({ owner_id }, _args, graph) => accountThing(graph, owner_id),
    url: ({ id, owner_id }, _args, graph) => graph.url(`/gist/${graph.context.world.users.get(owner_id)?.login}/${id}`),
    resourcePath: ({ id, owner_id }, _args, graph) => `/gist/${graph.context.world.users.get(owner_id)?.login}/${id}`,
    files: withArgs(['limit'], (gist: Readonly<Gist>, { limit }) =>
      Object.keys(gist.files)
        .slice(0, limit ?? undefined)
        .map((name) => thing<GistFile>('GistFile', { name, gist })),
    ),
    comments: listed([], ({ id }: Readonly<Gist>, _args, { context }) => {
      const { gist } = context.world.gist_comments.by;
      return gist.page(id, { limit: gist.count(id) }).map((comment) => thing('GistComment', comment));
    }),
    stargazers: listed(['orderBy'], ({ id }: Readonly<Gist>, _args, graph) => {
      const { gist } = graph.context.world.gist_stars.by;
      return gist.page(id, { limit: gist.count(id) }).flatMap(({ user_id }) => accountThing(graph, user_id) ?? []);
    }),
    forks: listed([], ({ id }: Readonly<Gist>, _args, { context }) => forksOf(context, id).map((fork) => thing('Gist', fork))),
    stargazerCount: ({ id }, _args, { context }) => context.world.gist_stars.by.gist.count(id),
    viewerHasStarred: ({ id }, _args, graph) => graph.context.world.gist_stars.has(gistStarKey(graph.viewer.id, id)),
  } satisfies Fields<Gist>,
  GistComment: {
    id: ({ id }) => nodeId('GC', id),
    databaseId: ({ id }) => id,
    author: ({ user_id }, _args, graph) => accountThing(graph, user_id),
    authorAssociation: (comment, _args, graph) => (gistOf(comment, graph).owner_id === comment.user_id ? 'OWNER' : 'NONE'),
    body: ({ body }) => body,
    bodyHTML: ({ body }) => markdownHtml(body),
    bodyText: ({ body }) => markdownText(body),
    createdAt: ({ created_at }) => created_at,
    publishedAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    createdViaEmail: () => false,
    editor: () => null,
    includesCreatedEdit: () => false,
    isMinimized: () => false,
    lastEditedAt: () => null,
    minimizedReason: () => null,
    gist: (comment, _args, graph) => thing('Gist', gistOf(comment, graph)),
    viewerDidAuthor: ({ user_id }, _args, { viewer }) => user_id === viewer.id,
    viewerCanUpdate: ({ user_id }, _args, { viewer }) => user_id === viewer.id,
    viewerCanDelete: ({ user_id }, _args, { viewer }) => user_id === viewer.id,
    viewerCanMinimize: () => false,
    viewerCannotUpdateReasons: ({ user_id }, _args, { viewer }) => (user_id === viewer.id ? [] : ['INSUFFICIENT_ACCESS']),
  } satisfies Fields<GistComment>,
  GistFile: {
    encodedName: ({ name }) => encodeURIComponent(name),
    language: ({ name }) => {
      const language = languageOf(name);
      return language === undefined ? null : thing('Language', { name: language });
    },
    name: ({ name }) => name,
    text: withArgs(['truncate'], ({ name, gist }: Readonly<GistFile>, { truncate }) =>
      isBase64(gist, name) ? null : (gist.files[name] ?? '').slice(0, truncate ?? undefined),
    ),
    size: ({ name, gist }) => bytesOf(gist, name).length,
    extension: ({ name }) => /\.[^.]+$/.exec(name)?.[0] ?? '',
    isTruncated: () => false,
    isImage: () => false,
    encoding: ({ name, gist }) => (isBase64(gist, name) ? null : 'UTF-8'),
  } satisfies Fields<GistFile>,
};

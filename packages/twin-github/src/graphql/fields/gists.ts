import { bytesOf, isBase64 } from '../../actions/gist-commits.ts';
import { forksOf } from '../../actions/gists.ts';
import { nodeId } from '../../node-id.ts';
import { type Gist, gistStarKey } from '../../world.ts';
import { listed } from '../connection.ts';
import { type Fields, withArgs } from '../graph.ts';
import { thing } from '../thing.ts';
import { accountThing } from './accounts.ts';

/** A file of a gist. */
interface GistFile {
  name: string;
  gist: Readonly<Gist>;
}

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
    forks: listed([], ({ id }: Readonly<Gist>, _args, { context }) => forksOf(context, id).map((fork) => thing('Gist', fork))),
    stargazerCount: ({ id }, _args, { context }) => context.world.gist_stars.by.gist.count(id),
    viewerHasStarred: ({ id }, _args, graph) => graph.context.world.gist_stars.has(gistStarKey(graph.viewer.id, id)),
  } satisfies Fields<Gist>,
  GistFile: {
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

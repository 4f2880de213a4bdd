import { resolveCommit } from '../../actions/commits.ts';
import { RepositoryStore } from '../../actions/git-store.ts';
import { latestRelease } from '../../actions/releases.ts';
import { markdownHtml, markdownText } from '../../render/markdown-html.ts';
import { renderAsset, renderRelease } from '../../render/releases.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import { type Release, type ReleaseAsset, refKey } from '../../world.ts';
import { listed, none } from '../connection.ts';
import { type Fields, type Graph, withArgs } from '../graph.ts';
import { idIn } from '../ids.ts';
import { thing } from '../thing.ts';
import { accountThing } from './accounts.ts';
import { reactable } from './discussed.ts';
import { gitThing } from './git.ts';

/** Is this the release that is shown as the latest? */
function isLatest(release: Readonly<Release>, { context }: Graph): boolean {
  if (release.draft || release.prerelease) return false;
  const [owner = '', name = ''] = repositoryOf(context, release).full_name.split('/');
  return latestRelease(context, owner, name).id === release.id;
}

export const releaseFields: Readonly<Record<string, Fields>> = {
  Release: {
    ...reactable<Release>('release'),
    id: (release) => idIn('RE', release),
    databaseId: ({ id }) => id,
    name: ({ name }) => name,
    tagName: ({ tag_name }) => tag_name,
    description: ({ body }) => body,
    descriptionHTML: ({ body }) => (body === null ? null : markdownHtml(body)),
    shortDescriptionHTML: withArgs(['limit'], ({ body }: Readonly<Release>, { limit }) =>
      body === null ? null : markdownText(body).slice(0, limit ?? undefined),
    ),
    isDraft: ({ draft }) => draft,
    isPrerelease: ({ prerelease }) => prerelease,
    immutable: () => false,
    isLatest: (release, _args, graph) => isLatest(release, graph),
    createdAt: ({ created_at }) => created_at,
    publishedAt: ({ published_at }) => published_at,
    updatedAt: ({ updated_at }) => updated_at,
    author: ({ author_id }, _args, graph) => accountThing(graph, author_id),
    repository: (release, _args, { context }) => thing('Repository', repositoryOf(context, release)),
    tag: ({ repository_id, tag_name }, _args, { context }) => {
      const ref = context.world.refs.get(refKey(repository_id, `refs/tags/${tag_name}`));
      return ref ? thing('Ref', ref) : null;
    },
    tagCommit: (release, _args, { context }) => {
      const sha = resolveCommit(context, repositoryOf(context, release), `tags/${release.tag_name}`);
      return sha === undefined ? null : gitThing(new RepositoryStore(context, release.repository_id), 'commit', sha);
    },
    url: (release, _args, { context }) => renderRelease(context, release).html_url,
    resourcePath: (release, _args, { context }) => renderRelease(context, release).html_url.slice(context.links.base.length),
    releaseAssets: listed(['name'], ({ id }: Readonly<Release>, { name }, { context }) => {
      const { release } = context.world.release_assets.by;
      return release
        .page(id, { limit: release.count(id) })
        .filter((asset) => name == null || asset.name === name)
        .map((asset) => thing('ReleaseAsset', asset));
    }),
    mentions: none(),
  } satisfies Fields<Release>,
  ReleaseAsset: {
    id: (asset) => idIn('RA', asset),
    name: ({ name }) => name,
    contentType: ({ content_type }) => content_type,
    size: ({ size }) => size,
    digest: ({ digest }) => digest,
    downloadCount: () => 0,
    createdAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    uploadedBy: ({ uploader_id }, _args, graph) => accountThing(graph, uploader_id),
    url: (asset, _args, { context }) => renderAsset(context, asset).url,
    downloadUrl: (asset, _args, { context }) => renderAsset(context, asset).browser_download_url,
    release: ({ release_id }, _args, { context }) => {
      const release = context.world.releases.get(release_id);
      return release ? thing('Release', release) : null;
    },
  } satisfies Fields<ReleaseAsset>,
};

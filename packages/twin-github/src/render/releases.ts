import { nodeId } from '../node-id.ts';
import type { GithubContext, Release, ReleaseAsset } from '../world.ts';
import { reactionRollup } from './reactions.ts';
import { repositoryHtmlUrl, repositoryOf, repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

/** A draft has no tag yet: its page goes by another name. */
const pageName = ({ draft, id, tag_name }: Readonly<Release>) =>
  draft ? `untagged-${id.toString(16)}` : encodeURIComponent(tag_name);

export function renderAsset(context: GithubContext, asset: Readonly<ReleaseAsset>) {
  const release = context.world.releases.get(asset.release_id) as Readonly<Release>;
  return {
    url: `${repositoryUrl(context, asset)}/releases/assets/${asset.id}`,
    id: asset.id,
    node_id: nodeId('RA', asset.repository_id, asset.id),
    name: asset.name,
    label: asset.label,
    uploader: simpleUserById(context, asset.uploader_id),
    content_type: asset.content_type,
    state: 'uploaded',
    size: asset.size,
    digest: asset.digest,
    // A read changes nothing here, so downloads aren't counted.
    download_count: 0,
    created_at: asset.created_at,
    updated_at: asset.updated_at,
    // Downloads need no credential at GitHub.
    browser_download_url: context.links.signed(
      `/${repositoryOf(context, asset).full_name}/releases/download/${pageName(release)}/${encodeURIComponent(asset.name)}`,
    ),
  };
}

export function renderRelease(context: GithubContext, release: Readonly<Release>) {
  const api = repositoryUrl(context, release);
  const url = `${api}/releases/${release.id}`;
  const { release: assets } = context.world.release_assets.by;
  return {
    url,
    assets_url: `${url}/assets`,
    upload_url: `${url}/assets{?name,label}`,
    html_url: `${repositoryHtmlUrl(context, release)}/releases/tag/${pageName(release)}`,
    id: release.id,
    author: simpleUserById(context, release.author_id),
    node_id: nodeId('RE', release.repository_id, release.id),
    tag_name: release.tag_name,
    target_commitish: release.target_commitish,
    name: release.name,
    draft: release.draft,
    immutable: false,
    prerelease: release.prerelease,
    created_at: release.created_at,
    updated_at: release.updated_at,
    published_at: release.published_at,
    assets: assets.page(release.id, { limit: assets.count(release.id) }).map((asset) => renderAsset(context, asset)),
    tarball_url: release.draft ? null : `${api}/tarball/${encodeURIComponent(release.tag_name)}`,
    zipball_url: release.draft ? null : `${api}/zipball/${encodeURIComponent(release.tag_name)}`,
    ...(release.body !== null && { body: release.body }),
    reactions: reactionRollup(context, 'release', release.id, url),
  };
}

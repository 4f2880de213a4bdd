import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { findBranch } from '../actions/branches.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { signatureOf } from '../actions/signatures.ts';
import { commitOf } from '../git/store.ts';
import { nextId } from '../sequences.ts';
import { refKey, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import { type Loading, zoned } from './loading.ts';
import type { ReleaseSeed, TagSeed } from './schema-parts.ts';

function tip({ context, repository }: Loading, branch: string | undefined): string {
  const found = findBranch(context, repository.id, branch ?? repository.default_branch);
  if (!found) throw new Error(`branch ${branch} is missing`);
  return found.object.sha;
}

export function loadTag(loading: Loading, tag: TagSeed): void {
  const { context, repository, author } = loading;
  const { name, target, message } = typeof tag === 'string' ? { name: tag, target: undefined, message: undefined } : tag;
  const sha = tip(loading, target);
  const ref = { repository_id: repository.id, ref: `refs/tags/${name}` };
  if (message === undefined) {
    context.world.refs.insert({ ...ref, object: { sha, type: 'commit' } });
    return;
  }
  const store = new RepositoryStore(context, repository.id);
  const object = store.writeTag({ tag: name, message, tagger: signatureOf(context, author), object: { sha, type: 'commit' } });
  context.world.refs.insert({ ...ref, object: { sha: object, type: 'tag' } });
}

/** A release with its assets; its tag is made where it isn't there. */
export function loadRelease(loading: Loading, seed: ReleaseSeed): void {
  const { context, repository } = loading;
  const author = seed.author === undefined ? loading.author : account(context, seed.author);
  const store = new RepositoryStore(context, repository.id);
  const ref = `refs/tags/${seed.tag_name}`;
  const known = context.world.refs.get(refKey(repository.id, ref))?.object;
  const sha = known ? (store.tag(known.sha)?.object.sha ?? known.sha) : tip(loading, seed.target_commitish);
  if (!known && !seed.draft) context.world.refs.insert({ repository_id: repository.id, ref, object: { sha, type: 'commit' } });
  const published = zoned(seed.published_at) ?? timestamp(context.now);
  const release = context.world.releases.insert({
    id: nextId(context.ids, 'release'),
    repository_id: repository.id,
    tag_name: seed.tag_name,
    target_commitish: seed.target_commitish ?? repository.default_branch,
    name: seed.name ?? null,
    body: seed.body ?? null,
    draft: seed.draft,
    prerelease: seed.prerelease,
    make_latest: 'legacy',
    author_id: author.id,
    created_at: commitOf(store, sha).committer.date,
    published_at: seed.draft ? null : published,
    updated_at: published,
  });
  for (const asset of seed.assets) {
    const bytes = asset.content === undefined ? Buffer.from(asset.content_base64 ?? '', 'base64') : Buffer.from(asset.content);
    const encoding = isUtf8(bytes) ? 'utf-8' : 'base64';
    context.world.release_assets.insert({
      id: nextId(context.ids, 'release_asset'),
      repository_id: repository.id,
      release_id: release.id,
      name: asset.name,
      label: asset.label ?? null,
      content_type: asset.content_type,
      size: bytes.length,
      digest: `sha256:${hash('sha256', bytes)}`,
      encoding,
      content: bytes.toString(encoding),
      uploader_id: author.id,
      created_at: published,
      updated_at: published,
    });
  }
}

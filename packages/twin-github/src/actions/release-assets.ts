import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { stripped } from '@svc/twin-kit';
import { type FieldError, GithubError, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type GithubContext, type ReleaseAsset, timestamp } from '../world.ts';
import { type HasWorld, viewerOf, visibleRepository, writableRepository } from './access.ts';
import { getRelease, getReleaseByTag } from './releases.ts';

const fault = (field: string, code: FieldError['code']): FieldError => ({ resource: 'ReleaseAsset', code, field });
const BAD_REQUEST = 400;

/** GitHub replaces what may not stand in a file's name (docs: "Upload a release asset"). */
const safeName = (name: string) => stripped(name.replaceAll(/[^\w.+-]+/g, '.'), '.');

/** The assets of a release, oldest first. @throws NotFound */
export function listAssets(context: HasWorld, owner: string, repo: string, releaseId: number): readonly Readonly<ReleaseAsset>[] {
  getRelease(context, owner, repo, releaseId);
  const { release } = context.world.release_assets.by;
  return release.page(releaseId, { limit: release.count(releaseId) });
}

/** @throws NotFound */
export function getAsset(context: HasWorld, owner: string, repo: string, id: number): Readonly<ReleaseAsset> {
  const repository = visibleRepository(context, owner, repo);
  const asset = context.world.release_assets.get(id);
  if (asset?.repository_id !== repository.id) throw new NotFound();
  getRelease(context, owner, repo, asset.release_id);
  return asset;
}

/** @throws NotFound */
export function assetByName(context: HasWorld, owner: string, repo: string, tag: string, name: string): Readonly<ReleaseAsset> {
  const { id } = getReleaseByTag(context, owner, repo, tag);
  const asset = listAssets(context, owner, repo, id).find((candidate) => candidate.name === name);
  if (!asset) throw new NotFound();
  return asset;
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function uploadAsset(
  context: GithubContext,
  owner: string,
  repo: string,
  releaseId: number,
  upload: { name: string; label?: string | undefined; contentType: string; bytes: Buffer },
): Readonly<ReleaseAsset> {
  const release = getRelease(context, owner, repo, releaseId);
  writableRepository(context, owner, repo);
  const name = safeName(upload.name);
  if (name === '') throw new ValidationFailed([fault('name', 'missing_field')]);
  if (upload.bytes.length === 0) throw new GithubError(BAD_REQUEST, 'Bad Content-Length: an asset has at least one byte.');
  requireFree(context, releaseId, name);
  const encoding = isUtf8(upload.bytes) ? 'utf-8' : 'base64';
  const now = timestamp(context.now);
  return context.world.release_assets.insert({
    id: nextId(context.ids, 'release_asset'),
    repository_id: release.repository_id,
    release_id: releaseId,
    name,
    label: upload.label ?? null,
    content_type: upload.contentType,
    size: upload.bytes.length,
    digest: `sha256:${hash('sha256', upload.bytes)}`,
    encoding,
    content: upload.bytes.toString(encoding),
    uploader_id: viewerOf(context).id,
    created_at: now,
    updated_at: now,
  });
}

function requireFree({ world }: HasWorld, releaseId: number, name: string, self?: number): void {
  const { release } = world.release_assets.by;
  const taken = release
    .page(releaseId, { limit: release.count(releaseId) })
    .some((asset) => asset.name === name && asset.id !== self);
  if (taken) throw new ValidationFailed([fault('name', 'already_exists')]);
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function updateAsset(
  context: GithubContext,
  owner: string,
  repo: string,
  id: number,
  change: { name?: string | undefined; label?: string | undefined },
): Readonly<ReleaseAsset> {
  const asset = getAsset(context, owner, repo, id);
  writableRepository(context, owner, repo);
  const name = change.name === undefined ? asset.name : safeName(change.name);
  if (name === '') throw new ValidationFailed([fault('name', 'missing_field')]);
  requireFree(context, asset.release_id, name, id);
  const label = change.label ?? asset.label;
  if (name === asset.name && label === asset.label) return asset;
  return context.world.release_assets.update(id, { name, label, updated_at: timestamp(context.now) });
}

/** @throws NotFound, Forbidden */
export function deleteAsset(context: GithubContext, owner: string, repo: string, id: number): void {
  getAsset(context, owner, repo, id);
  writableRepository(context, owner, repo);
  context.world.release_assets.remove(id);
}

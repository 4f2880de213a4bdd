import { isLonger } from '@svc/twin-kit';
import { type FieldError, NotFound, Unprocessable, ValidationFailed } from '../errors.ts';
import { isValidRefName } from '../git/path.ts';
import { commitOf } from '../git/store.ts';
import { nextId } from '../sequences.ts';
import { type GithubContext, type Release, type Repository, refKey, timestamp } from '../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository, writableRepository } from './access.ts';
import { resolveCommit } from './commits.ts';
import { RepositoryStore } from './git-store.ts';
import { removeReactions } from './reaction-groups.ts';
import { addRef } from './refs.ts';
import { onCreated, onUpdated, tellOfRelease } from './release-events.ts';
import { releaseNotes } from './release-notes.ts';

export interface ReleaseInput {
  tag_name?: string | undefined;
  /** A branch or a commit; counts where the tag isn't there yet. */
  target_commitish?: string | undefined;
  name?: string | undefined;
  body?: string | undefined;
  draft?: boolean | undefined;
  prerelease?: boolean | undefined;
  generate_release_notes?: boolean | undefined;
  make_latest?: 'true' | 'false' | 'legacy' | undefined;
}

const fault = (field: string, code: FieldError['code']): FieldError => ({ resource: 'Release', code, field });
const tagRef = (tag: string) => `refs/tags/${tag}`;

/** In characters; GitHub says so when it refuses a longer one: https://github.com/softprops/action-gh-release/issues/374 */
const MAX_BODY = 125_000;

function requireShort(body: string | null | undefined): void {
  if (!isLonger(body ?? '', MAX_BODY)) return;
  throw new ValidationFailed([{ ...fault('body', 'custom'), message: `body is too long (maximum is ${MAX_BODY} characters)` }]);
}

/** Drafts are for those who may write. */
const isShown = (context: HasWorld, repository: Readonly<Repository>, release: Readonly<Release>): boolean =>
  !release.draft || hasPermission(context, repository, viewerOf(context).id, 'push');

/** The releases of a repository, newest first. @throws NotFound */
export function listReleases(context: HasWorld, owner: string, repo: string): readonly Readonly<Release>[] {
  const repository = visibleRepository(context, owner, repo);
  const { repository: index } = context.world.releases.by;
  const all = index.page(repository.id, { limit: index.count(repository.id), reverse: true });
  return all.filter((release) => isShown(context, repository, release));
}

/** @throws NotFound */
export function getRelease(context: HasWorld, owner: string, repo: string, id: number): Readonly<Release> {
  const repository = visibleRepository(context, owner, repo);
  const release = context.world.releases.get(id);
  if (release?.repository_id !== repository.id || !isShown(context, repository, release)) throw new NotFound();
  return release;
}

/** The published release of a tag. @throws NotFound */
export function getReleaseByTag(context: HasWorld, owner: string, repo: string, tag: string): Readonly<Release> {
  const repository = visibleRepository(context, owner, repo);
  const release = context.world.releases.by.tag.first(`${repository.id}/${tag}`);
  if (!release) throw new NotFound();
  return release;
}

/** The release that was made the latest, else the newest full one. @throws NotFound */
export function latestRelease(context: HasWorld, owner: string, repo: string): Readonly<Release> {
  const full = listReleases(context, owner, repo).filter(({ draft, prerelease }) => !draft && !prerelease);
  const latest =
    full.find(({ make_latest }) => make_latest === 'true') ?? full.find(({ make_latest }) => make_latest === 'legacy');
  const found = latest ?? full[0];
  if (!found) throw new NotFound();
  return found;
}

/** Publishes a release, or writes a draft. @throws NotFound, Forbidden, ValidationFailed */
export function createRelease(
  context: GithubContext,
  owner: string,
  repo: string,
  input: ReleaseInput & { tag_name: string },
): Readonly<Release> {
  const repository = writableRepository(context, owner, repo);
  const draft = input.draft ?? false;
  const target = requireTag(context, repository, input.tag_name, input.target_commitish, undefined, draft);
  const notes = input.generate_release_notes ? releaseNotes(context, repository, { ...input, target: target.sha }) : undefined;
  const body = notes ? [input.body, notes.body].filter(Boolean).join('\n\n') : (input.body ?? null);
  requireShort(body);
  const now = timestamp(context.now);
  if (!draft) makeTag(context, repository, input.tag_name, target.sha);
  const release = latestIsOne(
    context,
    context.world.releases.insert({
      id: nextId(context.ids, 'release'),
      repository_id: repository.id,
      tag_name: input.tag_name,
      target_commitish: input.target_commitish ?? repository.default_branch,
      name: input.name ?? notes?.name ?? null,
      body,
      draft,
      prerelease: input.prerelease ?? false,
      make_latest: input.make_latest ?? 'true',
      author_id: viewerOf(context).id,
      created_at: target.date,
      published_at: draft ? null : now,
      updated_at: now,
    }),
  );
  tellOfRelease(context, repository, release, onCreated(release));
  return release;
}

/** The commit of a tag, or of the place where it will be made. */
function requireTag(
  context: HasWorld,
  repository: Readonly<Repository>,
  tag: string,
  commitish: string | undefined,
  self: number | undefined,
  draft: boolean,
): { sha: string; date: string } {
  if (context.world.refs.by.repository.count(repository.id) === 0) throw new Unprocessable('Repository is empty.');
  if (tag === '') throw new ValidationFailed([fault('tag_name', 'missing_field')]);
  if (!isValidRefName(tagRef(tag))) {
    throw new ValidationFailed([{ ...fault('tag_name', 'custom'), message: 'tag_name is not a valid tag' }]);
  }
  const namesake = context.world.releases.by.tag.first(`${repository.id}/${tag}`);
  if (!draft && namesake && namesake.id !== self) throw new ValidationFailed([fault('tag_name', 'already_exists')]);
  const known = context.world.refs.has(refKey(repository.id, tagRef(tag)));
  const sha = resolveCommit(context, repository, known ? tagRef(tag) : (commitish ?? repository.default_branch));
  const commit = sha === undefined ? undefined : new RepositoryStore(context, repository.id).commit(sha);
  if (!commit) throw new ValidationFailed([fault('target_commitish', 'invalid')]);
  return { sha: commit.sha, date: commit.committer.date };
}

/** A release's tag is pushed like any other, where it isn't there: its rules hold, and what waits for such tags begins. */
function makeTag(context: GithubContext, repository: Readonly<Repository>, tag: string, sha: string): void {
  if (context.world.refs.has(refKey(repository.id, tagRef(tag)))) return;
  addRef(context, repository, tagRef(tag), { sha, type: 'commit' });
}

/** Of a repository's releases one at most is chosen as the latest. */
function latestIsOne(context: GithubContext, release: Readonly<Release>): Readonly<Release> {
  const { releases } = context.world;
  if (release.make_latest !== 'true' || release.draft || release.prerelease) return release;
  for (const other of releases.by.repository.page(release.repository_id, { limit: releases.size })) {
    if (other.id !== release.id && other.make_latest === 'true') releases.update(other.id, { make_latest: 'legacy' });
  }
  return release;
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function updateRelease(
  context: GithubContext,
  owner: string,
  repo: string,
  id: number,
  input: ReleaseInput,
): Readonly<Release> {
  const release = getRelease(context, owner, repo, id);
  const repository = writableRepository(context, owner, repo);
  const tag = input.tag_name ?? release.tag_name;
  const commitish = input.target_commitish ?? release.target_commitish;
  const draft = input.draft ?? release.draft;
  const target = requireTag(context, repository, tag, commitish, id, draft);
  requireShort(input.body);
  if (!draft) makeTag(context, repository, tag, target.sha);
  const now = timestamp(context.now);
  const updated = latestIsOne(
    context,
    context.world.releases.update(id, {
      tag_name: tag,
      target_commitish: commitish,
      name: input.name ?? release.name,
      body: input.body ?? release.body,
      draft,
      prerelease: input.prerelease ?? release.prerelease,
      make_latest: input.make_latest ?? release.make_latest,
      created_at: target.date,
      published_at: draft ? null : (release.published_at ?? now),
      updated_at: now,
    }),
  );
  tellOfRelease(context, repository, updated, onUpdated(release, updated));
  return updated;
}

/** Removes a release with its assets; its tag stays. @throws NotFound, Forbidden */
export function deleteRelease(context: GithubContext, owner: string, repo: string, id: number): void {
  const release = getRelease(context, owner, repo, id);
  tellOfRelease(context, writableRepository(context, owner, repo), release, ['deleted']);
  const { release_assets: assets, releases } = context.world;
  for (const asset of [...assets.by.release.page(id, { limit: assets.size })]) assets.remove(asset.id);
  removeReactions(context, 'release', id);
  releases.remove(id);
}

/** The text that GitHub would write for a release. @throws NotFound, Forbidden, ValidationFailed */
export function generateNotes(
  context: GithubContext,
  owner: string,
  repo: string,
  input: { tag_name: string; target_commitish?: string | undefined; previous_tag_name?: string | undefined },
): { name: string; body: string } {
  const repository = writableRepository(context, owner, repo);
  const { sha } = requireTag(context, repository, input.tag_name, input.target_commitish, undefined, true);
  const { previous_tag_name: previous } = input;
  if (previous !== undefined && !context.world.refs.has(refKey(repository.id, tagRef(previous)))) {
    throw new ValidationFailed([fault('previous_tag_name', 'invalid')]);
  }
  commitOf(new RepositoryStore(context, repository.id), sha);
  return releaseNotes(context, repository, { tag_name: input.tag_name, previous_tag_name: previous, target: sha });
}

import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import { diffTexts } from '../git/diff.ts';
import { type Gist, type GistFiles, type GistRevision, type GithubContext, gistStarKey, timestamp } from '../world.ts';
import { getUserByLogin, type HasWorld, viewerOf } from './access.ts';

export interface GistInput {
  description?: string | null | undefined;
  public?: boolean | undefined;
  /** A name with its new content, its new name, or null where it goes. */
  files?: Readonly<Record<string, { content?: string | undefined; filename?: string | null | undefined } | null>> | undefined;
}

/** GitHub's bound of files in one answer, and so of what is taken here (docs: REST, "Gists"). */
const MOST_FILES = 300;

const fault = (code: FieldError['code'], field: string): FieldError => ({ resource: 'Gist', code, field });

/** The gist as the viewer sees it: secret ones are found by whoever has their id. @throws NotFound */
export function getGist({ world }: HasWorld, id: string): Readonly<Gist> {
  const gist = world.gists.get(id);
  if (!gist) throw new NotFound();
  return gist;
}

/** @throws NotFound for other people's, as GitHub says it */
function ownGist(context: HasWorld, id: string): Readonly<Gist> {
  const gist = getGist(context, id);
  if (gist.owner_id !== viewerOf(context).id) throw new NotFound();
  return gist;
}

/** A file is called as it likes, `constructor` too. */
export const fileOf = (files: GistFiles, name: string): string | undefined =>
  Object.hasOwn(files, name) ? files[name] : undefined;

function record(context: GithubContext, { id }: { id: string }, before: GistFiles, files: GistFiles): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(files)])];
  const diffs = names.map((name) => diffTexts(fileOf(before, name) ?? '', fileOf(files, name) ?? ''));
  context.world.gist_revisions.insert({
    version: context.ids.hex(40),
    gist_id: id,
    user_id: viewerOf(context).id,
    files,
    additions: diffs.reduce((sum, { additions }) => sum + additions, 0),
    deletions: diffs.reduce((sum, { deletions }) => sum + deletions, 0),
    committed_at: timestamp(context.now),
  });
}

/** @throws ValidationFailed */
function requireFiles(files: GistFiles): void {
  const entries = Object.entries(files);
  if (entries.length === 0) throw new ValidationFailed([fault('missing_field', 'files')]);
  if (entries.length > MOST_FILES || entries.some(([name]) => name === '' || name.includes('/')))
    throw new ValidationFailed([fault('invalid', 'files')]);
  if (entries.some(([, content]) => content.trim() === '')) throw new ValidationFailed([fault('missing_field', 'files')]);
}

/** @throws ValidationFailed */
export function createGist(context: GithubContext, input: GistInput): Readonly<Gist> {
  const files = Object.fromEntries(Object.entries(input.files ?? {}).map(([name, file]) => [name, file?.content ?? '']));
  requireFiles(files);
  return insertGist(context, { description: input.description ?? null, public: input.public ?? false, files, parent_id: null });
}

function insertGist(context: GithubContext, facts: Pick<Gist, 'description' | 'public' | 'files' | 'parent_id'>): Readonly<Gist> {
  const now = timestamp(context.now);
  const gist = context.world.gists.insert({
    id: context.ids.hex(32),
    owner_id: viewerOf(context).id,
    ...facts,
    created_at: now,
    updated_at: now,
  });
  record(context, gist, {}, gist.files);
  return gist;
}

/** @throws NotFound, ValidationFailed */
export function updateGist(context: GithubContext, id: string, { description, files }: GistInput): Readonly<Gist> {
  const gist = ownGist(context, id);
  const left = new Map(Object.entries(gist.files));
  for (const [name, change] of Object.entries(files ?? {})) {
    const before = left.get(name) ?? '';
    left.delete(name);
    // Nothing said of a file, or null, takes it away.
    if (change === null || change.filename === null) continue;
    if (change.content === undefined && change.filename === undefined) continue;
    left.set(change.filename ?? name, change.content ?? before);
  }
  const next: GistFiles = Object.fromEntries(left);
  if (files) requireFiles(next);
  if (files) record(context, gist, gist.files, next);
  return context.world.gists.update(id, {
    files: next,
    ...(description !== undefined && { description }),
    updated_at: timestamp(context.now),
  });
}

/** @throws NotFound */
export function deleteGist(context: GithubContext, id: string): void {
  ownGist(context, id);
  const { world } = context;
  for (const one of [...revisionsOf(context, id)]) world.gist_revisions.remove(one.version);
  for (const one of [...world.gist_comments.by.gist.page(id, { limit: world.gist_comments.size })])
    world.gist_comments.remove(one.id);
  for (const { user_id } of [...world.gist_stars.by.gist.page(id, { limit: world.gist_stars.size })])
    world.gist_stars.remove(gistStarKey(user_id, id));
  for (const fork of [...forksOf(context, id)]) world.gists.update(fork.id, { parent_id: null });
  world.gists.remove(id);
}

/** Newest first. */
export function revisionsOf({ world }: HasWorld, id: string): readonly Readonly<GistRevision>[] {
  const { gist } = world.gist_revisions.by;
  return gist.page(id, { limit: gist.count(id), reverse: true });
}

/** @throws NotFound */
export function getRevision(context: HasWorld, id: string, version: string): Readonly<GistRevision> {
  getGist(context, id);
  const revision = context.world.gist_revisions.get(version);
  if (revision?.gist_id !== id) throw new NotFound();
  return revision;
}

export function forksOf({ world }: HasWorld, id: string): readonly Readonly<Gist>[] {
  const { parent } = world.gists.by;
  return parent.page(id, { limit: parent.count(id) });
}

/** @throws NotFound, ValidationFailed for one's own */
export function forkGist(context: GithubContext, id: string): Readonly<Gist> {
  const gist = getGist(context, id);
  if (gist.owner_id === viewerOf(context).id) throw new ValidationFailed([fault('unprocessable', 'forks')]);
  const known = forksOf(context, id).find(({ owner_id }) => owner_id === viewerOf(context).id);
  return known ?? insertGist(context, { description: gist.description, public: gist.public, files: gist.files, parent_id: id });
}

const since = (gists: readonly Readonly<Gist>[], from: string | undefined): readonly Readonly<Gist>[] => {
  const moment = Date.parse(from ?? '');
  return Number.isNaN(moment) ? gists : gists.filter(({ updated_at }) => Date.parse(updated_at) >= moment);
};

/** Newest first: one's own, secret ones too; of others what is public. @throws NotFound */
export function gistsOf(context: HasWorld, login: string | undefined, from?: string): readonly Readonly<Gist>[] {
  const viewer = viewerOf(context);
  const { id } = login === undefined ? viewer : getUserByLogin(context, login);
  const { owner } = context.world.gists.by;
  const all = owner.page(id, { limit: owner.count(id), reverse: true });
  return since(
    all.filter((gist) => gist.public || id === viewer.id),
    from,
  );
}

export function publicGists({ world }: HasWorld, from?: string): readonly Readonly<Gist>[] {
  const { public: index } = world.gists.by;
  return since(index.page('all', { limit: index.count('all'), reverse: true }), from);
}

export function starredGists(context: HasWorld, from?: string): readonly Readonly<Gist>[] {
  const viewer = viewerOf(context);
  const { user } = context.world.gist_stars.by;
  const stars = user.page(viewer.id, { limit: user.count(viewer.id), reverse: true });
  return since(
    stars.flatMap(({ gist_id }) => context.world.gists.get(gist_id) ?? []),
    from,
  );
}

/** @throws NotFound */
export const isGistStarred = (context: HasWorld, id: string): boolean =>
  context.world.gist_stars.has(gistStarKey(viewerOf(context).id, getGist(context, id).id));

/** @throws NotFound */
export function setGistStar(context: GithubContext, id: string, starred: boolean): void {
  if (isGistStarred(context, id) === starred) return;
  const star = { user_id: viewerOf(context).id, gist_id: id };
  if (starred) context.world.gist_stars.insert(star);
  else context.world.gist_stars.remove(gistStarKey(star.user_id, id));
}

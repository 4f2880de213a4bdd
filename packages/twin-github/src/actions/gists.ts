import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import {
  type Gist,
  type GistFiles,
  type GistRevision,
  type GithubContext,
  gistRevisionKey,
  gistStarKey,
  timestamp,
} from '../world.ts';
import { getUserByLogin, type HasWorld, viewerOf } from './access.ts';
import { commitFiles, everyRevision, formsOf, type GistContent, insertGist, revisionWith } from './gist-commits.ts';

export interface GistInput {
  description?: string | null | undefined;
  public?: boolean | undefined;
  /** A name with its new content, its new name, or null where it goes. */
  files?: Readonly<Record<string, { content?: string | undefined; filename?: string | null | undefined } | null>> | undefined;
}

/** GitHub's bound of files in one answer, and so of what is taken here (docs: REST, "Gists"). */
export const MOST_FILES = 300;

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

/** @param said the files that have content from this call: what a push brought may be empty. @throws ValidationFailed */
function requireFiles(files: GistFiles, said: readonly string[] = Object.keys(files)): void {
  const entries = Object.entries(files);
  if (entries.length === 0) throw new ValidationFailed([fault('missing_field', 'files')]);
  if (entries.length > MOST_FILES || entries.some(([name]) => name === '' || name.includes('/')))
    throw new ValidationFailed([fault('invalid', 'files')]);
  if (said.some((name) => fileOf(files, name)?.trim() === '')) throw new ValidationFailed([fault('missing_field', 'files')]);
}

/** @throws ValidationFailed */
export function createGist(context: GithubContext, input: GistInput): Readonly<Gist> {
  const files = Object.fromEntries(Object.entries(input.files ?? {}).map(([name, file]) => [name, file?.content ?? '']));
  requireFiles(files);
  const facts = { description: input.description ?? null, public: input.public ?? false, files };
  return insertGist(context, viewerOf(context), facts);
}

/** A gist's files after a change; content that is said is text, and what is renamed keeps its mode. */
function changedFiles(gist: Readonly<Gist>, changes: NonNullable<GistInput['files']>): GistContent {
  const files = new Map(Object.entries(gist.files));
  const forms = new Map(Object.entries(gist.forms ?? {}));
  for (const [name, change] of Object.entries(changes)) {
    const [before, form] = [files.get(name) ?? '', forms.get(name)];
    files.delete(name);
    forms.delete(name);
    // Nothing said of a file, or null, takes it away.
    if (change === null || change.filename === null) continue;
    if (change.content === undefined && change.filename === undefined) continue;
    const called = change.filename ?? name;
    files.set(called, change.content ?? before);
    forms.delete(called);
    const { base64, ...mode } = form ?? {};
    const kept = change.content === undefined && base64 ? { ...mode, base64 } : mode;
    if (Object.keys(kept).length > 0) forms.set(called, kept);
  }
  const next = Object.fromEntries(files);
  return { files: next, forms: formsOf(next, Object.fromEntries(forms)) };
}

/** The names that files have after a change that says what is in them. */
const saidIn = (changes: NonNullable<GistInput['files']>): string[] =>
  Object.entries(changes).flatMap(([name, change]) => (change?.content === undefined ? [] : [change.filename ?? name]));

/** Files that are changed make a commit. @throws NotFound, ValidationFailed */
export function updateGist(context: GithubContext, id: string, { description, files }: GistInput): Readonly<Gist> {
  const gist = ownGist(context, id);
  const next: GistContent = files ? changedFiles(gist, files) : gist;
  if (files) requireFiles(next.files, saidIn(files));
  const head = files ? commitFiles(context, id, viewerOf(context), next, gist.head) : gist.head;
  return context.world.gists.update(id, {
    ...{ files: next.files, forms: next.forms, head },
    ...(description !== undefined && { description }),
    updated_at: timestamp(context.now),
  });
}

/** @throws NotFound */
export function deleteGist(context: GithubContext, id: string): void {
  ownGist(context, id);
  const { world } = context;
  for (const { version } of [...everyRevision(context, id)]) world.gist_revisions.remove(gistRevisionKey(id, version));
  for (const one of [...world.gist_comments.by.gist.page(id, { limit: world.gist_comments.size })])
    world.gist_comments.remove(one.id);
  for (const { user_id } of [...world.gist_stars.by.gist.page(id, { limit: world.gist_stars.size })])
    world.gist_stars.remove(gistStarKey(user_id, id));
  for (const fork of [...forksOf(context, id)]) world.gists.update(fork.id, { parent_id: null });
  world.gists.remove(id);
}

/** Also one that a forced push has left behind. @throws NotFound */
export function getRevision(context: HasWorld, id: string, version: string): Readonly<GistRevision> {
  const revision = revisionWith(context, getGist(context, id).id, version);
  if (!revision) throw new NotFound();
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
  return known ?? copyGist(context, gist);
}

/** A fork has the commits of what it is a fork of. */
function copyGist(context: GithubContext, { head, files, forms, ...gist }: Readonly<Gist>): Readonly<Gist> {
  const now = timestamp(context.now);
  const id = context.ids.hex(32);
  for (const revision of everyRevision(context, gist.id)) context.world.gist_revisions.insert({ ...revision, gist_id: id });
  return context.world.gists.insert({
    ...{ id, owner_id: viewerOf(context).id, description: gist.description, public: gist.public },
    ...{ parent_id: gist.id, files, ...(forms && { forms }), head, created_at: now, updated_at: now },
  });
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

import { hash } from 'node:crypto';
import { NotFound } from '../errors.ts';
import { type Repository, refKey } from '../world.ts';
import { type HasWorld, visibleRepository } from './access.ts';
import { resolveCommit } from './commits.ts';

/** By the step of the addresses that names it, what an archive is packed as. */
export const ARCHIVE_TYPES = { 'tar.gz': 'application/x-gzip', zip: 'application/zip' } as const;

export type ArchiveFormat = keyof typeof ARCHIVE_TYPES;

/** Something that a repository has by name, and its commit. */
export interface Named {
  repository: Readonly<Repository>;
  /** `refs/heads/main`, `refs/tags/v1`, or an id. */
  ref: string;
  sha: string;
}

/** A tree that is loaded as one file. */
export interface Archive extends Named {
  format: ArchiveFormat;
  /** The folder that everything in it stands in. */
  folder: string;
  /** What tells its bytes from those of others. */
  etag: string;
}

/** A branch, a tag or a commit by any of its names; without one, the default branch. @throws NotFound */
export function namedTree(context: HasWorld, owner: string, repo: string, name: string): Named {
  const repository = visibleRepository(context, owner, repo);
  const wanted = name === '' || name === 'HEAD' ? repository.default_branch : name;
  const whole = [wanted, `refs/heads/${wanted}`, `refs/tags/${wanted}`, `refs/${wanted}`];
  const ref = whole.find((one) => context.world.refs.get(refKey(repository.id, one))) ?? wanted;
  const sha = resolveCommit(context, repository, ref);
  if (sha === undefined) throw new NotFound();
  return { repository, ref, sha };
}

/** `v1.2` is version 1.2: the archive of `web` at this tag is `web-1.2`. */
const versionOf = (ref: string): string =>
  ref
    .replace(/^refs\/(?:heads\/|tags\/)?/, '')
    .replace(/^v(?=\d)/, '')
    .replaceAll('/', '-');

/** The archive that the web site's pages lead to. @throws NotFound */
export function archiveAt(context: HasWorld, owner: string, repo: string, name: string, format: ArchiveFormat): Archive {
  const named = namedTree(context, owner, repo, name);
  return archive(named, format, `${named.repository.name}-${versionOf(named.ref)}`);
}

/** Digits of a commit's id in the name of a folder. */
const SHORT = 7;

/** The archive that the API leads to: its folder names the owner and the commit. @throws NotFound */
export function legacyArchiveAt(context: HasWorld, owner: string, repo: string, name: string, format: ArchiveFormat): Archive {
  const named = namedTree(context, owner, repo, name);
  return archive(named, format, `${named.repository.full_name.replace('/', '-')}-${named.sha.slice(0, SHORT)}`);
}

const archive = (named: Named, format: ArchiveFormat, folder: string): Archive => ({
  ...named,
  format,
  folder,
  etag: `W/"${hash('sha256', [named.sha, format, folder].join('\0'))}"`,
});

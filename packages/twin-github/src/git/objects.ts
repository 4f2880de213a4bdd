import { hash } from 'node:crypto';
import type { Commit, ObjectType, Signature, Tag, TreeEntry } from '../world/git.ts';

/** The object id of git's empty tree. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** The id git gives an object: SHA-1 of `<type> <length>\0<content>`. */
export const objectSha = (type: ObjectType, content: Buffer): string =>
  hash('sha1', Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]));

export const blobSha = (content: Buffer): string => objectSha('blob', content);
export const treeSha = (entries: readonly TreeEntry[]): string => objectSha('tree', serialiseTree(entries));
export const commitSha = (commit: CommitFields): string => objectSha('commit', serialiseCommit(commit));
export const tagSha = (tag: TagFields): string => objectSha('tag', serialiseTag(tag));

export type CommitFields = Omit<Commit, 'repository_id' | 'sha'>;
export type TagFields = Omit<Tag, 'repository_id' | 'sha'>;

/** Git compares names as bytes, a directory's as if it ended in a slash. */
export function sortEntries(entries: readonly TreeEntry[]): TreeEntry[] {
  const sortable = entries.map((entry) => ({ entry, name: Buffer.from(entry.type === 'tree' ? `${entry.path}/` : entry.path) }));
  return sortable.sort((one, other) => Buffer.compare(one.name, other.name)).map(({ entry }) => entry);
}

/** @param entries in git's order */
export function serialiseTree(entries: readonly TreeEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ mode, path, sha }) => [Buffer.from(`${mode.replace(/^0/, '')} ${path}\0`), Buffer.from(sha, 'hex')]),
  );
}

export function serialiseCommit({ tree, parents, author, committer, message, tail = '', raw }: CommitFields): Buffer {
  if (raw !== undefined) return Buffer.from(raw, 'base64');
  const header = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(author)}`,
    `committer ${signatureLine(committer)}`,
  ];
  return Buffer.from(`${header.join('\n')}\n\n${message}${tail}`);
}

export function serialiseTag({ object, tag, tagger, message, tail = '', raw }: TagFields): Buffer {
  if (raw !== undefined) return Buffer.from(raw, 'base64');
  return Buffer.from(
    `object ${object.sha}\ntype ${object.type}\ntag ${tag}\ntagger ${signatureLine(tagger)}\n\n${message}${tail}`,
  );
}

const MILLISECONDS = 1000;

function signatureLine({ name, email, date, offset }: Signature): string {
  return `${withoutCrud(name)} <${withoutCrud(email)}> ${Date.parse(date) / MILLISECONDS} ${offset}`;
}

/** Git drops what would break a signature apart: line ends, angle brackets and NUL. */
const withoutCrud = (text: string) => text.replaceAll(/[\n\0<>]/g, '');

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Reads an ISO 8601 time with its zone; undefined for anything else. */
export function parseZonedTime(text: string): Pick<Signature, 'date' | 'offset'> | undefined {
  const zone = ZONED.exec(text)?.[3];
  const time = Date.parse(text);
  if (zone === undefined || Number.isNaN(time)) return undefined;
  return { date: `${new Date(time).toISOString().slice(0, 19)}Z`, offset: zone === 'Z' ? '+0000' : zone.replace(':', '') };
}

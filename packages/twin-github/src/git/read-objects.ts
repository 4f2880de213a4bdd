import { isUtf8 } from 'node:buffer';
import { strippedEnd } from '@svc/twin-kit';
import type { FileMode, ObjectType, Signature, TreeEntry } from '../world/git.ts';
import { type CommitFields, serialiseCommit, serialiseTag, serialiseTree, type TagFields } from './objects.ts';

/** Reads objects as other clients write them. What the fields of a record don't give back is kept beside them, to the byte. */

const PERSON = /^([^<]*?) ?<([^>]*)> ?(-?\d+)? ?([+-]\d{4})?$/;
const SECOND_MS = 1000;
/** The last second that ISO 8601 writes with four digits for the year. */
const LAST_SECOND = 253_402_300_799;

function readPerson(line: string | undefined): Signature {
  const [, name = '', email = '', seconds = '0', offset = '+0000'] = PERSON.exec(line ?? '') ?? [];
  const at = Math.min(Math.max(0, Number(seconds)), LAST_SECOND);
  return { name, email, date: `${new Date(at * SECOND_MS).toISOString().slice(0, 19)}Z`, offset };
}

interface Text {
  /** By name, those that stand more than once together. */
  headers: Map<string, string[]>;
  message: string;
  /** Line ends after the message, which GitHub doesn't show. */
  tail: string;
}

function readText(bytes: Buffer): Text {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  const end = text.indexOf('\n\n');
  const headers = new Map<string, string[]>();
  for (const line of (end < 0 ? text : text.slice(0, end)).split('\n')) {
    const space = line.indexOf(' ');
    const name = line.slice(0, space);
    headers.set(name, [...(headers.get(name) ?? []), line.slice(space + 1)]);
  }
  const whole = end < 0 ? '' : text.slice(end + 2);
  const message = strippedEnd(whole, '\n');
  return { headers, message, tail: whole.slice(message.length) };
}

/** A record's fields, with the bytes beside them where the fields don't give them back. */
function exact<F extends { raw?: string }>(fields: F, bytes: Buffer, serialise: (fields: F) => Buffer): F {
  return serialise(fields).equals(bytes) ? fields : { ...fields, raw: bytes.toString('base64') };
}

export function readCommit(bytes: Buffer): CommitFields {
  const { headers, message, tail } = readText(bytes);
  const one = (name: string) => headers.get(name)?.[0];
  const fields: CommitFields = {
    tree: one('tree') ?? '',
    parents: headers.get('parent') ?? [],
    author: readPerson(one('author')),
    committer: readPerson(one('committer')),
    message,
    ...(tail !== '' && { tail }),
  };
  return exact(fields, bytes, serialiseCommit);
}

export function readTag(bytes: Buffer): TagFields {
  const { headers, message, tail } = readText(bytes);
  const one = (name: string) => headers.get(name)?.[0];
  const fields: TagFields = {
    tag: one('tag') ?? '',
    message,
    tagger: readPerson(one('tagger')),
    object: { sha: one('object') ?? '', type: (one('type') ?? 'commit') as ObjectType },
    ...(tail !== '' && { tail }),
  };
  return exact(fields, bytes, serialiseTag);
}

const SHA_BYTES = 20;
const NUL = 0;

/** Old clients wrote other modes for files; git takes those for the two that there are. */
function modeOf(digits: string): FileMode {
  const mode = digits.padStart(6, '0');
  if (mode.startsWith('100')) return Number.parseInt(mode, 8) & 0o100 ? '100755' : '100644';
  return mode as FileMode;
}

const TYPES: Readonly<Partial<Record<FileMode, TreeEntry['type']>>> = { '040000': 'tree', '160000': 'commit' };

export function readTree(bytes: Buffer): { entries: TreeEntry[]; raw?: string } {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const nul = bytes.indexOf(NUL, at);
    const [digits = '', path = ''] = split(bytes.subarray(at, nul));
    const mode = modeOf(digits);
    at = nul + 1 + SHA_BYTES;
    entries.push({ path, mode, type: TYPES[mode] ?? 'blob', sha: bytes.toString('hex', nul + 1, at) });
  }
  return exact<{ entries: TreeEntry[]; raw?: string }>({ entries }, bytes, (fields) => serialiseTree(fields.entries));
}

function split(head: Buffer): [string, string] {
  const space = head.indexOf(' ');
  return [head.toString('latin1', 0, space), head.toString('utf8', space + 1)];
}

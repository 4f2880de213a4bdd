import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a twin's folder has to be copied of: its journal, and beside it the files that its world names (see the twin kit: files of a world). */
export const JOURNAL = 'journal.jsonl';
export const NAMED = [`${JOURNAL}.files`, 'named'] as const;
const FILE_NAME = /^[\w-][\w.-]{0,200}$/;
export const isFileName = (name: string): boolean => FILE_NAME.test(name);

/** Before where bytes are added, so many must be the same at both ends. */
const TAIL_BYTES = 4_096;

/** A twin may leave a link, or what keeps its reader waiting, under any name of its folder: neither is followed. @returns undefined where there is no such file */
export async function openFile(path: string): Promise<FileHandle | undefined> {
  return openAs(path, constants.O_RDONLY | constants.O_NONBLOCK, (found) => found.isFile());
}

const openFolder = (path: string): Promise<FileHandle | undefined> =>
  openAs(path, constants.O_RDONLY | constants.O_DIRECTORY, (found) => found.isDirectory());

type Found = Stats;

async function openAs(path: string, flags: number, isWanted: (found: Found) => boolean): Promise<FileHandle | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, flags | constants.O_NOFOLLOW);
    if (isWanted(await handle.stat())) return handle;
  } catch {
    // It isn't there, or isn't what is looked for.
  }
  await handle?.close();
  return undefined;
}

/** The files that the world of a twin names, each open while it is worked on. */
export async function eachNamed(folder: string, work: (name: string, file: FileHandle) => Promise<void>): Promise<void> {
  const opened: FileHandle[] = [];
  try {
    let at = folder;
    for (const name of NAMED) {
      const next = await openFolder(join(at, name));
      if (!next) return;
      opened.push(next);
      // What was opened, whatever the twin puts in its place meanwhile.
      at = `/proc/self/fd/${next.fd}`;
    }
    for (const name of (await readdir(at)).filter(isFileName)) await workOn(join(at, name), (file) => work(name, file));
  } finally {
    for (const handle of opened) await handle.close();
  }
}

async function workOn(path: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await openFile(path);
  if (!file) return;
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

/** The bytes of a file from `from` up to `to`; fewer where it is shorter. */
export async function bytesOf(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, to - from));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** A digest of what stands before `at`. */
export async function tailDigest(file: FileHandle, at: number): Promise<string> {
  return createHash('sha256')
    .update(await bytesOf(file, Math.max(0, at - TAIL_BYTES), at))
    .digest('hex');
}

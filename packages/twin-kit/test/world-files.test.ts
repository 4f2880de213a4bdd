import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { filesBeside, keepFilesOf, linkFiles, namedFile, removeFiles, takeFiles, withFiles } from '../src/world-files.ts';

let folder: string;
let [parent, fork] = ['', ''];
const world = {};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-files-'));
  [parent, fork] = [join(folder, 'parent.jsonl'), join(folder, 'fork.jsonl')];
  keepFilesOf(world, parent);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const FILES = {
  'pack-1': Buffer.from('PACK\n{"not":"a line"}\n'),
  'pack-2': Buffer.alloc(300_000, 7),
  'pack-3': Buffer.alloc(0),
};
const JOURNAL = '{"bootedAt":1}\n{"seq":1}\n';

async function writeFiles(): Promise<void> {
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(namedFile(world, name)), { recursive: true });
    await writeFile(namedFile(world, name), content);
  }
}

async function* pieces(whole: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

async function joined(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all);
}

async function filesOfFork(): Promise<Record<string, Buffer>> {
  const own = {};
  keepFilesOf(own, fork);
  const names = await readdir(dirname(namedFile(own, 'any')));
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(namedFile(own, name))])));
}

test.each([1, 7, 4096, 1 << 20])(
  'files come with the journal of a fork in another process, in pieces of %d bytes',
  async (size) => {
    await writeFiles();
    const sent = await joined(withFiles(parent, pieces(Buffer.from(JOURNAL), 5)));
    expect((await joined(takeFiles(pieces(sent, size), fork))).toString()).toBe(JOURNAL);
    expect(await filesOfFork()).toEqual(FILES);
  },
);

test('a journal without files is sent as it is', async () => {
  const sent = await joined(withFiles(parent, pieces(Buffer.from(JOURNAL), 5)));
  expect(sent.toString()).toBe(JOURNAL);
  expect((await joined(takeFiles(pieces(sent, 3), fork))).toString()).toBe(JOURNAL);
});

test('what breaks off in its files is refused', async () => {
  await writeFiles();
  const sent = await joined(withFiles(parent, pieces(Buffer.from(JOURNAL), 5)));
  await expect(joined(takeFiles(pieces(sent.subarray(0, 1000), 100), fork))).rejects.toThrow('broke off');
});

test('a fork in the same process has the files for itself', async () => {
  await writeFiles();
  linkFiles(parent, fork);
  removeFiles(parent);
  expect(await filesOfFork()).toEqual(FILES);
  expect(filesBeside(fork)).toBe(`${fork}.files`);
});

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Blanks } from '../src/runtime/process/blanks.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-blanks-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const root = () => join(folder, 'blank');
const newBlanks = () => new Blanks(root(), ['session.json']);
/** Asks until there is one. */
async function given(ask: () => boolean): Promise<void> {
  while (!ask()) await delay(1);
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('folders and files are empty, for the owner alone, and each is given once', async () => {
  const blanks = newBlanks();
  await blanks.open();
  await given(() => blanks.folder(join(folder, 'one')));
  await given(() => blanks.folder(join(folder, 'two')));
  await given(() => blanks.file(join(folder, 'one', 'github.jsonl')));
  await writeFile(join(folder, 'one', 'session.json'), 'of one');
  expect(await readdir(join(folder, 'one'))).toEqual(['github.jsonl', 'session.json']);
  expect(await readdir(join(folder, 'two'))).toEqual(['session.json']);
  expect(await readFile(join(folder, 'two', 'session.json'), 'utf8')).toBe('');
  expect(await Promise.all(['one', 'one/session.json', 'one/github.jsonl'].map((name) => modeOf(join(folder, name))))).toEqual([
    '700',
    '600',
    '600',
  ]);
  await blanks.close();
  expect(await readdir(folder)).toEqual(['one', 'two']);
});

test('there are more after a burst that took all', async () => {
  const blanks = newBlanks();
  await blanks.open();
  for (const name of ['first', 'second']) {
    await given(() => blanks.folder(join(folder, name)));
    for (let burst = 0; blanks.folder(join(folder, `${name}-${burst}`)); burst += 1);
  }
  await blanks.close();
});

test('gives nothing before it begins and after it is closed, and leaves what stands in its place', async () => {
  const blanks = newBlanks();
  expect([blanks.folder(join(folder, 'one')), blanks.file(join(folder, 'two'))]).toEqual([false, false]);
  await mkdir(join(root(), 'of an earlier process'), { recursive: true });
  await blanks.open();
  await given(() => blanks.file(join(folder, 'file')));
  expect(await readdir(root())).not.toContain('of an earlier process');
  await mkdir(join(folder, 'taken', 'inside'), { recursive: true });
  expect(blanks.folder(join(folder, 'taken'))).toBe(false);
  expect(await readdir(join(folder, 'taken'))).toEqual(['inside']);
  await blanks.close();
  expect(blanks.folder(join(folder, 'one'))).toBe(false);
  expect(await readdir(folder)).toEqual(['file', 'taken']);
});

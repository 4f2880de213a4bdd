import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { misnamed } from '../names.ts';
import { climbs, missingRooms } from '../rooms.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'tools/new-twin.ts');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const [RUNTIME, ENVIRONMENT] = ['runtime', 'environment'].map((name) => join(ROOT, `tools/jest/${name}.mjs`));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-new-twin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('pnpm new-twin', () => {
  test('writes a twin with all rooms, that knows its name, and passes the suite of all twins', async () => {
    const twin = join(folder, 'twin-parcels');
    const written = execFileSync(process.execPath, [PROGRAM, 'parcels', twin], { encoding: 'utf8' }).trim().split('\n');
    expect(missingRooms(join(twin, 'src'))).toEqual([]);
    const texts = await Promise.all(
      written.map(async (path) => [path.slice(twin.length + 1), await readFile(path, 'utf8')] as const),
    );
    for (const [path, text] of texts) expect([path, text.match(/\bsample\b|Sample/)]).toEqual([path, null]);
    const sources = texts
      .filter(([path]) => path.startsWith('src/'))
      .map(([path, text]) => [path.slice('src/'.length), text] as const);
    expect(climbs('twin-parcels', new Map(sources))).toEqual([]);
    expect(misnamed('twin-parcels', new Map(sources))).toEqual([]);

    await mkdir(join(twin, 'node_modules/@svc'), { recursive: true });
    await symlink(join(ROOT, 'packages/twin-kit'), join(twin, 'node_modules/@svc/twin-kit'));
    await symlink(join(ROOT, 'packages/twin-kit/node_modules/zod'), join(twin, 'node_modules/zod'));
    const config = join(twin, 'jest.config.json');
    await writeFile(
      config,
      JSON.stringify({ transform: {}, runtime: RUNTIME, testEnvironment: ENVIRONMENT, testTimeout: 120_000 }),
    );
    const suite = spawnSync(process.execPath, [JEST, '--config', config, '--json', '--runInBand'], {
      cwd: twin,
      encoding: 'utf8',
    });
    const { numPassedTests, numFailedTests } = JSON.parse(suite.stdout || '{}') as Record<string, number>;
    expect({ numFailedTests, told: suite.status === 0 ? '' : suite.stderr }).toEqual({ numFailedTests: 0, told: '' });
    expect(numPassedTests).toBeGreaterThan(20);
  });

  test.each(['', 'Parcels', 'two-words', '../escape', '7'])('%j is no id: nothing is written, and the reason is told', (id) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, id, join(folder, 'none')], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 5,
      stdout: '',
      stderr: expect.stringContaining("A twin's id is a word"),
    });
  });

  test('what is there is left alone', () => {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'parcels', folder], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 5, stderr: expect.stringContaining('is there already') });
  });
});

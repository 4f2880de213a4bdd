import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { shareOf } from '@svc/twin-kit/testing/share';
import { atPlaces, everyPlace } from './place.ts';
import { pythonTest } from './python.ts';
import { githubWorld } from './seeds.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-asset-'));
  await writeFile(join(folder, 'asset.txt'), 'bytes');
});
afterAll(() => rm(folder, { recursive: true }));

atPlaces(shareOf(everyPlace, 1), 'github', githubWorld, (place) => {
  pythonTest(
    "Debian's python3-github works on issues, git data, pull requests and releases",
    { module: 'github', debian: 'python3-github', program: 'github_client.py' },
    place,
    () => ({ ASSET: join(folder, 'asset.txt') }),
  );
});

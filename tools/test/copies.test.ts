import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { keepFilesOf, namedFile } from '../../packages/twin-kit/src/world-files.ts';
import { JOURNAL, NAMED } from '../../services/host-agent/src/mirror/files.ts';

test('agents copy the files that a world names from where its twin keeps them', () => {
  const world = {};
  keepFilesOf(world, join('/data', JOURNAL));
  expect(namedFile(world, 'pack-1.pack')).toBe(join('/data', ...NAMED, 'pack-1.pack'));
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('a call passes through no more files of proxy and kit than somebody can read in one go', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../call-path.ts')], {
    encoding: 'utf8',
  });
  expect({ status, stderr, files: stdout.match(/\d+ files/g) }).toEqual({
    status: 0,
    stderr: '',
    files: [expect.stringMatching(/^2\d files$/), expect.stringMatching(/^2\d files$/)],
  });
  for (const file of [
    'packages/plain-http/src/connection.ts',
    'services/routing-proxy/src/gate.ts',
    'packages/twin-kit/src/engine.ts',
  ])
    expect(stdout).toContain(file);
});

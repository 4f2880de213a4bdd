import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { killedWorlds } from './killed-worlds.ts';
import { temporaryFolder } from './support.ts';

// Starts a process of the real twin, again after each kill.
jest.setTimeout(300_000);

test('a process of many worlds that is killed while agents write comes back with all of them, and loses nothing acknowledged', async () => {
  const folder = await temporaryFolder();
  try {
    const dataDir = join(folder.path, 'twins');
    const { acknowledged, lost, torn, backMs } = await killedWorlds({ dataDir, worlds: 12, agents: 5, kills: 2 });
    expect(acknowledged).toBeGreaterThan(20);
    expect({ lost, torn }).toEqual({ lost: [], torn: [] });
    expect(backMs).toHaveLength(2);
  } finally {
    await folder.remove();
  }
});

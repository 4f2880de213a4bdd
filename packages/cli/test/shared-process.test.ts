import { dirname, join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { killedWorlds } from './killed-worlds.ts';
import { BIN, temporaryFolder } from './support.ts';

// Starts a process of the real twin, again after each kill.
jest.setTimeout(300_000);

/** As it is installed: its modules load in a third of the processor time. */
const PROCESS = join(dirname(BIN), 'twin.mjs');

test('a process of many worlds that is killed while agents write comes back with all of them, and loses nothing acknowledged', async () => {
  const folder = await temporaryFolder();
  try {
    const dataDir = join(folder.path, 'twins');
    const { acknowledged, lost, torn, backMs } = await killedWorlds({ dataDir, worlds: 12, agents: 5, kills: 2, entry: PROCESS });
    expect(acknowledged).toBeGreaterThan(20);
    expect({ lost, torn }).toEqual({ lost: [], torn: [] });
    expect(backMs).toHaveLength(2);
  } finally {
    await folder.remove();
  }
});

import { expect, test } from '@jest/globals';
import { RuntimeUnavailable, type TwinLaunch } from '../src/ports.ts';
import type { Instance } from '../src/runtime/containers/instances.ts';
import { Starts } from '../src/runtime/containers/starting.ts';

const launch = (sessionId: string): TwinLaunch => ({
  sessionId,
  twin: 'one',
  seed: {},
  clock: { mode: 'wall' },
  tokenSha256: '',
  expiresAt: new Date(0),
});
const instance: Instance = { instance: '0', twin: 'one', url: 'unix:///none', controlToken: '', ended: new Promise(() => {}) };

test('a sandbox that runs is not started again, and what others have ended is not remembered for ever', async () => {
  const starts = new Starts({ bringUp: async () => instance, remove: async () => {}, onTrouble: () => {} });
  await starts.start([launch('first')]);
  await expect(starts.start([launch('first')])).rejects.toThrow(RuntimeUnavailable);
  for (let n = 0; n < 10_000; n += 1) starts.found(`found-${n}`);
  expect(await starts.start([launch('first')])).toHaveLength(1);
  await expect(starts.start([launch('found-9999')])).rejects.toThrow('is running already');
  await starts.stop('found-9999');
  expect(await starts.start([launch('found-9999')])).toHaveLength(1);
});

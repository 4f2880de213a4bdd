import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** A stream of buffers goes by in a process whose young generation has grown. Prints how often V8 went through the whole heap. */
const STREAM = `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  import { setImmediate as nextTurn } from 'node:timers/promises';
  import { PassedBytes } from ${JSON.stringify(new URL('../src/passed-bytes.ts', import.meta.url).href)};
  const piece = 1 << 16;
  const passed = process.argv[1] === 'freed' ? new PassedBytes() : undefined;
  let whole = 0;
  const count = (entries) => {
    whole += entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  for (let sent = 0; sent < 1 << 29; sent += piece) {
    Buffer.allocUnsafeSlow(piece);
    passed?.add(piece);
    await nextTurn();
  }
  count(observer.takeRecords());
  console.log(JSON.stringify({ whole, gc: typeof globalThis.gc }));`;

async function streamed(how: 'freed' | 'left'): Promise<{ whole: number; gc: string }> {
  const young = ['--min-semi-space-size=16', '--max-semi-space-size=16'];
  const node = [...young, '--input-type=module', '--eval', STREAM, how];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  return JSON.parse(stdout) as { whole: number; gc: string };
}

test('the buffers of a long stream are freed without going through the whole heap', async () => {
  const [left, freed] = await Promise.all([streamed('left'), streamed('freed')]);
  expect(left.whole).toBeGreaterThan(3);
  expect(freed.whole).toBeLessThan(left.whole / 2);
  // No program of the process gets a collector of its own by it.
  expect(freed.gc).toBe('undefined');
});

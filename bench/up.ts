import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';
import { startService } from './lib/service.ts';

const ROUNDS = 5;
const MOST_MS = 3000;

/** `svc up` to `ready` on a data directory that exists. */
export async function secondStart(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    const times: number[] = [];
    for (let count = 0; count <= ROUNDS; count += 1) {
      const service = await startService(join(folder, 'data'));
      times.push(service.startMs);
      await service.stop();
    }
    const [first, ...later] = times as [number, ...number[]];
    const again = median(later);
    return {
      what: 'svc up to ready, second start',
      ratio: again / first,
      budget: `≤ ${MOST_MS} ms`,
      met: again <= MOST_MS,
      numbers: `${Math.round(again)} ms against ${Math.round(first)} ms for the first`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

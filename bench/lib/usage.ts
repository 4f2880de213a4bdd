import { readFile } from 'node:fs/promises';
import { processIds, statOf } from '@svc/platform/proc';

/** What a process and all below it use. */
export interface Usage {
  /** Memory in bytes; what several of them share counts once (`Pss`, proc(5)). */
  bytes: number;
  /** Processor time so far, in milliseconds. */
  cpuMs: number;
}

const BYTES_PER_KIB = 1024;
/** The kernel counts processor time in hundredths of a second for `/proc`, whatever its own tick is (sysconf(3), `_SC_CLK_TCK`). */
const MS_PER_TICK = 10;

/** What a process uses now, with all that it and its children started. */
export async function usageOf(root: number): Promise<Usage> {
  const all = processIds().flatMap((pid) => {
    const stat = statOf(pid);
    return stat ? [{ pid, ...stat }] : [];
  });
  const tree = all.filter(({ pid }) => pid === root);
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one.pid));
  const bytes = await Promise.all(
    tree.map(async ({ pid }) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * BYTES_PER_KIB;
    }),
  );
  return {
    bytes: bytes.reduce((sum, one) => sum + one, 0),
    cpuMs: tree.reduce((sum, { ticks, endedTicks }) => sum + (ticks + endedTicks) * MS_PER_TICK, 0),
  };
}

import { readdir, readFile } from 'node:fs/promises';

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

interface Process {
  pid: number;
  parent: number;
  ticks: number;
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = async (pid: string): Promise<Process[]> => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The fields after the name in parentheses: state, parent, …, user and system time as the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return stat === '' ? [] : [{ pid: Number(pid), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
  };
  return (await Promise.all(pids.map(read))).flat();
}

/** What a process uses now, with all that it and its children started. */
export async function usageOf(root: number): Promise<Usage> {
  const all = await processes();
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
    cpuMs: tree.reduce((sum, { ticks }) => sum + ticks * MS_PER_TICK, 0),
  };
}

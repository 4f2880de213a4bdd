import { readdirSync, readFileSync } from 'node:fs';

/** What Linux tells of a process (proc(5), `/proc/<pid>/stat`). */
export interface ProcessStat {
  parent: number;
  group: number;
  /** When it started, in the kernel's own count: a process id that is used again has another one. */
  started: string;
  /** Processor time so far, its own and the kernel's for it, in ticks. */
  ticks: number;
  /** The same of its children that have ended. */
  endedTicks: number;
}

/** @returns undefined for a process that has ended, and where there is no /proc */
export function statOf(pid: number): ProcessStat | undefined {
  const stat = read(pid, 'stat');
  if (stat === '') return undefined;
  // The name stands in parentheses and may hold spaces; what is counted here comes after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    parent: Number(fields[1]),
    group: Number(fields[2]),
    ticks: Number(fields[11]) + Number(fields[12]),
    endedTicks: Number(fields[13]) + Number(fields[14]),
    started: fields[19] as string,
  };
}

/** The words of its command line, each ended by a NUL; empty for a process that has ended, also where nobody waited for it yet. */
export const commandOf = (pid: number): string => read(pid, 'cmdline');

/** Its variables as they were when it began, each ended by a NUL; empty also where we may not read them. */
export const environmentOf = (pid: number): string => read(pid, 'environ');

/** All processes that there are; none where there is no /proc. */
export function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

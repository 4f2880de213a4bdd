import { describeProcess, endProcess } from '../../processes.ts';
import type { SessionFiles } from './session-files.ts';

/** Orphans get no time to tidy up: their journal holds whatever they acknowledged. */
const END_ORPHAN = [['SIGKILL', 5_000]] as const;

/** Before anything of ours runs: ends twins that outlived an earlier process, and removes what its waiting twins kept. */
export async function tidy(files: SessionFiles): Promise<void> {
  const records = (await Promise.all((await files.list()).map((id) => files.load(id)))).flatMap((kept) => kept ?? []);
  const sessions = await files.sessions();
  await Promise.all([
    ...records.map(({ pid, journal }) => endOrphan(pid, journal)),
    ...(await files.hosts()).map(({ pid }) => endOrphan(pid, sessions)),
  ]);
  await files.sweepWarm(new Set(records.map(({ journal }) => journal)));
}

/** @param kept stands in the environment of a process of ours, and of no other that has its number now */
async function endOrphan(pid: number | undefined, kept: string): Promise<void> {
  if (pid === undefined) return;
  const { environment } = await describeProcess(pid);
  if (environment.includes(kept)) await endProcess(pid, END_ORPHAN);
}

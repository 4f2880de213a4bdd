import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../packages/cli/pack/bundle.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';

const ROUNDS = 20;
const MOST_MS = 150;

function timed(args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

/** `svc --help` of the published package against node that runs nothing, in turns. */
export async function cliHelp(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    await bundle(folder);
    const help = [join(folder, 'svc.mjs'), '--help'];
    const times: { bare: number; help: number }[] = [];
    for (let count = 0; count < ROUNDS; count += 1) times.push({ bare: timed(['--eval', '0']), help: timed(help) });
    const bare = median(times.map((round) => round.bare));
    const ours = median(times.map((round) => round.help));
    return {
      what: 'svc --help',
      ratio: ours / bare,
      budget: `≤ ${MOST_MS} ms more than bare node`,
      met: ours - bare <= MOST_MS,
      numbers: `${Math.round(ours)} ms against ${Math.round(bare)} ms: ${Math.round(ours - bare)} ms more`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

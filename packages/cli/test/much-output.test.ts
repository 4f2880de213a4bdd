import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { many } from '@svc/twin-kit/testing/share';
import { agentCommand, SCENARIO, stopAll, svc, temporaryFolder } from './support.ts';

/** MiB that are printed: several times what is kept, and more than the memory that is allowed. */
const MIB = many(256, 1024);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'scenario.md'), SCENARIO);
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

describe('svc run --local', () => {
  test('an agent that prints much neither blocks nor fills terminal, disk or memory', async () => {
    const [peaks, hook] = [join(folder.path, 'peaks.txt'), join(folder.path, 'peak.mjs')];
    await writeFile(
      hook,
      `import { appendFileSync, readFileSync } from 'node:fs';
      const peak = () => /VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
      process.on('exit', () => appendFileSync(process.env.PEAKS, peak() + '\\n'));`,
    );
    const program = `
      const block = 'x'.repeat(1 << 20) + '\\n';
      for (let n = 0; n < ${MIB}; n++) if (!process.stdout.write(block)) await new Promise((resolve) => process.stdout.once('drain', resolve));`;
    const command = await agentCommand(folder.path, 'agent.mjs', program);
    const { stdout, stderr } = await svc(['run', 'scenario.md', '--local', '--agent', command, '--json'], {
      cwd: folder.path,
      env: { NODE_OPTIONS: `--import ${hook}`, PEAKS: peaks },
    });
    const [{ run_dir, exit_code }] = (JSON.parse(stdout) as { results: [{ run_dir: string; exit_code: number }] }).results;
    expect(exit_code).toBe(0);
    // In KiB, of the command and of the agent. 8 MB of output take 170 MiB, 1 GB takes 220 MiB. `maxRSS` would not do: it begins with what
    // the process that started this one held (the test's own, which may be large), getrusage(2) counting over exec.
    const most = Math.max(...(await readFile(peaks, 'utf8')).trim().split('\n').map(Number));
    expect(most).toBeLessThan(400 * 1024);
    expect(stderr.length).toBeLessThan(4 << 20);
    const kept = await readFile(join(run_dir, 'stdout.txt'));
    expect(kept.length).toBeLessThan(66 << 20);
    expect(kept.subarray(-60).toString()).toContain('more bytes were not kept');
  });
});

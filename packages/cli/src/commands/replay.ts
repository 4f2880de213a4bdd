import type { Command } from 'commander';
import { oneLine, print, printJson } from '../output.ts';
import type { Parted } from '../replay/replay.ts';

export function addReplay(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('replay')
    .description('make the calls of a graded run again on a fresh sandbox of its seed, and show the first answer that differs')
    .argument('<run>', 'run id (run_…), or latest')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Ends with 1 where an answer differs. On a logical clock answers are compared as they are; on the wall's clock times are
compared by how far the two runs are apart. What was taken off the tape as secret may be anything.

Examples:
  svc replay latest
  svc replay run_01k0example --json`,
    )
    .action(async (run: string, options: { json?: boolean }) => setExitCode(await replayRun(run, options)));
}

async function replayRun(named: string, { json }: { json?: boolean }): Promise<number> {
  const [
    { openClient },
    { callerEnvironment, readConnection },
    { runIdOf },
    { replay },
    { storedTape },
    { discardSandbox },
    { EXIT },
  ] = await Promise.all([
    import('../client.ts'),
    import('../config.ts'),
    import('../latest.ts'),
    import('../replay/replay.ts'),
    import('../replay/tape.ts'),
    import('../discard.ts'),
    import('../errors.ts'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  const run = await client.runs.get(await runIdOf(client, named));
  const sandbox = await client.sandboxes.create({ replay_of: run.id });
  try {
    const { url } = await client.runs.trace(run.id);
    const done = await replay(client, run, sandbox, storedTape(url));
    if (json) printJson(done);
    else if (done.parted) report(done.parted);
    else
      print(
        `made ${done.calls} ${done.calls === 1 ? 'call' : 'calls'} of ${run.id} again: every answer is as it was${besides(done.not_compared)}`,
      );
    return done.parted ? EXIT.notPassed : EXIT.passed;
  } finally {
    await discardSandbox(client, sandbox.session_id);
  }
}

const besides = (count: number): string =>
  count === 0 ? '' : `, but for ${count} that can't be compared: what they sent was taken off the tape`;

const LONGEST_VALUE = 400;

function report({ step, twin, seq, method, path, difference }: Parted): void {
  print(`call ${step} differs: ${method} ${oneLine(path)} (row ${seq} of ${twin})`);
  print(`  ${oneLine(difference.at)}`);
  print(`  - ${short(difference.recorded)}`);
  print(`  + ${short(difference.replayed)}`);
}

function short(value: unknown): string {
  const text = oneLine(JSON.stringify(value) ?? 'nothing');
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

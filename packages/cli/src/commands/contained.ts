import type { Command } from 'commander';
import type { Inside } from '../contain/inside.ts';

/** What `svc run --contain` starts in a network of its own; no command for people. */
export function addContained(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('contained', { hidden: true })
    .argument('<what>')
    .action(async (what: string) => {
      const { runInside } = await import('../contain/inside.ts');
      setExitCode(await runInside(JSON.parse(what) as Inside));
    });
}

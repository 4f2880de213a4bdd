import { DEFAULT_DATA_DIR } from '@svc/embedded/data-dir';
import type { Command } from 'commander';
import type { ExitCode } from '../errors.ts';
import { oneLine, print, printJson, styled } from '../output.ts';

export interface DoctorOptions {
  dataDir: string;
  json?: boolean;
}

const MARKS = { ok: ['green', '✓'], warning: ['yellow', '!'], problem: ['red', '✗'] } as const;

export function addDoctor(program: Command, setExitCode: (code: ExitCode) => void): void {
  program
    .command('doctor')
    .description('look over this machine and its set-up; says what is wrong and the one command that mends it')
    .option('--data-dir <path>', 'the installation to look at', DEFAULT_DATA_DIR)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nChanges nothing. Exits with 2 when something is wrong.\n\nExamples:\n  svc doctor\n  svc doctor --json',
    )
    .action(async (options: DoctorOptions) => setExitCode(await doctor(options)));
}

async function doctor(options: DoctorOptions): Promise<ExitCode> {
  const [{ examine }, { EXIT }, { callerEnvironment }] = await Promise.all([
    import('../doctor/examine.ts'),
    import('../errors.ts'),
    import('../config.ts'),
  ]);
  const findings = await examine(options.dataDir, callerEnvironment);
  if (options.json) printJson({ findings });
  else {
    for (const { status, what, message, mend } of findings) {
      const [style, mark] = MARKS[status];
      print(`${styled(style, mark)} ${what}: ${oneLine(message)}`);
      if (mend) print(`    mend it: ${mend}`);
    }
  }
  return findings.some(({ status }) => status === 'problem') ? EXIT.failed : EXIT.passed;
}

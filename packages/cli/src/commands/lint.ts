import type { Command } from 'commander';
import type { ExitCode } from '../errors.ts';
import { oneLine, print, printJson, styled } from '../output.ts';
import type { Finding } from '../scenario/lint.ts';

export function addLint(program: Command, setExitCode: (code: ExitCode) => void): void {
  program
    .command('lint')
    .description('check scenarios before they are run: criteria that bind to no check, seeds that no twin starts from')
    .argument('<scenario...>', 'scenario files (markdown) or directories')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Needs no service. Says of each finding what to write instead, and names the sentences closest to a criterion that binds to no check. Exits with 1
when there is an error.

Examples:
  svc lint scenarios/
  svc lint scenarios/refund.md --json`,
    )
    .action(async (paths: string[], options: { json?: boolean }) => setExitCode(await lint(paths, options)));
}

async function lint(paths: readonly string[], options: { json?: boolean }): Promise<ExitCode> {
  const [{ lintFile }, { required, scenarioPaths }, { EXIT }] = await Promise.all([
    import('../scenario/lint.ts'),
    import('../scenario/files.ts'),
    import('../errors.ts'),
  ]);
  const all: Finding[] = [];
  let files = 0;
  for (const path of paths) {
    const { files: found, directory } = await scenarioPaths(path);
    const results = await Promise.all(found.map((file) => lintFile(file, !directory)));
    const scenarios = required(
      path,
      results.filter((findings) => findings !== undefined),
    );
    files += scenarios.length;
    all.push(...scenarios.flat());
  }
  const errors = all.filter(({ level }) => level === 'error').length;
  if (options.json) printJson({ scenarios: files, errors, warnings: all.length - errors, findings: all });
  else tell(all, files, errors);
  return errors > 0 ? EXIT.notPassed : EXIT.passed;
}

function tell(findings: readonly Finding[], files: number, errors: number): void {
  for (const { path, line, level, code, message, suggestion, nearest = [] } of findings) {
    const where = line === null ? path : `${path}:${line}`;
    print(`${where}: ${styled(level === 'error' ? 'red' : 'yellow', level)}: ${oneLine(message)} (${code})`);
    if (suggestion !== undefined) print(`    write: ${oneLine(suggestion)}`);
    for (const { check, sentence, example } of nearest) {
      print(`    nearest: ${oneLine(sentence)}  (${check})`);
      print(`    example: ${oneLine(example)}`);
    }
  }
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  print(`${count(files, 'scenario')}: ${count(errors, 'error')}, ${count(findings.length - errors, 'warning')}`);
}

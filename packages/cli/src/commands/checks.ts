import type { DeclaredCheck } from '@svc/grading';
import type { Command } from 'commander';
import { print, printJson, styled } from '../output.ts';

export function addChecks(program: Command): void {
  program
    .command('checks')
    .description('print the checks a twin declares: the sentences that criteria are made of')
    .argument('<twin>', 'twin id, e.g. github')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  svc checks github')
    .action(checks);
}

async function checks(id: string, options: { json?: boolean }): Promise<void> {
  const [{ declaredChecks, vocabularyDigest }, { knownTwin }] = await Promise.all([
    import('@svc/grading'),
    import('../known-twin.ts'),
  ]);
  const twin = await knownTwin(id);
  const declared = declaredChecks(twin.checks);
  if (options.json) return printJson({ twin: id, digest: vocabularyDigest(twin.checks), checks: declared });
  if (declared.length === 0) return print(`The ${id} twin declares no checks.`);
  print(declared.map(describe).join('\n\n'));
}

function describe(check: DeclaredCheck): string {
  const params = check.params.map((param) => `    {${param.name}}  ${param.description} e.g. ${param.example}`);
  return [
    styled('bold', check.id),
    `  ${check.template}`,
    `  ${check.description}`,
    `  compares: ${check.compares} (reads ${check.substrate.replaceAll('_', ' ')})`,
    ...params,
  ].join('\n');
}

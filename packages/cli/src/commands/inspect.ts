import type { CollectionDiff, FieldChange, TranscriptEntry } from '@svc/contract';
import type { Command } from 'commander';
import { oneLine, print, printJson, styled } from '../output.ts';

export function addInspect(program: Command): void {
  program
    .command('inspect')
    .description("show a kept run: its calls and, by collection, what they changed in each twin's world")
    .argument('<run-dir>', 'a folder below .svc/runs, or latest')
    .option('--json', 'as JSON, with whole rows and records')
    .addHelpText(
      'after',
      `
In the diff, + is an added record, - a removed one, ~ a changed one.

Examples:
  svc inspect .svc/runs/2026-01-01T12-00-00-triage-a1b2c3
  svc inspect .svc/runs/2026-01-01T12-00-00-triage-a1b2c3 --json | jq '.calls[].path'`,
    )
    .action(inspect);
}

async function inspect(named: string, options: { json?: boolean }): Promise<void> {
  const [{ readKeptRun }, { keptDiff, keptTape }, { callLine }, { runDirectoryOf }, { keptTold, usageLine }] = await Promise.all([
    import('../scenario/kept-run.ts'),
    import('../scenario/inspect.ts'),
    import('../scenario/call-line.ts'),
    import('../latest.ts'),
    import('../told/told.ts'),
  ]);
  const path = await runDirectoryOf(named);
  const run = await readKeptRun(path);
  const { meta } = run;
  const told = await keptTold(path);
  const diffs: Record<string, CollectionDiff[] | null> = {};
  for (const twin of meta.twins) diffs[twin] = (await keptDiff(run, twin)) ?? null;
  if (options.json) {
    const calls: unknown[] = [];
    for await (const row of keptTape(run)) calls.push(row);
    return printJson({
      run_dir: path,
      meta,
      agent_usage: told.usage ?? null,
      transcript: told.transcript,
      calls,
      state_diff: diffs,
    });
  }
  print(`${styled('bold', oneLine(meta.scenario))}  ${meta.run_id ?? meta.session_id ?? 'local'}`);
  print(`the agent ${ending(meta.stop_reason, meta.exit_code)} after ${meta.duration_ms / 1000} s`);
  const used = usageLine(told.usage);
  print(used === undefined ? '' : `model  ${oneLine(used)}\n`);
  print(styled('bold', 'calls'));
  let count = 0;
  for await (const row of keptTape(run)) {
    count += 1;
    print(`  ${String(row.seq).padStart(3)} ${callLine(row)}`);
  }
  if (count === 0) print('  none');
  if (told.transcript.length > 0) print(`\n${styled('bold', 'what the agent said')}`);
  for (const entry of told.transcript) for (const line of entryLines(entry)) print(`  ${line}`);
  for (const [twin, diff] of Object.entries(diffs)) {
    print(`\n${styled('bold', `state of ${twin}`)}`);
    for (const line of diffLines(diff)) print(`  ${line}`);
  }
}

/** A model's words, a tool's call, or what was printed: who, how much, and line by line what. */
function entryLines({ kind, name, text, input_tokens, output_tokens, failed }: TranscriptEntry): string[] {
  if (kind === 'left_out') return [styled('dim', oneLine(text))];
  const tokens =
    input_tokens == null && output_tokens == null ? '' : ` (${input_tokens ?? 0} tokens in, ${output_tokens ?? 0} out)`;
  const who = `${kind}${name ? ` ${oneLine(name)}` : ''}${tokens}${failed ? ' failed' : ''}`;
  return [styled('dim', who), ...(text === '' ? [] : text.split('\n').map((line) => `  ${oneLine(line)}`))];
}

function ending(reason: string, exitCode: number): string {
  return reason === 'exited' ? `ended with exit code ${exitCode}` : `was stopped (${oneLine(reason)})`;
}

function diffLines(diff: CollectionDiff[] | null): string[] {
  if (!diff) return ['not kept'];
  if (diff.length === 0) return ['unchanged'];
  return diff.flatMap(({ collection, added, removed, changed }) => [
    `${collection}: ${added.length} added, ${removed.length} removed, ${changed.length} changed`,
    ...added.map(({ key, record }) => styled('green', `  + ${oneLine(key)}  ${short(record)}`)),
    ...removed.map(({ key, record }) => styled('red', `  - ${oneLine(key)}  ${short(record)}`)),
    ...changed.flatMap(({ key, fields }) => [styled('yellow', `  ~ ${oneLine(key)}`), ...fields.map(fieldLine)]),
  ]);
}

const fieldLine = ({ field, before, after }: FieldChange): string =>
  `      ${oneLine(field)}: ${short(before)} → ${short(after)}`;

const LONGEST_VALUE = 100;

function short(value: unknown): string {
  const text = oneLine(JSON.stringify(value) ?? 'null');
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

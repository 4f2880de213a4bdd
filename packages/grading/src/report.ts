import type { CriterionResult, RunRecord } from '@svc/contract';
import { recoveredInWords } from '@svc/contract/recovered';

/** The markdown of GET /v1/runs/:id/report.md. */
export function renderReport(run: RunRecord): string {
  const rows = run.criteria_results.map(criterionRow);
  const table = ['| # | Criterion | Kind | Twin | Status | Reason |', '|---|---|---|---|---|---|', ...rows].join('\n');
  const parts = [
    `# ${heading(run)}`,
    ...remarks(run),
    facts(run),
    '## Criteria',
    rows.length > 0 ? table : 'No criteria were declared.',
    ...shortfalls(run),
    ...injectedFaults(run),
    ...prose('Summary', run.summary),
    ...prose('How to fix', run.fix_prompt),
  ];
  return `${parts.join('\n\n')}\n`;
}

function heading(run: RunRecord): string {
  const { satisfaction_score: score, criteria_breakdown } = run;
  const { passed, denominator, skipped } = criteria_breakdown;
  const excluded = `${skipped} excluded as already true in the seed`;
  if (run.outcome === 'errored' && score !== null)
    return `Score ${score} / 100: the trial errored, so 0 criteria were evaluated and passed, ${excluded}`;
  if (score === null) return 'Not graded: no criteria were declared';
  if (denominator === 0) return `Score ${score} / 100: no criterion was left to evaluate, ${excluded}`;
  return `Score ${score} / 100: ${passed} of ${denominator} evaluated criteria passed, ${excluded}`;
}

/** What a reader of the score must know before it. */
function remarks(run: RunRecord): string[] {
  const lines: string[] = [];
  if (run.outcome_reason !== null)
    lines.push(`**Errored**: ${inline(run.outcome_reason)} It passes nothing, and says nothing for or against the agent.`);
  if (run.vacuous)
    lines.push('**Vacuous**: everything that passed was so in the seed already. Nothing shows that the agent did its task.');
  if (run.unsupported_calls.length > 0)
    lines.push('**Unsupported calls**: the twins could not answer some calls (below). There they fell short, not the agent.');
  if (run.injected_faults.length > 0)
    lines.push(
      "**Injected faults**: some calls met faults that the sandbox was asked to make (below). None of them is the agent's.",
    );
  lines.push(...run.recovered.map((one) => `**Lost calls**: ${inline(recoveredInWords(one))}`));
  return lines;
}

function shortfalls({ unsupported_calls: calls }: RunRecord): string[] {
  if (calls.length === 0) return [];
  const rows = calls.map(({ twin, call, count, first_row }) => `| ${twin} | ${inline(call)} | ${count} | ${first_row} |`);
  return [
    '## Calls that the twins do not model',
    ['| Twin | Call | Times | First row |', '|---|---|---|---|', ...rows].join('\n'),
  ];
}

function injectedFaults({ injected_faults: faults }: RunRecord): string[] {
  if (faults.length === 0) return [];
  const rows = faults.map(({ twin, kind, count, first_row }) => `| ${twin} | ${inline(kind)} | ${count} | ${first_row} |`);
  return ['## Faults that were injected', ['| Twin | Fault | Times | First row |', '|---|---|---|---|', ...rows].join('\n')];
}

function facts(run: RunRecord): string {
  const { unmatched, model, not_gradable } = run.criteria_breakdown;
  const outside = `${unmatched} unmatched, ${model} model, ${not_gradable} not gradable`;
  const evaluator = `${run.evaluator.name} ${run.evaluator.version}`;
  return [
    ['Run', run.id],
    ['Sandbox', run.session_id],
    ['Task', run.task_name ?? run.scenario_name ?? 'none'],
    ['Twins', run.twins.join(', ') || 'none'],
    ['Twin runtime', run.twin_runtime],
    ['Outcome', run.outcome],
    ['Agent model', run.agent_model],
    ...usageFacts(run),
    ['Evaluator', evaluator],
    ['Evaluator model', run.evaluator.judge_model ?? 'none (checks only)'],
    ['Provenance', run.provenance],
    ['Also outside the score', outside],
    ['Tape rows', String(run.tape_rows)],
    ['Finished', run.finished_at ?? 'not finished'],
  ]
    .map(([name, value]) => `- ${name}: ${inline(value!)}`)
    .concat(`- Dashboard: <${new URL(run.dashboard_url).href}>`)
    .join('\n');
}

const NUMBERS = new Intl.NumberFormat('en-US');

/** What the agent told of its models. */
function usageFacts({ agent_usage: usage }: RunRecord): [string, string][] {
  if (usage === null) return [];
  const { models, turns, input_tokens, output_tokens, cost_usd } = usage;
  const facts: [string, string | null][] = [
    ['Models called', models.join(', ') || null],
    ['Turns', turns === null ? null : NUMBERS.format(turns)],
    ['Input tokens', input_tokens === null ? null : NUMBERS.format(input_tokens)],
    ['Output tokens', output_tokens === null ? null : NUMBERS.format(output_tokens)],
    ['Cost', cost_usd === null ? null : `$${cost_usd.toFixed(4)}`],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function criterionRow(result: CriterionResult, index: number): string {
  const cells = [
    String(index + 1),
    result.text,
    result.kind,
    result.twin ?? 'none',
    result.status.replaceAll('_', ' '),
    result.reason,
  ];
  return `| ${cells.map(inline).join(' | ')} |`;
}

const prose = (title: string, text: string | null): string[] => (text === null ? [] : [`## ${title}`, paragraph(text)]);

// Characters that nobody sees, and those that turn the direction of what follows: in a report they stand as their numbers.
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const named = (character: string): string => `(U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`;
const WORD_JOINER = '\u2060';

/** Criteria and evidence are written by callers and agents: one line of text, nothing of it markup, link or HTML. */
function inline(text: string): string {
  return (
    text
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(UNSEEN, named)
      // A mention would call people to the page that the report is pasted into.
      .replaceAll(/@(?=[\p{L}\p{N}])/gu, `@${WORD_JOINER}`)
      .replaceAll(/[\\`*[\]<|~]|(?<!\w)_|_(?!\w)|&(?=[#\w]+;)/g, '\\$&')
      .replaceAll('://', '\\://')
      .replaceAll(/\bwww\./gi, (match) => `${match.slice(0, -1)}\\.`)
      .trim()
  );
}

/** The same at the beginning of a line, where some characters begin a heading, a list or a quote. */
const paragraph = (text: string): string =>
  inline(text)
    .replace(/^(?=[#+=>-])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');

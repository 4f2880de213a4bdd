import type { AgentUsage } from '@svc/contract';
import { besideScore, criterionLines } from './report-line.ts';
import { hasErrored, hasSucceeded, type Result, unmetOf } from './result.ts';
import { groupsOf, rounded } from './summary-lines.ts';

const MS_PER_SECOND = 1000;

/**
 * The runs as JUnit XML: a suite for each scenario, a test case for each trial. A case fails exactly where the exit code
 * counts the run as failed, so a criterion below a threshold that was reached is no failure.
 */
export function junitXml(results: readonly Result[]): string {
  const suites = groupsOf(results).map(({ scenario, path, results: trials }) => {
    const cases = trials.map((trial) => testCase(trial, trials.length));
    return [`  <testsuite ${attributes({ name: scenario, file: path, ...counts(trials) })}>`, ...cases, '  </testsuite>'].join(
      '\n',
    );
  });
  const all = attributes({ name: 'svc run', ...counts(results) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${all}>\n${suites.join('\n')}\n</testsuites>\n`;
}

const counts = (results: readonly Result[]) => ({
  tests: results.length,
  failures: results.filter((result) => !hasSucceeded(result) && !hasErrored(result)).length,
  errors: results.filter(hasErrored).length,
  skipped: 0,
  time: seconds(results.reduce((sum, result) => sum + durationOf(result), 0)),
});

const durationOf = (result: Result): number => ('duration_ms' in result ? result.duration_ms : 0);
const seconds = (ms: number): string => (ms / MS_PER_SECOND).toFixed(3);

function testCase(result: Result, trials: number): string {
  const name = trials > 1 ? `${result.scenario} (trial ${result.trial} of ${trials})` : result.scenario;
  const facts = attributes({ name, classname: result.path, time: seconds(durationOf(result)) });
  const output = outputOf(result);
  return [
    `    <testcase ${facts}>`,
    ...propertiesOf(result),
    ...verdictOf(result),
    ...(output === '' ? [] : [`      <system-out>${escaped(output)}</system-out>`]),
    '    </testcase>',
  ].join('\n');
}

function propertiesOf(result: Result): string[] {
  const values: Record<string, string | undefined> = {
    group_id: result.group_id,
    ...('session_id' in result && {
      session_id: result.session_id,
      run_id: result.run_id ?? undefined,
      score: result.score === null ? undefined : `${rounded(result.score)}`,
      report: result.urls?.report,
    }),
    ...('agent_usage' in result && usageProperties(result.agent_usage)),
  };
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`        <property ${attributes({ name, value })}/>`],
  );
  return ['      <properties>', ...lines, '      </properties>'];
}

function usageProperties(usage: AgentUsage | null): Record<string, string | undefined> {
  if (usage === null) return {};
  const { models = [], ...counts } = usage;
  const told = Object.entries(counts).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)] as const]));
  return { models: models.join(', ') || undefined, ...Object.fromEntries(told) };
}

function verdictOf(result: Result): string[] {
  if (result.verdict === 'error' || result.verdict === 'errored')
    return [`      <error ${attributes({ type: result.verdict, message: result.reason ?? 'errored' })}/>`];
  if (result.verdict !== 'not_passed') return [];
  const message = result.reason ?? 'not passed';
  const text = unmetOf(result).flatMap(criterionLines).join('\n');
  return [`      <failure ${attributes({ type: 'not_passed', message })}>${escaped(text)}</failure>`];
}

const outputOf = (result: Result): string =>
  'criteria' in result ? [...result.criteria.flatMap(criterionLines), ...besideScore(result)].join('\n') : '';

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ');

// Characters that XML 1.0 can't hold at all (section 2.2).
const UNREPRESENTABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string =>
  text.replaceAll(UNREPRESENTABLE, '\ufffd').replaceAll(/[&<>"]/g, (character) => ENTITIES[character] as string);

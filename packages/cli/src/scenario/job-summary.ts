import { oneLine } from '../output.ts';
import { figureLines, figuresOf } from './figures.ts';
import { besideScore } from './report-line.ts';
import { type Result, unmetOf } from './result.ts';
import { groupsOf, scoresText } from './summary-lines.ts';

/** All runs as markdown for the summary page of a CI job. */
export function jobSummary(results: readonly Result[]): string {
  const groups = groupsOf(results);
  const rows = groups.map(({ scenario, results: trials, succeeded, scores }) => {
    const mark = succeeded === trials.length ? '✅' : '❌';
    return `| ${mark} ${cell(scenario)} | ${succeeded} of ${trials.length} | ${scoresText(scores)} | ${links(trials)} |`;
  });
  const faults = results.flatMap(faultLines);
  const remarks = results.flatMap(remarksOn);
  return [
    '## Agent runs',
    '',
    '| Scenario | Passed | Score | Reports |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...figuresOf(results).flatMap(({ scenario, group }) => [
      `### ${cell(scenario)}`,
      '',
      ...figureLines(group).map((line) => `- ${cell(line)}`),
      '',
    ]),
    ...(faults.length > 0 ? ['### What did not pass', '', ...faults, ''] : []),
    ...(remarks.length > 0 ? ['### What to know beside the scores', '', ...remarks, ''] : []),
  ].join('\n');
}

const links = (results: readonly Result[]): string =>
  results.flatMap((result) => ('urls' in result && result.urls ? [`[${result.trial}](${result.urls.report})`] : [])).join(' ') ||
  '-';

function faultLines(result: Result): string[] {
  const title = `**${cell(result.scenario)}**, trial ${result.trial}`;
  if (result.verdict === 'error' || result.verdict === 'errored')
    return [`- ${title} errored: ${cell(result.reason ?? 'no reason is known')}`];
  if (result.verdict !== 'not_passed') return [];
  const criteria = unmetOf(result).map(
    ({ status, text, reason }) => `  - ${status.replace('_', ' ')}: ${cell(text)} ${cell(reason)}`,
  );
  return [`- ${title}: ${cell(result.reason ?? 'not passed')}`, ...criteria];
}

/** What one must know beside a score, also of a run that passed. */
const remarksOn = (result: Result): string[] =>
  'criteria' in result
    ? besideScore(result).map((line) => `- **${cell(result.scenario)}**, trial ${result.trial}, ${cell(line)}`)
    : [];

/** Text of an agent's world must not become markup of the page, nor a link: pages make those of bare addresses too. */
const cell = (text: string): string =>
  oneLine(text)
    .trim()
    .replaceAll(/[\\`*_[\]<>|&#~$!@]|:(?=\/\/)|(?<=\bwww)\./gi, (character) => `&#${character.charCodeAt(0)};`);

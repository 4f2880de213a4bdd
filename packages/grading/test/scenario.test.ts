import { describe, expect, test } from '@jest/globals';
import { parseScenario, parseTask, ScenarioError } from '@svc/grading';
import { growth, LINEAR } from '@svc/twin-kit/testing/processor';

const whole = `# Triage a bug

Words before the first section.

## Prompt
Triage issue #1 of \`acme/web\`.

### A heading of the third level belongs to its section

## Setup

Nothing.

## Expected Behavior
One label.

## Success Criteria

- [code] Issue #1 in acme/web has label "bug_*x*".
- [code:github] Issue #1 in acme/web
  is open.
* [code always-scored] No new issues were opened in acme/web.
- [code:github] always-scored Issue #2 exists.
1. [model] The comment is polite.

## Seed State

The world:

\`\`\`json
{ "repositories": [{ "owner": "acme", "name": "web", "body": "\`\`\`\\n## Config\\n\`\`\`" }] }
\`\`\`

## Config

\`\`\`yaml
twins: [github, slack]
timeout: 120
runs: 3
passThreshold: 66.7
clock: logical
agent: node agent.js
\`\`\`
`;

const failure = (markdown: string, read: (markdown: string) => unknown = parseScenario) => {
  try {
    read(markdown);
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    const { code, line, reason } = error as ScenarioError;
    return { code, line, reason };
  }
  throw new Error('nothing was thrown');
};

describe('a scenario', () => {
  test('is read in all its sections', () => {
    expect(parseScenario(whole)).toEqual({
      title: 'Triage a bug',
      prompt: 'Triage issue #1 of `acme/web`.\n\n### A heading of the third level belongs to its section',
      setup: 'Nothing.',
      expectedBehavior: 'One label.',
      criteria: [
        { id: 'c1', kind: 'code', text: 'Issue #1 in acme/web has label "bug_*x*".' },
        { id: 'c2', kind: 'code', text: 'Issue #1 in acme/web is open.', twin: 'github' },
        { id: 'c3', kind: 'code', text: 'No new issues were opened in acme/web.', always_scored: true },
        { id: 'c4', kind: 'code', text: 'Issue #2 exists.', twin: 'github', always_scored: true },
        { id: 'c5', kind: 'model', text: 'The comment is polite.' },
      ],
      seedState: { repositories: [{ owner: 'acme', name: 'web', body: '```\n## Config\n```' }] },
      config: {
        twins: ['github', 'slack'],
        timeout: 120,
        runs: 3,
        passThreshold: 66.7,
        clock: { mode: 'logical' },
        agent: 'node agent.js',
      },
    });
  });

  test('reads the same with CRLF and a byte order mark', () => {
    expect(parseScenario(`\uFEFF${whole.replaceAll('\n', '\r\n')}`)).toEqual(parseScenario(whole));
  });

  test('may leave everything out', () => {
    const empty = {
      title: null,
      prompt: null,
      setup: null,
      expectedBehavior: null,
      criteria: [],
      seedState: undefined,
      config: {},
    };
    expect(parseScenario('')).toEqual(empty);
    expect(parseScenario('# ')).toEqual(empty);
    expect(parseScenario('# x')).toEqual({ ...empty, title: 'x' });
  });

  test('is not confused by headings inside fences, quotes, lists and comments', () => {
    const { prompt, seedState, criteria } = parseScenario(`## Prompt
~~~~md
~~~
## Seed State
~~~
\`\`\`json
{}
\`\`\`
~~~~
> ## Success Criteria
> - [code] quoted

- item
  ## Config

<!--
## Setup
-->
    ## Indented code

## Success Criteria
\`\`\`
- [code] fenced
\`\`\`
`);
    expect(prompt).toContain('## Indented code');
    expect({ seedState, criteria }).toEqual({ seedState: undefined, criteria: [] });
  });

  test('takes its world in YAML', () => {
    const seed = '## Seed State\n```yaml\nusers:\n  - login: ada\n    type: User\n```\n';
    expect(parseScenario(seed).seedState).toEqual({ users: [{ login: 'ada', type: 'User' }] });
  });

  test('heading names are read in any case, and setext headings are headings', () => {
    expect(parseScenario('T\n=\n\nprompt\n------\nDo it.\n')).toMatchObject({ title: 'T', prompt: 'Do it.' });
  });
});

describe('a bad Seed State is malformed_scenario_seed', () => {
  test.each([
    ['no block', '# T\n\n## Seed State\nnone\n', 3, 'but there is none'],
    ['another language', '## Seed State\n\n```toml\na = 1\n```\n', 3, 'not toml'],
    ['no language', '## Seed State\n```\n{}\n```\n', 2, 'not one without a language'],
    ['two blocks', '## Seed State\n```json\n{}\n```\n```json\n{}\n```\n', 5, 'there is a second one'],
    ['bad JSON', '## Seed State\n```json\n{"a":}\n```\n', 3, 'not JSON'],
    ['bad YAML', '## Seed State\n```yaml\na: 1\nb: ]\n```\n', 4, 'not YAML'],
    ['an array', '## Seed State\n```json\n[]\n```\n', 2, 'must be an object'],
    ['null', '## Seed State\n```yaml\n\n```\n', 2, 'must be an object'],
    [
      'a second section',
      '## Seed State\n```json\n{}\n```\n## Seed State\n```json\n{}\n```\n',
      5,
      'a second "## Seed State" section',
    ],
    ['an alias bomb', `## Seed State\n\`\`\`yaml\n${bomb()}\n\`\`\`\n`, 2, 'not YAML'],
  ])('%s', (_name, markdown, line, reason) => {
    const expected = { code: 'malformed_scenario_seed', line, reason: expect.stringContaining(reason) };
    expect(failure(markdown)).toEqual(expected);
    expect(failure(markdown, parseTask)).toEqual(expected);
  });
});

describe('a bad scenario is refused with line and reason', () => {
  test.each([
    ['a criterion without a kind', '## Success Criteria\n- Issue #1 exists.\n', 2, 'begins with [code]'],
    ['a criterion of an unknown kind', '## Success Criteria\n\n- [judge] x\n', 3, 'begins with [code]'],
    ['a criterion without text', '## Success Criteria\n- [code]\n', 2, 'begins with [code]'],
    ['a criterion with a list in it', '## Success Criteria\n- [code] x\n  - [code] y\n', 2, 'one paragraph'],
    [
      'a criterion on a twin left out',
      '## Success Criteria\n- [code:slack] x\n## Config\n```yaml\ntwins: [github]\n```\n',
      2,
      'names slack',
    ],
    ['an unknown setting', '## Config\n```yaml\ntimeuot: 3\n```\n', 3, 'timeuot'],
    ['a threshold over 100', '## Config\n```yaml\npassThreshold: 101\n```\n', 3, 'passThreshold'],
    ['an empty agent', '## Config\n```yaml\nagent: " "\n```\n', 3, 'agent'],
    ...['/etc/passwd', '../x', 'a/../../x', 'C:\\\\x', ''].map((path): [string, string, number, string] => [
      `a final answer in "${path}"`,
      `## Config\n\`\`\`yaml\nfinalAnswer: "${path}"\n\`\`\`\n`,
      3,
      'finalAnswer',
    ]),
    ['no runs', '## Config\n```yaml\nruns: 0\n```\n', 3, 'runs'],
    ['a config in JSON', '## Config\n```json\n{}\n```\n', 2, 'not json'],
    ['two prompts', '## Prompt\na\n## Prompt\nb\n', 3, 'a second "## Prompt" section'],
  ])('%s', (_name, markdown, line, reason) => {
    expect(failure(markdown)).toEqual({ code: 'malformed_scenario', line, reason: expect.stringContaining(reason) });
  });

  test('of which a task, read for its world only, sees none', () => {
    const markdown = '# T\n## Success Criteria\n- nothing\n## Config\n```yaml\nx: 1\n```\n## Seed State\n```json\n{"a":1}\n```\n';
    expect(parseTask(markdown)).toEqual({ title: 'T', seedState: { a: 1 } });
  });
});

const read = (markdown: string): void => {
  try {
    parseTask(markdown);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
  }
};

test.each<[string, number, (count: number) => string]>([
  ['quotes in quotes', 200_000, (count) => '> '.repeat(count)],
  ['brackets', 400_000, (count) => '['.repeat(count)],
  ['lists in lists', 1_000, (count) => Array.from({ length: count }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')],
  ['a long list', 50_000, (count) => '- a\n'.repeat(count)],
  ['a long paragraph', 400_000, (count) => 'a\n'.repeat(count)],
  ['unclosed fences', 100_000, (count) => '```json\n'.repeat(count)],
  ['a seed of many names', 60_000, (count) => inSeed(Array.from({ length: count }, (_, at) => `k${at}: 1`).join('\n'))],
  ['a seed of one name', 60_000, (count) => inSeed('a:\n '.repeat(count))],
  ['a seed of lists as names', 20_000, (count) => inSeed('[a]: b\n'.repeat(count))],
  ['a seed of lines that are wrong', 60_000, (count) => inSeed('a = 1\n'.repeat(count))],
  ['backticks', 1_500, (count) => Array.from({ length: count }, (_, at) => '`'.repeat(at)).join(' ')],
])('a hostile document is read in time that grows with its length: %s', (_name, count, make) => {
  expect(growth(make, count, read)).toBeLessThan(LINEAR);
});

function inSeed(yaml: string): string {
  return `# T\n\n## Prompt\n\nDo.\n\n## Seed State\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n`;
}

function bomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`,
  );
  return ['l0: &l0 [x]', ...levels].join('\n');
}

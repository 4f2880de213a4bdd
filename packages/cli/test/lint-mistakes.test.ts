import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Finding, lintFile } from '../src/scenario/lint.ts';
import { temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

let written = 0;
async function found(markdown: string, needed = true): Promise<Finding[] | undefined> {
  const path = join(folder.path, `scenario-${++written}.md`);
  await writeFile(path, markdown);
  return lintFile(path, needed);
}

/** A scenario without fault, from line 1. */
const REFUND = `# Refund

## Prompt

Refund the second charge.

## Success Criteria

- [code] Charge ch_two is refunded in full.
- [code always-scored] Charge ch_one was never refunded.

## Seed State

\`\`\`yaml
customers:
  - { id: cus_ben, email: ben@example.com, name: Ben }
charges:
  - { id: ch_one, amount: 2000, customer: cus_ben }
  - { id: ch_two, amount: 2000, customer: cus_ben }
\`\`\`

## Config

\`\`\`yaml
twins: [stripe]
timeout: 60
\`\`\`
`;

/** One change of the scenario, and what is found: code, line, words of the message, what to write instead. */
type Mistake = [
  name: string,
  from: string | RegExp,
  to: string,
  code: string,
  line: number | null,
  message: string,
  suggestion: string,
];

const HEADINGS: Mistake[] = [
  ['a misspelt heading', '## Prompt', '## Promt', 'unknown-section', 3, 'did you mean "## Prompt"?', '## Prompt'],
  ['a heading by another name', '## Prompt', '## Task', 'unknown-section', 3, 'did you mean "## Prompt"?', '## Prompt'],
  [
    'a heading of another level',
    '## Prompt',
    '### Prompt',
    'unknown-section',
    3,
    '"### Prompt" is no heading of the second level',
    '## Prompt',
  ],
  ['a heading without its space', '## Prompt', '##Prompt', 'unknown-section', 3, 'did you mean "## Prompt"?', '## Prompt'],
  ['a bold line for a heading', '## Prompt', '**Prompt**', 'unknown-section', 3, 'did you mean "## Prompt"?', '## Prompt'],
  [
    'criteria by a shorter name',
    '## Success Criteria',
    '## Criteria',
    'unknown-section',
    7,
    'did you mean "## Success',
    '## Success Criteria',
  ],
  [
    'a seed by a shorter name',
    '## Seed State',
    '## Seed',
    'unknown-section',
    12,
    'did you mean "## Seed State"?',
    '## Seed State',
  ],
  ['settings by a longer name', '## Config', '## Configuration', 'unknown-section', 22, 'did you mean "## Config"?', '## Config'],
  ['an empty prompt', 'Refund the second charge.', '', 'no-prompt', 3, 'the "## Prompt" is empty', '## Prompt, and below it'],
  [
    'a section that stands twice',
    '## Config',
    '## Prompt\n\nMore.\n\n## Config',
    'duplicate-section',
    22,
    'a second "## Prompt" section',
    'one "## Prompt"',
  ],
];

const BLOCKS: Mistake[] = [
  [
    'a seed without a block',
    /```yaml\ncustomers[^`]*```/,
    'none yet',
    'block-missing',
    12,
    'holds one fenced json or yaml block',
    '```yaml',
  ],
  [
    'a block without a language',
    '```yaml\ncustomers',
    '```\ncustomers',
    'block-language',
    14,
    'not one without a language',
    '```yaml',
  ],
  ['a block of another language', '```yaml\ntwins', '```toml\ntwins', 'block-language', 24, 'not toml', '```yaml'],
  [
    'a block without its end',
    'timeout: 60\n```\n',
    'timeout: 60\n',
    'unclosed-block',
    24,
    'this block has no end',
    '``` on a line of its own',
  ],
  ['a tab in YAML', '  - { id: cus_ben', '\t- { id: cus_ben', 'not-yaml', 16, 'not YAML', 'spaces instead of the tab'],
  ['a name twice in YAML', 'charges:\n', 'customers:\n', 'not-yaml', 17, 'not YAML', 'all of it under one of the two'],
  ['a list for a seed', /customers:\n(?:.*\n){4}/, '- 1\n', 'seed-not-object', 14, 'the seed must be an object', 'customers: ['],
  [
    'a comma too many in JSON',
    /```yaml\ncustomers[^`]*/,
    '```json\n{\n  "customers": [],\n}\n',
    'not-json',
    17,
    'not JSON',
    'leave out the comma before the bracket',
  ],
  [
    'single quotation marks in JSON',
    /```yaml\ncustomers[^`]*/,
    "```json\n{ 'customers': [] }\n",
    'not-json',
    15,
    'not JSON',
    'double quotation marks',
  ],
  [
    'a comment in JSON',
    /```yaml\ncustomers[^`]*/,
    '```json\n{\n  // none\n}\n',
    'not-json',
    16,
    'not JSON',
    'leave out the comment',
  ],
  [
    'curly quotation marks in JSON',
    /```yaml\ncustomers[^`]*/,
    '```json\n{ “customers”: [] }\n',
    'not-json',
    15,
    'not JSON',
    'straight quotation marks',
  ],
  [
    'a seed without anything',
    /customers:\n(?:.*\n){4}/,
    '\n',
    'seed-not-object',
    14,
    'the seed must be an object',
    'customers: […]',
  ],
  ['a name without its colon', 'timeout: 60', 'timeout 60', 'not-yaml', 26, 'not YAML', 'timeout: 60'],
  ['a name with = behind it', 'timeout: 60', 'timeout = 60', 'not-yaml', 26, 'not YAML', 'timeout: 60'],
  ['no space behind a colon', 'timeout: 60', 'timeout:60', 'not-yaml', 26, 'not YAML', 'timeout: 60'],
  ['a colon in a text', 'timeout: 60', 'agent: node: x', 'not-yaml', 26, 'not YAML', 'agent: "node: x"'],
  [
    'a colon in a text between brackets',
    'name: Ben }',
    'name: Ben: x }',
    'not-yaml',
    16,
    'not YAML',
    'a text with ": " in it in quotation marks',
  ],
  ['a comma too few', 'email: ben@example.com,', 'email: ben@example.com', 'not-yaml', 16, 'not YAML', 'a comma before the next'],
  ['a # that begins a comment', 'name: Ben', 'name: #ben', 'not-yaml', 16, 'not YAML', '"#ben", in quotation marks'],
  ['an @ in front', 'name: Ben', 'name: @ben', 'not-yaml', 16, 'not YAML', '"@ben", in quotation marks'],
  ['an apostrophe between apostrophes', 'name: Ben', "name: 'Ben's'", 'not-yaml', 16, 'not YAML', '"Ben\'s"'],
  ['a bracket that stays open', 'name: Ben }', 'name: Ben', 'not-yaml', 16, 'not YAML', '} at the end of the line'],
  ['a bracket closed by another', 'twins: [stripe]', 'twins: [stripe}', 'not-yaml', 25, 'not YAML', '] before the }'],
  ['a list on the line of its name', 'twins: [stripe]', 'twins: - stripe', 'not-yaml', 25, 'not YAML', 'twins: [stripe]'],
  [
    'a space of a word processor before a name',
    '  - { id: cus_ben',
    '\u00a0 - { id: cus_ben',
    'not-yaml',
    16,
    'not YAML',
    'plain spaces instead of the character U+00A0',
  ],
  ['a name one space too far', 'timeout: 60', ' timeout: 60', 'not-yaml', 26, 'not YAML', 'the same number of spaces'],
];

const SETTINGS: Mistake[] = [
  [
    'a misspelt setting',
    'timeout: 60',
    'timeuot: 60',
    'unknown-config',
    26,
    'there is no setting "timeuot"; did you mean timeout?',
    'timeout: 60',
  ],
  [
    'a setting in another spelling',
    'timeout: 60',
    'pass_threshold: 80',
    'unknown-config',
    26,
    'did you mean passThreshold?',
    'passThreshold: 80',
  ],
  ['a setting by another name', 'timeout: 60', 'trials: 3', 'unknown-config', 26, 'did you mean runs?', 'runs: 3'],
  ['a setting that there is not', 'timeout: 60', 'temperature: 0', 'unknown-config', 26, 'there are twins, timeout, runs', ''],
  ['a unit after a number', 'timeout: 60', 'timeout: 2m', 'bad-config', 26, 'Config: timeout:', 'timeout: 120'],
  ['a number in quotation marks', 'timeout: 60', 'runs: "3"', 'bad-config', 26, 'Config: runs:', 'runs: 3'],
  ['a percentage', 'timeout: 60', 'passThreshold: 80%', 'bad-config', 26, 'Config: passThreshold:', 'passThreshold: 80'],
  [
    'a share for a threshold',
    'timeout: 60',
    'passThreshold: 0.8',
    'odd-config',
    26,
    'lets nearly every run pass',
    'passThreshold: 80',
  ],
  ['a misspelt clock', 'timeout: 60', 'clock: logcal', 'bad-config', 26, 'Config: clock:', 'clock: logical'],
  ['twins as an object', 'twins: [stripe]', 'twins:\n  stripe: {}', 'bad-config', 25, 'Config: twins:', 'twins: [stripe]'],
  ['a twin that is no list', 'twins: [stripe]', 'twins: stripe', 'bad-config', 25, 'Config: twins:', 'twins: [stripe]'],
  [
    'a misspelt twin',
    'twins: [stripe]',
    'twins: [strip]',
    'unknown-twin',
    25,
    'did you mean stripe? the twins are github',
    'twins: [stripe]',
  ],
  ['a twin twice', 'twins: [stripe]', 'twins: [stripe, stripe]', 'bad-config', 25, 'names stripe twice', 'twins: [stripe]'],
  [
    'a fault that can not be had',
    'timeout: 60',
    'faults: [{ kind: server_eror, nth: 1 }]',
    'config-fault',
    26,
    'the Stripe twin has no such fault',
    'kind: ',
  ],
];

const CRITERIA: Mistake[] = [
  [
    'a kind in capitals',
    '- [code] Charge',
    '- [Code] Charge',
    'criterion-form',
    9,
    'begins with [code]',
    '- [code] Charge ch_two is refunded in full.',
  ],
  [
    'a kind in round brackets',
    '- [code] Charge',
    '- (code) Charge',
    'criterion-form',
    9,
    'begins with [code]',
    '- [code] Charge ch_two',
  ],
  ['no kind', '- [code] Charge', '- Charge', 'criterion-form', 9, 'begins with [code]', '- [code] Charge ch_two'],
  ['a box to tick', '- [code] Charge', '- [ ] Charge', 'criterion-form', 9, 'begins with [code]', '- [code] Charge ch_two'],
  [
    'another word for the kind',
    '- [code] Charge',
    '- [check] Charge',
    'criterion-form',
    9,
    'begins with [code]',
    '- [code] Charge ch_two',
  ],
  [
    'a criterion in no list',
    '- [code] Charge ch_two is refunded in full.\n',
    '[code] Charge ch_two is refunded in full.\n\n',
    'criterion-form',
    9,
    'is in no list',
    '- [code] Charge ch_two',
  ],
  [
    'a criterion that runs into the one before',
    '- [code always-scored] Charge',
    '[code always-scored] Charge',
    'criterion-form',
    9,
    'two criteria run into one',
    '- [code always-scored] Charge ch_one',
  ],
  [
    'a twin that the scenario has not',
    '- [code] Charge',
    '- [code:strip] Charge',
    'criterion-twin',
    9,
    "Config's twins leave out",
    '[code:stripe]',
  ],
  [
    'a dash of a word processor',
    /- \[code\] Charge ch_two[^\n]*\n- \[code[^\n]*/,
    '– [code] Charge ch_two is refunded in full.',
    'criterion-form',
    9,
    'is in no list',
    '- [code] Charge ch_two is refunded in full.',
  ],
  [
    'a criterion twice',
    '## Seed',
    '- [code] Charge ch_two is refunded in full.\n\n## Seed',
    'duplicate-criterion',
    12,
    'counts twice',
    'it once',
  ],
  [
    'no full stop',
    'refunded in full.',
    'refunded in full',
    'unbound-criterion',
    9,
    'did you mean "Charge ch_two is refunded in full."?',
    '- [code] Charge ch_two is refunded in full.',
  ],
  [
    'code marks around a value',
    'Charge ch_two is',
    'Charge `ch_two` is',
    'refused-value',
    9,
    'not "`ch_two`"',
    '- [code] Charge ch_two is refunded in full.',
  ],
  [
    'other words',
    'Charge ch_two is refunded in full.',
    'The charge ch_two was refunded in full.',
    'unbound-criterion',
    9,
    'did you mean "Charge ch_two is',
    '- [code] Charge ch_two is refunded',
  ],
  [
    'a sentence of another twin',
    'Charge ch_two is refunded in full.',
    'Issue #1 in acme/web is closed.',
    'unbound-criterion',
    9,
    "it is one of github, which Config's twins leave out",
    '- [code:github] Issue #1',
  ],
  [
    'a value that its check refuses',
    'Charge ch_two is refunded in full.',
    'Exactly 20.00 of charge ch_two is refunded.',
    'refused-value',
    9,
    '{amount} takes /\\d{1,12}/, for example 2000, not "20.00"',
    '- [code] Exactly 2000 of charge ch_two is refunded.',
  ],
  [
    'a misspelt value of a closed set',
    'Charge ch_two is refunded in full.',
    'Charge ch_two has a refund with the reason dupplicate.',
    'refused-value',
    9,
    'not "dupplicate"',
    '- [code] Charge ch_two has a refund with the reason duplicate.',
  ],
  [
    'an underscore in a mark',
    '[code always-scored]',
    '[code always_scored]',
    'criterion-form',
    10,
    'a criterion begins with [code]',
    '- [code always-scored] Charge ch_one',
  ],
  [
    'a space that is none',
    'Charge ch_two is refunded in full.',
    'Charge\u00a0ch_two is refunded in full.',
    'unbound-criterion',
    9,
    'nobody sees the character U+00A0 in it',
    '- [code] Charge ch_two is refunded in full.',
  ],
  [
    'two documents in a block',
    'charges:',
    '---\ncharges:',
    'not-yaml',
    17,
    'not YAML: Source contains multiple documents',
    'one document, without a line ---',
  ],
  [
    'a comma before the end of a list',
    /```yaml\ncustomers:[^`]*```/,
    '```json\n{ "charges": [\n  { "id": "ch,]", "amount": 2000 },\n] }\n```',
    'not-json',
    17,
    'not JSON',
    'leave out the comma before the bracket',
  ],
  [
    'two texts in a sentence of one',
    'Charge ch_two is refunded in full.',
    'Nothing that was written contains "Ada" or "Ben".',
    'refused-value',
    9,
    '{needle} is one text, and "Ada" or "Ben" reads as several; write a criterion for each',
    '- [code] Nothing that was written contains "Ada".',
  ],
  [
    'dollars and cents',
    'Charge ch_two is refunded in full.',
    'Charge ch_two has a refund of $12.50.',
    'refused-value',
    9,
    'not "$12.50"',
    '- [code] Charge ch_two has a refund of 1250.',
  ],
  [
    'an amount in thousands with its parts',
    'Charge ch_two is refunded in full.',
    'Refunds of exactly 1,250.00 usd were made in all.',
    'refused-value',
    9,
    'not "1,250.00"',
    '- [code] Refunds of exactly 125000 usd were made in all.',
  ],
  [
    'dollars where cents are read',
    'Charge ch_two is refunded in full.',
    'Refunds of at most 50 usd were made in all.',
    'odd-value',
    9,
    'so 50 is 0.50 usd; 5000 is 50.00 usd',
    '- [code] Refunds of at most 5000 usd were made in all.',
  ],
  [
    'what is true already',
    '[code always-scored]',
    '[code]',
    'already-true',
    10,
    'true before the agent begins',
    '- [code always-scored] Charge ch_one',
  ],
  [
    'a misspelt object',
    'Charge ch_two is',
    'Charge ch_tow is',
    'not-in-seed',
    9,
    'looks for the charge ch_tow, which the seed has not',
    '- [code] Charge ch_two is refunded in full.',
  ],
  [
    'a customer whom the seed has not',
    'Charge ch_two is refunded in full.',
    'Customer zoe@example.org has the coupon HALF.',
    'not-in-seed',
    9,
    'looks for the customer zoe@example.org, which the seed has not',
    'the customer into the seed',
  ],
];

const SEEDS: Mistake[] = [
  [
    'one twin and a seed under its id',
    /customers:\n(?: .*\n)+charges:\n(?: .*\n)+/,
    'stripe:\n  charges:\n    - { id: ch_one, amount: 2000 }\n    - { id: ch_two, amount: 2000 }\n',
    'seed-envelope',
    15,
    'with one twin the seed is its world',
    'charges: … without "stripe:" above it',
  ],
  [
    'several twins and a seed without their ids',
    'twins: [stripe]',
    'twins: [stripe, github]',
    'seed-envelope',
    15,
    "under its twin's id",
    'stripe:\n  customers: …',
  ],
  [
    'a misspelt collection',
    'customers:\n',
    'custmers:\n',
    'unknown-collection',
    15,
    'custmers: the twin makes nothing of this field, so it is dropped; did you mean customers?',
    'customers:',
  ],
  ['curly quotation marks', 'name: Ben', 'name: “Ben”', 'odd-seed', 16, 'quotation marks of “Ben” are part of', '"Ben"'],
  [
    'a misspelt field',
    'name: Ben',
    'nmae: Ben',
    'dropped-field',
    16,
    'customers[0].nmae: the twin makes nothing of this field',
    'name:',
  ],
  [
    'a value that its twin refuses',
    'amount: 2000, customer: cus_ben }\n  - { id: ch_two',
    'amount: "20", customer: cus_ben }\n  - { id: ch_two',
    'refused-seed',
    18,
    'charges[0].amount',
    '',
  ],
];

const mended = ([, from, to]: Mistake): string => REFUND.replace(from, () => to);

test('the scenario is without fault', async () => {
  expect(await found(REFUND)).toEqual([]);
});

describe.each([
  ['headings', HEADINGS],
  ['blocks', BLOCKS],
  ['settings', SETTINGS],
  ['criteria', CRITERIA],
  ['seeds', SEEDS],
])('mistakes with %s', (_group, mistakes) => {
  test.each(mistakes)('%s', async (...mistake) => {
    const [, , , code, line, message, suggestion] = mistake;
    const markdown = mended(mistake);
    expect(markdown).not.toBe(REFUND);
    const findings = (await found(markdown)) ?? [];
    expect(findings).toContainEqual(
      expect.objectContaining({
        code,
        line,
        column: expect.any(Number),
        message: expect.stringContaining(message),
        ...(suggestion !== '' && { suggestion: expect.stringContaining(suggestion) }),
      }),
    );
  });
});

test.each([
  ['a tab', '  - { id: cus_ben', '\t- { id: cus_ben', [16]],
  ['a name without its colon', 'timeout: 60', 'timeout 60', [26]],
  ['one space too few', 'charges:\n', ' charges:\n', [17]],
  ['two of one kind', /email: ben@example.com, name: Ben/, 'email: @ben, name: Ben }\n  - { id: @ada', [16, 17]],
])('what the parser stumbles over after %s is not told', async (_name, from, to, lines) => {
  const findings = (await found(REFUND.replace(from, to))) ?? [];
  expect(findings.map(({ line, code }) => [line, code])).toEqual(lines.map((line) => [line, 'not-yaml']));
});

/** A scenario of one twin with a seed, whose first line is 9. */
const seeded = (twin: string, seed: string): string =>
  `# T\n\n## Prompt\n\nDo it.\n\n## Seed State\n\n\`\`\`yaml\n${seed}\n\`\`\`\n\n## Success Criteria\n\n- [model] It is done.\n\n## Config\n\n\`\`\`yaml\ntwins: [${twin}]\n\`\`\`\n`;

test.each([
  ['github', 'repositories:\n  - owner: acme\n    name: web\n    issues:\n      - { number: 1, titel: A }', 14, 'title:'],
  ['github', 'repositories:\n  - ownr: acme\n    name: web', 11, 'owner:'],
  ['gmail', 'emailAddress: a@b.example\nmessages:\n  - { from: a@b.example, subjct: Hi }', 12, 'subject:'],
  ['gmail', 'email_address: a@b.example', 10, 'emailAddress:'],
  ['linear', 'teams:\n  - { name: Eng, key: ENG }\nissues:\n  - title: A\n    status: Todo', 14, 'state:'],
  ['linear', 'teams:\n  - { name: Eng, key: ENG }\nisues:\n  - title: A', 12, 'issues:'],
  ['slack', 'users:\n  - { name: ada }\nchannels:\n  - name: support\n    mesages: []', 14, 'messages:'],
  ['stripe', 'custmers:\n  - { id: cus_a }', 10, 'customers:'],
])('a misspelt field of a seed of %s is told once, where it stands: %j', async (twin, seed, line, suggestion) => {
  const findings = (await found(seeded(twin, seed))) ?? [];
  expect(findings).toEqual([expect.objectContaining({ line, suggestion })]);
});

test('all of a kind are found, in the order of the lines', async () => {
  const markdown = REFUND.replace('[code] Charge', '[Code] Charge')
    .replace('[code always-scored]', '[codes]')
    .replace('email: ben', 'emial: ben')
    .replace('name: Ben', 'nmae: Ben')
    .replace('timeout: 60', 'timeuot: 60\nrunss: 2');
  const findings = (await found(markdown)) ?? [];
  expect(findings.map(({ line, code }) => [line, code])).toEqual([
    [9, 'criterion-form'],
    [10, 'criterion-form'],
    [16, 'dropped-field'],
    [16, 'dropped-field'],
    [26, 'unknown-config'],
    [27, 'unknown-config'],
  ]);
});

test.each([
  ['a text', 'twins: stripe', 25],
  ['an object', 'twins:\n  stripe: {}', 25],
  ['another name', 'twin: stripe', 25],
  ['a misspelt name', 'twinz: [stripe]', 25],
])('twins that stand in Config as %s are told once, and the rest is held against them', async (_name, twins, line) => {
  const findings = (await found(REFUND.replace('twins: [stripe]', twins))) ?? [];
  expect(findings).toEqual([expect.objectContaining({ line, suggestion: 'twins: [stripe]' })]);
});

test('what Config does not say hides nothing else, and nothing is held against twins that nobody named', async () => {
  const unread = REFUND.replace('```yaml\ntwins', '```toml\ntwins');
  expect((await found(unread))?.map(({ code }) => code)).toEqual(['block-language']);
});

test.each(['utf-16le', 'utf-16be'])('a scenario in %s is read', async (encoding) => {
  const bytes = Buffer.from(`\ufeff${REFUND}`, 'utf16le');
  const path = join(folder.path, `${encoding}.md`);
  await writeFile(path, encoding === 'utf-16be' ? bytes.swap16() : bytes);
  expect(await lintFile(path, true)).toEqual([]);
});

test('a seed in the wrong envelope hides nothing of what stands in it', async () => {
  const markdown = REFUND.replace(
    /customers:\n(?: .*\n)+charges:\n(?: .*\n)+/,
    'stripe:\n  custmers: []\n  charges:\n    - { id: ch_one, amount: 2000 }\n    - { id: ch_two, amount: 2000 }\n',
  );
  expect((await found(markdown))?.map(({ line, code }) => [line, code])).toEqual([
    [15, 'seed-envelope'],
    [16, 'unknown-collection'],
  ]);
});

test('in a folder, a scenario whose prompt is misspelt is one all the same, and other pages are not', async () => {
  expect(await found(REFUND.replace('## Prompt', '## Promt'), false)).toContainEqual(
    expect.objectContaining({ code: 'unknown-section', line: 3 }),
  );
  expect(await found('# About\n\n## Configuration\n\nNone.\n', false)).toBeUndefined();
});

describe('what sentences name is looked up in the seed, here the default one', () => {
  const scenario = (twin: string, ...criteria: string[]): string =>
    `# T\n\n## Prompt\n\nDo it.\n\n## Success Criteria\n\n${criteria.map((text) => `- [code always-scored] ${text}\n`).join('')}\n## Config\n\n\`\`\`yaml\ntwins: [${twin}]\n\`\`\`\n`;

  test.each([
    ['github', 'Issue #99 in acme/storefront is closed.', 'the issue 99', undefined],
    ['github', 'No new issues were opened in acme/storefrnot.', 'the repository acme/storefrnot', 'acme/storefront'],
    ['github', 'Issue #1 in acme/storefront is assigned to octocta.', 'the account octocta', 'octocat'],
    ['slack', 'No message was posted in #generla.', 'the channel #generla', '#general'],
    [
      'gmail',
      'No reply to the message from morgan@brigthdesk.example was sent.',
      'the message from morgan@brigthdesk',
      'from morgan@brightdesk',
    ],
    ['linear', 'Issue ENG-999 belongs to no project.', 'the issue ENG-999', undefined],
    ['linear', 'Issue ENG-2 is assigned to "bne".', 'the user bne', '"ben"'],
  ])('%s: %s', async (twin, text, message, near) => {
    const findings = (await found(scenario(twin, text))) ?? [];
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'not-in-seed',
        level: 'warning',
        line: 9,
        message: expect.stringContaining(message),
        suggestion: near === undefined ? expect.stringContaining('into the seed') : expect.stringContaining(near),
      }),
    ]);
  });

  test.each([
    ['github', ['Issue #1 in acme/storefront is closed.']],
    ['slack', ['The channel #launch exists.', 'No message was posted in #launch.']],
  ])('%s: what is there, or comes to be, is not told', async (twin, texts) => {
    expect(await found(scenario(twin, ...texts))).toEqual([]);
  });

  test.each([
    ['stripe', 'The charge ch_1 was refunded.', 'Charge ch_1 is refunded in full.'],
    [
      'github',
      'Issue #1 in acme/storefront has exactly two comments.',
      'Exactly 2 comments were left on issue #1 in acme/storefront.',
    ],
    ['github', 'issue 1 in acme/storefront is closed', 'Issue #1 in acme/storefront is closed.'],
  ])('%s: "%s" is never turned into its opposite', async (twin, text, sentence) => {
    const [finding] = (await found(scenario(twin, text))) ?? [];
    expect(finding).toMatchObject({ code: 'unbound-criterion', suggestion: `- [code always-scored] ${sentence}` });
  });
});

import type { Check } from './checks.ts';
import type { Twin } from './definition.ts';
import { count, table } from './markdown.ts';

const READS: Readonly<Record<Check['substrate'], string>> = {
  final_state: 'the final state',
  seed_and_final_state: 'the seed and the final state',
  tape: 'the tape',
  final_answer: 'the final answer of the agent',
};

const YES = '✓';

/** What each sentence is judged by, at a glance. */
function substrates(checks: readonly Check[]): string[] {
  const rows = checks.map((check) => {
    const { id, substrate } = check;
    const names = check.substrate === 'tape' && check.readsSeed ? 'for names' : '';
    return [
      `[${id}](#${id.replaceAll('.', '')})`,
      substrate === 'tape' ? YES : '',
      substrate === 'seed_and_final_state' ? YES : names,
      substrate === 'final_state' || substrate === 'seed_and_final_state' ? YES : '',
      substrate === 'final_answer' ? YES : '',
    ];
  });
  return [
    '',
    '## What each check reads',
    '',
    'A check on the tape sees every action of every call, also what was taken back; one on the final state sees what is left in the end. Names in a sentence are those of the seed.',
    '',
    ...table(['check', 'actions on the tape', 'seed', 'final state', 'final answer'], rows),
  ];
}

/** The sentence with the example of each parameter, as it stands in a scenario. */
const exampleOf = ({ template, params }: Check): string =>
  template.replaceAll(/\{(\w+)\}/g, (slot, name: string) => params[name]?.example ?? slot);

function section(check: Check): string[] {
  const params = Object.entries(check.params);
  const rows = params.map(([name, { description, pattern, example }]) => [
    `\`{${name}}\``,
    description,
    `\`${pattern.source}\``,
    `\`${example}\``,
  ]);
  return [
    '',
    `## ${check.id}`,
    '',
    `> ${check.template}`,
    '',
    `${check.description} It compares ${check.compares}, and reads ${READS[check.substrate]}.`,
    ...(check.limits ? ['', `What it does not see: ${check.limits}`] : []),
    ...(rows.length > 0 ? ['', ...table(['slot', 'what', 'must match', 'example'], rows)] : []),
    '',
    '```text',
    exampleOf(check),
    '```',
  ];
}

/** What sentences about other products may say of this one. */
function factsOf({ title, facts }: Twin): string[] {
  if (facts.length === 0) return [];
  const rows = facts.map(({ template, description }) => [`the ${template} on ${title}`, description]);
  return [
    '',
    '## Facts',
    '',
    `Sentences of other twins that contain "the {fact} on {product}" may name these.`,
    '',
    ...table(['fact', 'what'], rows),
  ];
}

/**
 * The sentences that a twin's worlds can be graded by, as a Markdown page made from its declarations alone.
 *
 * @example
 * writeFileSync(`docs/checks/${twin.id}.md`, checksPage(twin))
 */
export function checksPage(twin: Twin): string {
  const lines = [
    `# Checks of the ${twin.title} twin`,
    '',
    'Generated from the declarations of the twin; change those, not this page.',
    '',
    `${count(twin.checks.length, 'sentence')} for criteria of kind \`code\`, word by word as they stand here, with values in their slots. ` +
      'A check on the final state that the seed already passes is skipped unless it is always scored; so is one on the tape that no call at all passes.',
    ...substrates(twin.checks),
    ...twin.checks.flatMap(section),
    ...factsOf(twin),
  ];
  return `${lines.join('\n')}\n`;
}

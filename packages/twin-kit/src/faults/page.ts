import type { Twin } from '../definition.ts';
import { table } from '../markdown.ts';
import { type FaultOption, GENERAL_FAULTS } from './catalogue.ts';

const named = (options: readonly FaultOption[] = []): string => options.map((option) => `\`${option}\``).join(', ') || 'none';

/**
 * How a twin's calls can be made to fail, as a Markdown page made from its catalogue alone.
 *
 * @example
 * writeFileSync(`docs/faults/${twin.id}.md`, faultsPage(twin))
 */
export function faultsPage({ title, definition }: Twin): string {
  const kinds = Object.entries(definition.faults?.kinds ?? {});
  const own = kinds.map(([kind, { description, options, statuses, source }]) => [
    `\`${kind}\``,
    description,
    `${named(options)}${statuses ? ` (status ${statuses.join(', ')})` : ''}`,
    `[${new URL(source).hostname}](${source})`,
  ]);
  const general = Object.entries(GENERAL_FAULTS).map(([kind, { description, options }]) => [
    `\`${kind}\``,
    description,
    named(options),
  ]);
  const lines = [
    `# Faults of the ${title} twin`,
    '',
    'Generated from the catalogue of the twin; change that, not this page. How faults are asked for: [faults](../faults.md).',
    '',
    `## In ${title}'s own words`,
    '',
    'The call is refused before anything is done.',
    '',
    ...table(['kind', 'what happens', 'takes', 'source'], own),
    '',
    '## As connections fail anywhere',
    '',
    ...table(['kind', 'what happens', 'takes'], general),
  ];
  return `${lines.join('\n')}\n`;
}

import type { InnerOperations, Operation, Twin } from './definition.ts';
import { inputFates } from './inputs.ts';
import { count, table } from './markdown.ts';
import type { WorldSpec } from './world/collection.ts';

/** `repos/list-forks` belongs to `repos`; ids without a family stand under their own name. */
const familyOf = (id: string): string => id.split('/')[0] ?? id;

const pathOf = ({ method, path }: Operation<WorldSpec>): string => `${method} ${path.replaceAll('*}', '}')}`;

function operationRows(operations: readonly Operation<WorldSpec>[]): string[][] {
  return operations.map((operation) => {
    const name = operation.docs ? `[${operation.id}](${operation.docs})` : operation.id;
    return [`\`${pathOf(operation)}\``, name, operation.fidelity, operation.action ? `\`${operation.action}\`` : ''];
  });
}

function groups<T>(items: readonly T[], nameOf: (item: T) => string): [name: string, items: T[]][] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const group = found.get(nameOf(item));
    if (group) group.push(item);
    else found.set(nameOf(item), [item]);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** What the vendor documents and the twin answers with its loud refusal, by the first word of the path. */
function unmodelled({ definition }: Twin): string[] {
  const modelled = new Set(definition.operations.map((operation: Operation<WorldSpec>) => pathOf(operation)));
  return definition.documented.map((entry) => entry.replaceAll('*}', '}')).filter((entry) => !modelled.has(entry));
}

/** The documented inputs that modelled operations don't read. */
function inputSection(operations: readonly Operation<WorldSpec>[]): string[] {
  const coded = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const rows = operations.flatMap((operation) => {
    if (!operation.inputs) return [];
    const { ignored, refused } = inputFates(operation.inputs);
    return ignored.length + refused.length > 0 ? [[`\`${pathOf(operation)}\``, coded(refused), coded(ignored)]] : [];
  });
  if (rows.length === 0) return [];
  return [
    '',
    '## Inputs of modelled operations that are not read',
    '',
    'A call that sends one of these is refused loudly, as one on an operation that is not modelled, and names it. Those that are ignored are taken',
    'without effect, as official clients send them by habit; the tape row names them in `ignored`.',
    '',
    ...table(['call', 'refused', 'ignored'], rows),
  ];
}

function innerSection({ title, modelled, unmodelled: others }: InnerOperations): string[] {
  const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const rest = others.length > 0 ? ['', `Refused loudly: ${named(others)}.`] : [];
  return [
    '',
    `## ${title}: ${modelled.length} of ${modelled.length + others.length}`,
    '',
    `Modelled: ${named(modelled)}.`,
    ...rest,
  ];
}

/**
 * How deeply a twin models its vendor, as a Markdown page made from its declarations alone: every operation with its
 * fidelity and its action, the tools, and what is documented and not modelled. Equal declarations give equal pages.
 *
 * @example
 * writeFileSync(`docs/fidelity/${twin.id}.md`, await fidelityPage(twin))
 */
export async function fidelityPage(twin: Twin): Promise<string> {
  const { operations, tools } = twin.definition as {
    operations: readonly Operation<WorldSpec>[];
    tools: Twin['definition']['tools'];
  };
  const semantic = operations.filter(({ fidelity }) => fidelity === 'semantic').length;
  const missing = unmodelled(twin);
  const lines = [
    `# Fidelity of the ${twin.title} twin`,
    '',
    'Generated from the declarations of the twin; change those, not this page.',
    '',
    `${count(operations.length, 'operation')}: ${semantic} semantic (behave), ${operations.length - semantic} shape (answer in the right shape, ` +
      `without behaviour). ${count(tools.length, 'MCP tool')}, ${count(twin.checks.length, 'check')}. ` +
      `${count(missing.length, 'documented operation')} not modelled: a call on one is refused loudly, changes nothing, and its tape row ` +
      'has `fidelity: unsupported`.',
    '',
    '## Operations',
  ];
  for (const [family, members] of groups(operations, ({ id }) => familyOf(id))) {
    lines.push(
      '',
      `### ${family}`,
      '',
      ...table(['call', 'operation', 'fidelity', 'action on the tape'], operationRows(members)),
    );
  }
  lines.push('', '## MCP tools', '');
  lines.push(
    ...table(
      ['tool', 'writes', 'description'],
      tools.map(({ name, mutates, description }: Twin['definition']['tools'][number]) => [
        `\`${name}\``,
        mutates ? 'yes' : 'no',
        description,
      ]),
    ),
  );
  const known = new Set(tools.map(({ name }: { name: string }) => name));
  const others = (twin.definition.documentedTools ?? []).filter((name: string) => !known.has(name));
  if (others.length > 0)
    lines.push('', `Refused by name, as they are not modelled: ${others.map((name: string) => `\`${name}\``).join(', ')}.`);
  lines.push(...inputSection(operations));
  if (missing.length > 0) lines.push('', '## Documented and not modelled', '', ...missing.map((entry) => `- \`${entry}\``));
  for (const group of (await twin.definition.inner?.()) ?? []) lines.push(...innerSection(group));
  return `${lines.join('\n')}\n`;
}

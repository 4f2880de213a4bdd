// Writes src/generated/actions.ts: what the tape calls the fields of Linear's root types, so that checks know the names without the schema.
// Usage: node scripts/generate-actions.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootAction } from '../src/graphql/action-name.ts';
import { buildLinearSchema } from '../src/graphql/schema.ts';

const TARGET = join(import.meta.dirname, '../src/generated/actions.ts');

/** The text of the module. */
export function actionsModule(): string {
  const schema = buildLinearSchema();
  const names = (operation: 'query' | 'mutation'): string[] => {
    const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType();
    const fields = Object.keys(root?.getFields() ?? {}).filter((name) => name !== '_dummy');
    return [...new Set(fields.map((name) => rootAction(operation, root ?? undefined, name)))].sort();
  };
  const list = (of: readonly string[]): string => JSON.stringify(of.join(' '));
  return [
    '// Written by scripts/generate-actions.ts from the schema.',
    '',
    '/** The actions of all queries, whether modelled or not. */',
    `export const queryActions: readonly string[] = ${list([...names('query'), 'introspect'])}.split(' ');`,
    '',
    '/** The actions of all mutations, whether modelled or not. */',
    `export const mutationActions: readonly string[] = ${list(names('mutation'))}.split(' ');`,
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(TARGET, actionsModule());

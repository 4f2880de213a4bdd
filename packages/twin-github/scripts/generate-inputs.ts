// Writes src/generated/inputs.ts: what GitHub's OpenAPI description lets callers send to each operation that the twin models.
// Usage: node scripts/generate-inputs.ts <api.github.com.json>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../src/routes/index.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
}
interface Described {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}
interface Description {
  paths: Record<string, Record<string, Described>>;
}

const TARGET = join(import.meta.dirname, '../src/generated/inputs.ts');
/** Objects inside objects; nothing of GitHub's inputs nests deeper. */
const DEEPEST = 4;

const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate-inputs.ts <api.github.com.json>');
const description = JSON.parse(readFileSync(source, 'utf8')) as Description;

function resolved<T extends { $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node;
  let found: unknown = description;
  for (const step of node.$ref.slice(2).split('/')) found = (found as Record<string, unknown>)[step.replaceAll('~1', '/')];
  return resolved(found as T);
}

function pathsOf(node: Schema, prefix: string, depth = 0): string[] {
  const schema = resolved(node);
  const parts = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name;
    return [path, ...(depth < DEEPEST ? pathsOf(field, `${path}.`, depth + 1) : [])];
  });
  return [
    ...own,
    ...(schema.items ? pathsOf(schema.items, prefix, depth) : []),
    ...parts.flatMap((part) => pathsOf(part, prefix, depth)),
  ];
}

const described = new Map(
  Object.values(description.paths).flatMap((item) => Object.values(item).map((one) => [one.operationId, one] as const)),
);
const rows = operations.flatMap(({ id }) => {
  const one = described.get(id);
  if (!one) return [];
  const query = (one.parameters ?? []).map(resolved).filter((parameter) => parameter.in === 'query');
  const json = one.requestBody?.content['application/json']?.schema;
  const names = [...new Set([...query.map(({ name }) => name), ...(json ? pathsOf(json, '') : [])])].sort();
  return names.length === 0 ? [] : [`  ${JSON.stringify(id)}: ${JSON.stringify(names)},`];
});

writeFileSync(
  TARGET,
  `// Written by scripts/generate-inputs.ts from npm @octokit/openapi (MIT), generated/api.github.com.json.

/** What GitHub documents that callers may send to an operation, in query and body, by the operation's id. */
export const documentedInputs: Readonly<Record<string, readonly string[]>> = {
${rows.sort().join('\n')}
};
`,
);

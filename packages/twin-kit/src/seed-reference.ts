import { z } from 'zod';
import type { Twin } from './definition.ts';

interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: unknown;
}

/** A schema that refers to itself is followed this deep. */
const DEEPEST = 4;

const choicesOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

/** What a value may be, in words. */
function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.anyOf ?? schema.oneOf) return [...new Set(choicesOf(schema).map(kindOf))].filter((kind) => kind !== '').join(' or ');
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {}) || 'anything'}`;
  return String(schema.type ?? '');
}

/** The fields of a value, or of the items of a list. */
function fieldsOf(schema: Schema): Schema | undefined {
  for (const choice of choicesOf(schema)) {
    if (choice.properties) return choice;
    const inner = choice.items && fieldsOf(choice.items);
    if (inner) return inner;
  }
  return undefined;
}

function lines({ properties = {}, required = [] }: Schema, depth: number): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const line = `${'  '.repeat(depth)}${name}${required.includes(name) ? '*' : ''}: ${kindOf(field)}`.trimEnd();
    const inner = depth < DEEPEST ? fieldsOf(field) : undefined;
    return [line, ...(inner ? lines(inner, depth + 1) : [])];
  });
}

/** What a seed of the twin may hold, line by line: every collection with its fields, `*` marking what a record needs. */
export function seedReference(twin: Twin): string[] {
  const schema = z.toJSONSchema(twin.definition.seed.schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  const unknown = schema.additionalProperties === false ? 'refused' : 'dropped';
  return [`Keys that the ${twin.title} twin doesn't know are ${unknown}. A seed may hold (* is needed):`, ...lines(schema, 1)];
}

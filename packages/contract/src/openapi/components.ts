import { type ZodType, z } from 'zod';
import * as checks from '../checks.ts';
import * as criteria from '../criteria.ts';
import * as device from '../device.ts';
import * as errors from '../errors.ts';
import * as evidence from '../evidence.ts';
import * as faults from '../faults.ts';
import * as finalize from '../finalize.ts';
import * as groups from '../groups.ts';
import * as identity from '../identity.ts';
import * as ids from '../ids.ts';
import * as outcomes from '../outcomes.ts';
import * as runs from '../runs.ts';
import * as sandboxes from '../sandboxes.ts';
import * as seeds from '../seeds.ts';
import * as tasks from '../tasks.ts';
import * as worlds from '../worlds.ts';
import * as body from './body.ts';

export type JsonSchema = Record<string, unknown>;

const modules = [
  body,
  checks,
  criteria,
  device,
  errors,
  evidence,
  faults,
  finalize,
  groups,
  identity,
  ids,
  outcomes,
  runs,
  sandboxes,
  seeds,
  tasks,
  worlds,
];

/** `createSandboxRequestSchema` is the component `CreateSandboxRequest`. Parameters stand with their operations. */
const SCHEMA_EXPORT = /^(?<name>\w+)Schema$/;
const PARAMETER = /(Query|^listLimit)$/;
const REQUEST = /Request$/;

const componentName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const uri = (name: string): string => `#/components/schemas/${name}`;

function namedSchemas(): Map<string, ZodType> {
  const named = new Map<string, ZodType>();
  for (const [exported, value] of modules.flatMap((module) => Object.entries(module))) {
    const name = SCHEMA_EXPORT.exec(exported)?.groups?.name;
    if (name && !PARAMETER.test(name) && value instanceof z.ZodType) named.set(componentName(name), value);
  }
  return named;
}

const NAMED = namedSchemas();
const NAMES = new Map([...NAMED].map(([name, schema]) => [schema, name]));

/** The component of a schema of this package that has a name. */
export function reference(schema: ZodType): JsonSchema {
  const name = NAMES.get(schema);
  if (name) return { $ref: uri(name) };
  if (schema instanceof z.ZodArray) return { type: 'array', items: reference(schema.element as ZodType) };
  throw new Error('A body of the API needs a schema that is exported under a name.');
}

/** A schema where it stands, without names. Answers may grow fields (spec, "Versioning"), so objects are left open. */
export function inline(schema: ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, override: leaveOpen }) as JsonSchema;
  return json;
}

/** Every named schema: requests as they are sent, all others as they are answered. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of NAMED) registry.add(schema, { id: name });
  const convert = (io: 'input' | 'output') =>
    z.toJSONSchema(registry, { io, uri, override: leaveOpen }).schemas as Record<string, JsonSchema>;
  const [input, output] = [convert('input'), convert('output')];
  return Object.fromEntries(
    [...NAMED].map(([name, schema]) => {
      const { $schema: _schema, $id: _id, ...json } = (REQUEST.test(name) ? input : output)[name] as JsonSchema;
      return [name, { ...json, ...metaOf(schema) }];
    }),
  );
}

function metaOf(schema: ZodType): JsonSchema {
  const { id: _, ...meta } = schema.meta() ?? {};
  return meta;
}

function leaveOpen({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall) delete jsonSchema.additionalProperties;
}

// Writes the types of the Python client from the OpenAPI description: `node tools/run.mjs pages`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '../src/index.ts';
import type { JsonSchema } from '../src/openapi/components.ts';

export const PYTHON_TYPES: string = join(import.meta.dirname, '../../../clients/python/src/svc_sandbox/wire.py');

const HEAD = `"""The bodies of the REST API, made from its OpenAPI description by \`node tools/run.mjs pages\`.

Answers may have more fields than are named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
`;

/** A module of Python with a type for each component of the description. */
export function pythonTypes(): string {
  const { schemas } = openApiDocument().components as { schemas: Record<string, JsonSchema> };
  const module = new Module();
  for (const [name, schema] of Object.entries(schemas)) module.define(name, schema);
  return module.text();
}

const REFERENCE = '#/components/schemas/';
const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

class Module {
  readonly #classes: string[] = [];
  readonly #aliases: [name: string, type: string][] = [];

  define(name: string, schema: JsonSchema): void {
    if (schema.type === 'object' && schema.properties) this.#class(name, schema);
    else this.#aliases.push([name, this.#type(name, schema)]);
  }

  /** Classes first: what they name is read late, but what an alias names must be there. */
  text(): string {
    return `${[HEAD, ...this.#classes, `\n${this.#inOrder().join('\n')}`].join('\n')}\n`;
  }

  #class(name: string, schema: JsonSchema): void {
    const required = new Set(schema.required as string[] | undefined);
    const fields = Object.entries(schema.properties as Record<string, JsonSchema>).map(([field, one]) => {
      if (!/^[a-z_]\w*$/.test(field)) throw new Error(`${name}.${field} is no name in Python`);
      const type = this.#type(`${name}${pascal(field)}`, one);
      return `    ${field}: ${required.has(field) ? type : `NotRequired[${type}]`}`;
    });
    this.#classes.push(`\nclass ${name}(TypedDict):\n${fields.length === 0 ? '    pass' : fields.join('\n')}\n`);
  }

  /** @param name what an object without a name is called that stands here */
  #type(name: string, schema: JsonSchema): string {
    if (typeof schema.$ref === 'string') return schema.$ref.slice(REFERENCE.length);
    if (Array.isArray(schema.enum)) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    const either = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
    if (either) return union(either.map((one, at) => this.#type(at === 0 ? name : `${name}${at + 1}`, one)));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.#type(name, { ...schema, type })));
    if (schema.type === 'array') return `list[${this.#type(singular(name), (schema.items ?? {}) as JsonSchema)}]`;
    if (schema.type === 'object' && schema.properties) {
      this.#class(name, schema);
      return name;
    }
    if (schema.type === 'object') {
      const { additionalProperties: values } = schema;
      return `dict[str, ${typeof values === 'object' && values ? this.#type(`${name}Value`, values as JsonSchema) : 'Any'}]`;
    }
    return SCALARS[schema.type as string] ?? 'Any';
  }

  #inOrder(): string[] {
    const waiting = new Map(this.#aliases);
    const lines: string[] = [];
    const write = (name: string, type: string): void => {
      waiting.delete(name);
      for (const [named] of type.matchAll(/\b[A-Z]\w+/g)) if (waiting.has(named)) write(named, waiting.get(named) as string);
      lines.push(`${name} = ${type}`);
    };
    for (const [name, type] of this.#aliases) if (waiting.has(name)) write(name, type);
    return lines;
  }
}

const literal = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  return JSON.stringify(value);
};

const pascal = (field: string): string => field.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
const singular = (name: string): string => name.replace(/(?<=\w)s$/, '');

function union(types: readonly string[]): string {
  const [some, none] = [[...new Set(types.filter((type) => type !== 'None'))], types.includes('None')];
  const one = some.length === 1 ? (some[0] as string) : `Union[${some.join(', ')}]`;
  if (some.length === 0) return 'None';
  return none ? `Optional[${one}]` : one;
}

if (import.meta.main) await writeFile(PYTHON_TYPES, pythonTypes());

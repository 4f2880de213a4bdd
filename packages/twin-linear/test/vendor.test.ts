import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, findBreakingChanges, findDangerousChanges } from 'graphql';
import { z } from 'zod';
import { schemaText } from '../src/generated/schema.ts';
import { linear } from '../src/index.ts';

/** Linear's own data, where it lies beside the repository. */
const VENDOR = join(import.meta.dirname, '../../../../shared/vendor/linear');

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  default?: unknown;
}

/** What of a parameter a caller has to know: types, enums and what they are made of. */
function shape(schema: JsonSchema): unknown {
  const { type, enum: values, items, properties, required } = schema;
  const variants = schema.anyOf ?? schema.oneOf ?? (Array.isArray(type) ? type.map((one) => ({ type: one })) : undefined);
  return {
    ...(!variants && { type: type === 'integer' ? 'number' : type }),
    ...(values && { enum: values.toSorted() }),
    ...(variants && { variants: variants.map(shape) }),
    ...(items && { items: shape(items) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, shape(one)])) }),
    ...(properties && { required: (required ?? []).toSorted() }),
    ...(schema.default !== undefined && { default: schema.default }),
  };
}

if (existsSync(VENDOR)) {
  describe("Linear's published data", () => {
    test('has no type, field, argument or value that the schema lacks, nor the other way', () => {
      const published = buildSchema(readFileSync(join(VENDOR, 'linear.schema.sdk-98.0.0.derived.graphql'), 'utf8'));
      const own = buildSchema(schemaText);
      expect([...findBreakingChanges(published, own), ...findDangerousChanges(published, own)]).toEqual([]);
      expect([...findBreakingChanges(own, published), ...findDangerousChanges(own, published)]).toEqual([]);
    });

    const { tools } = JSON.parse(readFileSync(join(VENDOR, 'linear-mcp-tools.json'), 'utf8')) as {
      tools: { name: string; title: string; inputSchema: JsonSchema; annotations: { readOnlyHint: boolean } }[];
    };
    const published = new Map(tools.map((tool) => [tool.name, tool]));

    test.each(linear.definition.tools.map((tool) => [tool.name, tool] as const))(
      'has the tool %s in this shape',
      (name, tool) => {
        const vendor = published.get(name);
        expect(vendor).toBeDefined();
        expect([tool.title, tool.mutates]).toEqual([vendor?.title, !vendor?.annotations.readOnlyHint]);
        const schema = z.toJSONSchema(tool.input, { io: 'input', target: 'draft-7' }) as JsonSchema;
        expect(shape(schema)).toEqual(shape(vendor?.inputSchema as JsonSchema));
      },
    );
  });
} else {
  process.stderr.write(`no vendor data at ${VENDOR}: the schema and the tools are not compared with it\n`);
}

test('36 tools of the official server are modelled', () => {
  expect(linear.definition.tools.length).toBeGreaterThanOrEqual(36);
});

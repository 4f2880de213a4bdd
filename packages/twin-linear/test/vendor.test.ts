import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, findBreakingChanges, findDangerousChanges } from 'graphql';
import { z } from 'zod';
import { schemaText } from '../src/generated/schema.ts';
import { linear } from '../src/index.ts';
import { inputShape, type JsonSchema } from './input-shape.ts';

/** Tools of Linear's own server: scripts/generate-test-facts.ts. */
const OFFICIAL = JSON.parse(readFileSync(join(import.meta.dirname, 'generated/tools.json'), 'utf8')) as Record<string, unknown>;

describe("Linear's published data", () => {
  test.each(linear.definition.tools.map((tool) => [tool.name, tool] as const))('has the tool %s in this shape', (name, tool) => {
    const schema = z.toJSONSchema(tool.input, { io: 'input', target: 'draft-7' }) as JsonSchema;
    expect({ title: tool.title, readOnly: !tool.mutates, input: inputShape(schema) }).toEqual(OFFICIAL[name]);
  });

  test('has at least 36 tools that are modelled', () => {
    expect(linear.definition.tools.length).toBeGreaterThanOrEqual(36);
  });

  // The package has the schema itself. Where the file that it was written from lies beside the repository, it must not have moved on.
  const source = join(import.meta.dirname, '../../../../shared/vendor/linear/linear.schema.sdk-98.0.0.derived.graphql');
  if (existsSync(source)) {
    test('has no type, field, argument or value that the schema lacks, nor the other way', () => {
      const [published, own] = [buildSchema(readFileSync(source, 'utf8')), buildSchema(schemaText)];
      expect([...findBreakingChanges(published, own), ...findDangerousChanges(published, own)]).toEqual([]);
      expect([...findBreakingChanges(own, published), ...findDangerousChanges(own, published)]).toEqual([]);
    });
  }
});

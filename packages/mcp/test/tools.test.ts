import { describe, expect, test } from '@jest/globals';
import { createClient } from '@svc/sdk';
import { publicEvidence } from '../src/evidence/index.ts';
import { answerMcp, type Toolbox } from '../src/index.ts';

/** Listing needs no service. */
const toolbox: Toolbox = {
  client: createClient({ baseUrl: 'http://service.invalid/v1' }),
  evidence: publicEvidence(),
  readTask: () => {
    throw new Error('no task is read');
  },
};

interface ListedTool {
  name: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  annotations: object;
}

async function listed(): Promise<ListedTool[]> {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const response = await answerMcp(toolbox, { headers, body, signal: new AbortController().signal });
  const { result } = (await response!.json()) as { result: { tools: ListedTool[] } };
  return result.tools;
}

/** Every schema within a schema. */
function* partsOf(schema: unknown): Generator<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null) return;
  yield schema as Record<string, unknown>;
  for (const part of Object.values(schema)) yield* partsOf(part);
}

describe('the tools as they are listed', () => {
  test('what they say and take is the accepted one', async () => {
    for (const { name, description, inputSchema, annotations } of await listed()) {
      expect({ description, inputSchema, annotations }).toMatchSnapshot(name);
    }
  });

  test('no schema has several types at once or a part without a rule, which not every model provider reads', async () => {
    for (const { inputSchema, outputSchema } of await listed()) {
      for (const part of [...partsOf(inputSchema), ...partsOf(outputSchema)]) {
        expect(Array.isArray(part.type)).toBe(false);
        expect(part.additionalProperties).not.toEqual({});
      }
    }
  });

  test('answers may grow: no output schema forbids a further field', async () => {
    for (const { name, outputSchema } of await listed())
      expect([name, outputSchema]).not.toHaveProperty('1.additionalProperties');
  });
});

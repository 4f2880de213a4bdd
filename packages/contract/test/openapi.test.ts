import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { OPERATIONS, type OperationSpec, openApiDocument } from '@svc/contract';

const document = openApiDocument({ serverUrl: 'https://api.svc.test/v1' });
const paths = document.paths as Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
const operations = (Object.entries(OPERATIONS) as [string, OperationSpec][]).flatMap(([id, spec]) =>
  spec.paths.map((path) => [`${spec.method} ${path}`, id, spec, path] as const),
);

const lint = async (source: object) => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(source), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, severity, location }) => ({ ruleId, severity, at: location[0]?.pointer }));
};

test('Redocly finds no error under its recommended rules', async () => {
  expect(await lint(document)).toEqual([
    // The document itself is given to everyone who asks: there is nothing to refuse.
    { ruleId: 'operation-4xx-response', severity: 'warn', at: '#/paths/~1openapi.json/get/responses' },
  ]);
});

test('Redocly finds a component that is missing', async () => {
  const broken = structuredClone(document) as { components: { schemas: Record<string, unknown> } };
  delete broken.components.schemas.Sandbox;
  expect((await lint(broken)).map(({ ruleId }) => ruleId)).toContain('no-unresolved-refs');
});

describe('every operation under every spelling', () => {
  test.each(operations)('%s has its successes and refusals', (_name, _id, spec, path) => {
    const operation = paths[path]?.[spec.method.toLowerCase()];
    const statuses = Object.keys(operation?.responses ?? {}).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([...Object.keys(spec.responses).map(Number), 500, 503]));
    if (spec.auth !== 'none') expect(statuses).toEqual(expect.arrayContaining([401, 403]));
    if (path.includes('{id}')) expect(statuses).toContain(404);
    if (spec.body) expect(statuses).toEqual(expect.arrayContaining([400, 413, 422]));
  });
});

test('bodies are components by name, open for fields to come', () => {
  const { schemas } = document.components as { schemas: Record<string, { additionalProperties?: unknown; required?: string[] }> };
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'CreateSandboxRequest',
      'CreateSandboxResponse',
      'Sandbox',
      'FinalizeRequest',
      'RunRecord',
      'ErrorEnvelope',
    ]),
  );
  expect(schemas.Sandbox?.additionalProperties).toBeUndefined();
  expect(schemas.CreateSandboxRequest?.required ?? []).toEqual([]);
});

test('finalize says how to ask for an asynchronous grade', () => {
  const { parameters } = paths['/sandboxes/{id}/finalize']!.post as unknown as { parameters: object[] };
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'Prefer', in: 'header', required: false }));
});

test('the limit of a list is a number with its bounds and default', () => {
  const { parameters } = paths['/runs']!.get as unknown as { parameters: { name: string }[] };
  expect(parameters.find(({ name }) => name === 'limit')).toEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  });
});

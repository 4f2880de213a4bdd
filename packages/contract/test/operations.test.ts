import { describe, expect, test } from '@jest/globals';
import { OPERATIONS, type OperationSpec } from '@svc/contract';

const operations: [string, OperationSpec][] = Object.entries(OPERATIONS);
const routes = operations.flatMap(([, { method, paths }]) => paths.map((path) => `${method} ${path}`));

// Service specification, "Endpoints".
const SPECIFIED = [
  'GET /me',
  'GET /usage',
  'POST /seeds/validate',
  'POST /sandboxes',
  'GET /sandboxes',
  'GET /sandboxes/{id}',
  'POST /sandboxes/{id}/heartbeat',
  'DELETE /sandboxes/{id}',
  'GET /checks',
  'POST /checks/render',
  'POST /checks/bind',
  'POST /sandboxes/{id}/finalize',
  'GET /sandboxes/{id}/evaluation',
  'GET /runs',
  'GET /runs/{id}',
  'GET /runs/{id}/report.md',
  'GET /runs/{id}/trace',
  'GET /runs/{id}/state',
];

test.each(SPECIFIED)('%s is an operation', (route) => {
  expect(routes).toContain(route);
});

test('no route belongs to two operations', () => {
  expect(new Set(routes).size).toBe(routes.length);
});

describe('every path below /sandboxes', () => {
  test.each(routes.filter((route) => route.includes(' /sandboxes')))('%s has its /sessions spelling', (route) => {
    expect(routes).toContain(route.replace('/sandboxes', '/sessions'));
  });
});

test.each(operations)('%s takes a body only where the method has one', (_id, { method, body }) => {
  if (method !== 'POST' && method !== 'PUT') expect(body).toBeUndefined();
});

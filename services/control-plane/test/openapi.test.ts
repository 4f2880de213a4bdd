import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openApiDocument } from '@svc/contract';
import { Description } from './support/described.ts';
import { Installation } from './support/installation.ts';

let service: Installation;

beforeAll(async () => {
  service = await Installation.start();
});
afterAll(() => service.stop());

test('GET /v1/openapi.json describes the API at its own address, without a key', async () => {
  const answer = await service.request('GET', '/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.json).toEqual(openApiDocument({ serverUrl: service.baseUrl }));
});

// The check that every answer of these tests goes through must be able to fail.
test.each([
  ['a status that is not described', { status: 418, text: '{}' }, /status is not described/],
  ['another content type', { status: 200, text: '{}', contentType: 'text/html' }, /content type/],
  ['a missing field', { status: 200, text: '{"user":{}}' }, /required/],
  [
    'a field too many',
    {
      status: 401,
      text: '{"error":{"type":"invalid_auth","message":"m","details":{},"request_id":"req_1","secret":1}}',
    },
    /additional/,
  ],
])('the description refuses an answer with %s', (_case, answer, reason) => {
  const check = () => new Description().check('GET', '/me', { contentType: 'application/json; charset=utf-8', ...answer });
  expect(check).toThrow(reason);
});

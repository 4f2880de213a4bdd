import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createClient, UnreachableError } from '@svc/sdk';
import { completed } from '@svc/sdk/address';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** @returns host and port. */
async function listening(server: Server): Promise<string> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const answering = (listener: RequestListener): Promise<string> => listening(createHttpServer({ keepAlive: false }, listener));

const refusalAt = (baseUrl: string): Promise<unknown> =>
  createClient({ baseUrl, apiKey: 'svc_id_secret' })
    .me()
    .then(
      () => undefined,
      (error: unknown) => error,
    );

const envelope = (message: string): string =>
  JSON.stringify({ error: { type: 'not_found', message, details: {}, request_id: 'req_1' } });

test.each([
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/v1'],
  ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000/v1'],
  ['https://example.com/sandboxes/', 'https://example.com/sandboxes/v1'],
  ['https://example.com/v1/sandboxes', 'https://example.com/v1'],
  ['https://example.com/v1?key=1', 'https://example.com/v1'],
  ['https://example.com/v1', undefined],
  ['https://example.com/v1/', undefined],
  ['nonsense', undefined],
])('what %s lacks', (given, better) => {
  expect(completed(given)).toBe(better);
});

describe('an address that is not the service’s', () => {
  test('without /v1: the service’s own 404 names the base URL to use', async () => {
    const host = await answering((request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end(envelope(`There is no GET ${request.url}.`));
    });
    expect(await refusalAt(`http://${host}/`)).toMatchObject({
      type: 'not_found',
      message: `There is no GET /me. Use the base URL http://${host}/v1 instead.`,
      betterBaseUrl: `http://${host}/v1`,
    });
    expect(await refusalAt(`http://${host}/v1`)).toMatchObject({ message: 'There is no GET /v1/me.', betterBaseUrl: undefined });
  });

  test('a web page that answers with 200 is no answer of the API', async () => {
    const host = await answering((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html>');
    });
    expect(await refusalAt(`http://${host}`)).toMatchObject({
      name: 'ApiError',
      type: 'unknown',
      message: `A web page answered, not the API of the service. Use the base URL http://${host}/v1 instead.`,
    });
  });

  test('a redirection to https is told, not followed: it would turn a POST into a GET', async () => {
    const methods: (string | undefined)[] = [];
    const host = await answering((request, response) => {
      methods.push(request.method);
      response.writeHead(301, { location: `https://sandboxes.example.com${request.url}` }).end();
    });
    const refused = await createClient({ baseUrl: `http://${host}/v1` })
      .sandboxes.create()
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 301, betterBaseUrl: 'https://sandboxes.example.com/v1' });
    expect(String(refused)).toContain('Use the base URL https://sandboxes.example.com/v1 instead.');
    expect(methods).toEqual(['POST']);
  });

  test.each([
    'The plain HTTP request was sent to HTTPS port',
    'Client sent an HTTP request to an HTTPS server.',
    "Reason: You're speaking plain HTTP to an SSL-enabled server port.",
  ])('a server that wants https is understood (%s)', async (text) => {
    const host = await answering((_request, response) => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end(text);
    });
    expect(await refusalAt(`http://${host}/v1`)).toMatchObject({ betterBaseUrl: `https://${host}/v1` });
  });

  test('http where https is', async () => {
    const host = await listening(createHttpsServer({}));
    const error = await refusalAt(`http://${host}/v1`);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(String(error)).toContain(`Where it speaks https, use https://${host}/v1.`);
  });

  test('https where http is', async () => {
    const host = await answering((_request, response) => response.end());
    expect(await refusalAt(`https://${host}`)).toMatchObject({
      name: 'UnreachableError',
      message: expect.stringContaining(`(${host} speaks http, not https). Use the base URL http://${host}/v1 instead.`),
      betterBaseUrl: `http://${host}/v1`,
    });
  });

  test('a port where nothing listens', async () => {
    const host = await answering(() => {});
    await new Promise((resolve) => open.splice(0)[0]?.close(resolve));
    expect(String(await refusalAt(`http://${host}/v1`))).toContain(
      `The service at http://${host}/v1 can't be reached (ECONNREFUSED: nothing listens at ${host}).`,
    );
  });
});

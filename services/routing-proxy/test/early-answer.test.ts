import { request as httpRequest } from 'node:http';
import { expect, test } from '@jest/globals';
import { BEARER, proxied, SESSION } from './support.ts';

const path = `/github/s/${SESSION}/upload`;
const body = Buffer.alloc(12 << 20, 'x');

// A twin says that a body is too large as soon as it knows its length, and takes in the rest.
test.each([
  ['of a known length', { 'content-length': String(body.length) }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])(
  'a body %s that the twin refuses before it has come is answered, and the connection is good for the next call',
  async (_kind, headers) => {
    await using given = await proxied((request, response) => {
      request.resume();
      if (request.url?.endsWith('/upload')) response.writeHead(413, { 'content-type': 'text/plain' }).end('too large');
      else response.end('{}');
    });
    const refused = await new Promise<string>((resolve) => {
      const request = httpRequest({ port: given.port, path, method: 'POST', headers: { ...BEARER, ...headers } }, (response) => {
        let text = '';
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => {
          // Until the client has sent what it began to send.
          const end = () => resolve(`${response.statusCode} ${text}`);
          if (request.writableFinished) end();
          else request.on('finish', end);
        });
      });
      request.on('error', (error) => resolve(error.message));
      request.end(body);
    });
    expect(refused).toBe('413 too large');
    const next = await fetch(`http://127.0.0.1:${given.port}/github/s/${SESSION}/next`, { headers: BEARER });
    expect(next.status).toBe(200);
  },
);

test('a client that reads its answer while it still sends gets it', async () => {
  await using given = await proxied((request, response) => {
    request.resume();
    response.writeHead(413, { 'content-type': 'text/plain' }).end('too large');
  });
  for (let call = 0; call < 3; call += 1) {
    const response = await fetch(`http://127.0.0.1:${given.port}${path}`, { method: 'POST', headers: BEARER, body });
    expect([response.status, await response.text()]).toEqual([413, 'too large']);
  }
});

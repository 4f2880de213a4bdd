import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { openFirst, readPlainRequest } from '@svc/plain-http';
import { message, rawRequests } from '@svc/plain-http/testing';

const requests = rawRequests({ target: '/x', authorization: 'authorization: Bearer t', unknown: '/y', control: '/z' });
const PLAIN: ReadonlySet<string> = new Set([
  'plain',
  'other spellings of names',
  'a query and odd characters',
  'values beyond ASCII',
  'a value that ends beyond ASCII',
  'fields of the connection',
  'fields of the proxy',
  'kept alive by name',
  'a body',
  'a body of bytes',
  'a body in JSON',
  'a length of nothing',
  'no length',
  'a wrong bearer',
  'no bearer',
  'an unknown sandbox',
  'a control path',
]);

test.each(Object.keys(requests))('%s is plain or not', (name) => {
  const request = readPlainRequest(Buffer.from(requests[name]!, 'latin1'), undefined);
  expect(request !== undefined).toBe(PLAIN.has(name));
});

test('what is read of a plain request is what stands in it', () => {
  const bytes = Buffer.from(
    message(['PATCH /a?b=%20 HTTP/1.1', 'Host: h', 'X-A:  one two \t', 'x-a: 2', 'Authorization: t', 'content-length: 3'], 'abc'),
  );
  expect(readPlainRequest(bytes, undefined)).toMatchObject({
    method: 'PATCH',
    target: '/a?b=%20',
    body: Buffer.from('abc'),
    fields: {
      host: 'h',
      authorization: 't',
      length: 3,
      list: ['Host', 'h', 'X-A', 'one two', 'x-a', '2', 'Authorization', 't', 'content-length', '3'],
    },
  });
});

test('fields that come again are read once, and others are not taken for them', () => {
  const read = (lines: string[], last?: Parameters<typeof readPlainRequest>[1]) =>
    readPlainRequest(Buffer.from(message(['GET / HTTP/1.1', ...lines])), last)?.fields;
  const first = read(['host: h', 'x-a: 1']);
  expect(read(['host: h', 'x-a: 1'], first)).toBe(first);
  expect(read(['host: h', 'x-a: 2'], first)?.list).toEqual(['host', 'h', 'x-a', '2']);
});

test('no part of a request is taken for a whole one', () => {
  const whole = Buffer.from(message(['POST / HTTP/1.1', 'host: h', 'content-length: 5'], 'hello'));
  for (let length = 0; length < whole.length; length += 1)
    expect(readPlainRequest(whole.subarray(0, length), undefined)).toBeUndefined();
  expect(readPlainRequest(Buffer.concat([whole, Buffer.from('x')]), undefined)).toBeUndefined();
});

test('a connection that is left after some requests goes on with node, and loses no byte', async () => {
  const server = createServer((request, response) => {
    request.pipe(response);
  });
  const taken: string[] = [];
  openFirst(server, (socket: Socket, leave) => {
    const onData = (bytes: Buffer): void => {
      if (taken.length < 2) {
        taken.push(bytes.toString());
        socket.write('taken');
      } else {
        socket.off('data', onData);
        leave(socket, bytes);
      }
    };
    socket.on('data', onData);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const post = (body: string): string => message(['POST / HTTP/1.1', 'host: h', `content-length: ${body.length}`], body);
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  const answered = async (pieces: string[], end: string): Promise<void> => {
    for (const piece of pieces) socket.write(piece);
    while (!said.endsWith(end)) await once(socket, 'data');
  };
  await answered(['one'], 'taken');
  await answered(['two'], 'takentaken');
  await answered([post('third')], 'third\r\n0\r\n\r\n');
  await answered([post('fourth').slice(0, 20), post('fourth').slice(20)], 'fourth\r\n0\r\n\r\n');
  expect(taken).toEqual(['one', 'two']);
  expect(said).toMatch(/^takentakenHTTP\/1\.1 200 OK.*third.*HTTP\/1\.1 200 OK.*fourth/s);
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

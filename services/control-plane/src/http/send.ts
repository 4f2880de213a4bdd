import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Answer } from './answer.ts';

/** After a refusal, this much of a body that is still on its way is thrown away, so that the client gets to read the answer. */
const LINGER_BYTES = 16 * 1024 * 1024;
const LINGER_MS = 2000;

const JSON_TYPE = 'application/json; charset=utf-8';

export function send(response: Response, answer: Answer): void {
  response.status(answer.status);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.body === undefined) response.end();
  else if (answer.body instanceof Readable) stream(response, answer.body);
  else response.end(encode(response, answer.body));
}

/** Who reads an answer that breaks off is left with half of it and a connection that ends: nothing else says so any more. */
function stream(response: Response, body: Readable): void {
  response.setHeader('content-type', JSON_TYPE);
  pipeline(body, response).catch(() => response.destroy());
}

function encode(response: Response, body: object | string): Buffer {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', JSON_TYPE);
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  response.setHeader('content-length', bytes.length);
  return bytes;
}

/** Answers a request whose body was not read to its end, then closes the connection. */
export function sendAndClose(request: Request, response: Response, answer: Answer): void {
  response.status(answer.status);
  response.setHeader('connection', 'close');
  response.write(encode(response, answer.body ?? {}));
  let size = 0;
  const finish = () => {
    clearTimeout(timer);
    request.off('data', count);
    request.pause();
    response.end();
  };
  const count = (chunk: Buffer) => {
    size += chunk.length;
    if (size > LINGER_BYTES) finish();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.on('data', count).once('end', finish).once('close', finish);
  request.resume();
}

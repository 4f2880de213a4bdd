import { type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { Answer, Send, SentRequest } from './answer.ts';
import { send as sendByFetch } from './send.ts';

/** As long as node's `fetch` waits for a connection, and for the next byte of an answer, in milliseconds. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 300_000;

const nodesFetch = fetch;
const decoder = new TextDecoder();

/**
 * Over node's older client, which takes a third of the time that its `fetch` takes for a small answer, and with the same agent, limits
 * and errors. Not over TLS, where the ways are long, an answer may come compressed and `fetch` saves more than it costs, nor where a
 * program has put a `fetch` of its own in the place of node's.
 */
export const send: Send = (url, request) =>
  fetch === nodesFetch && url.startsWith('http://') ? sendPlainly(url, request) : sendByFetch(url, request);

function sendPlainly(url: string, { method, headers, body, signal }: SentRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = open(url, { method, headers, timeout: SILENCE_MS, ...(signal && { signal }) });
    const fail = (cause: Error) => reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
    call.on('error', fail);
    call.on('timeout', () => call.destroy(silence(SILENCE_MS)));
    limitConnecting(call);
    call.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(answerOf(url, incoming, Buffer.concat(chunks))));
      incoming.on('error', fail);
    });
    call.end(body);
  });
}

function limitConnecting(call: ClientRequest): void {
  call.once('socket', (socket) => {
    if (!socket.connecting) return;
    const limit = setTimeout(() => call.destroy(silence(CONNECT_MS)), CONNECT_MS);
    const connected = () => clearTimeout(limit);
    socket.once('connect', connected).once('close', connected);
  });
}

const silence = (milliseconds: number): Error =>
  Object.assign(new Error(`nothing came for ${milliseconds / 1000} seconds`), { code: 'ETIMEDOUT' });

function answerOf(url: string, { statusCode: status = 0, headers }: IncomingMessage, bytes: Buffer): Answer {
  const text = () => decoder.decode(bytes);
  return {
    url,
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    text: async () => text(),
    json: async () => JSON.parse(text()),
  };
}

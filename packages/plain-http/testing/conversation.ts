import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than node takes to see that a piece is there, in milliseconds. */
const APART_MS = 15;
const QUIET_MS = 60;
const PATIENCE_MS = 5_000;

/** What a server says to these pieces, sent one after the other, until it ends or is quiet. */
export async function conversation(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  let last = performance.now();
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
    last = performance.now();
  });
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  socket.setNoDelay(true);
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await delay(pieces.length > 1 ? APART_MS : 0);
  }
  while (socket.readyState !== 'closed' && performance.now() - last < (said === '' ? PATIENCE_MS : QUIET_MS)) {
    await Promise.race([delay(QUIET_MS / 4), closed]);
  }
  socket.destroy();
  return said;
}

/** What a server says to a client that sends these pieces, says that it says no more, and waits for the server to end. */
export async function lastWords(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
  });
  socket.setNoDelay(true);
  const ended = once(socket, 'end');
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await delay(APART_MS);
    socket.write(piece, 'latin1');
  }
  socket.end();
  await ended;
  return said;
}

/** The parts that a server's own reader gets a request in. */
export const inParts = (request: string): string[] => [request.slice(0, 5), request.slice(5)];

/** Lines and a body as HTTP/1.1 writes them. */
export const message = (lines: readonly string[], body = ''): string => `${lines.join('\r\n')}\r\n\r\n${body}`;

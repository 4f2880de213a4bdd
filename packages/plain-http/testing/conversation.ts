import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than node takes to see that a piece is there, in milliseconds. */
const APART_MS = 15;
/** Nothing came in so many turns, each this many milliseconds after the last: a busy machine may keep a process from many a millisecond. */
const TURN_MS = 15;
const QUIET_TURNS = 4;
const PATIENT_TURNS = 330;
/** Heads that an answer follows: https://www.rfc-editor.org/rfc/rfc9110#section-15.2 */
const ONLY_INTERIM = /^(?:HTTP\/1\.1 1(?!01)\d\d [\s\S]*?\r\n\r\n)*$/;

/** What a server says to these pieces, sent one after the other, until it ends or is quiet. */
export async function conversation(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  let turns = 0;
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
    turns = 0;
  });
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  socket.setNoDelay(true);
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await delay(pieces.length > 1 ? APART_MS : 0);
  }
  for (turns = 0; socket.readyState !== 'closed' && turns < (ONLY_INTERIM.test(said) ? PATIENT_TURNS : QUIET_TURNS); turns += 1) {
    await Promise.race([delay(TURN_MS), closed]);
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

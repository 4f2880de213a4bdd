import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { answerHalfClosed, SpokenSocket } from './half-open.ts';

/** Leaves a socket to node's HTTP server, and with it what was read from it but not used. */
export type Leave = (socket: Socket, bytes: Buffer) => void;

/**
 * Has `open` take every connection of a server first. It may leave any to the server, which goes on as if it had had it from the start. A client
 * that says no more may still wait for its answer, here as there.
 */
export function openFirst(server: Server, open: (socket: Socket, leave: Leave) => void): void {
  const [serve] = server.listeners('connection') as [(socket: Socket | SpokenSocket) => void];
  answerHalfClosed(server);
  const leave: Leave = (socket, bytes) => {
    if (socket.readableEnded) return void serve.call(server, new SpokenSocket(socket, bytes));
    socket.pause();
    if (bytes.length > 0) socket.unshift(bytes);
    serve.call(server, socket);
    socket.resume();
  };
  server.off('connection', serve);
  server.on('connection', (socket) => open(socket, leave));
}

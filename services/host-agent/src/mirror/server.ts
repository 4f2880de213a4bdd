import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isFileName } from './files.ts';
import { type MirrorStore, NoCopyKept, NoRoomForCopy } from './store.ts';

/** Bytes that come at a time. */
export const MOST_AT_ONCE = 1 << 20;

const place = z.strictObject({
  at: z.coerce.number().int().min(0),
  tail: z.string().regex(/^[0-9a-f]{64}$/),
  whole_at: z.coerce.number().int().min(0),
});

/** `GET /<instance>` for the sizes of a copy's files, `PUT /<instance>/<file>` for what comes next in one; over connections of other agents. */
export class MirrorServer {
  readonly #store: MirrorStore;
  readonly #server: Server;

  constructor(store: MirrorStore) {
    this.#store = store;
    this.#server = createServer((request, response) => {
      this.#answer(request).then(
        ([status, value]) => send(response, status, value),
        (error: Error) => send(response, statusOf(error), { error: error.message }),
      );
    });
    // A sender that has nothing to send keeps its connection.
    this.#server.keepAliveTimeout = 0;
  }

  take(socket: Socket): void {
    this.#server.emit('connection', socket);
  }

  async #answer(request: IncomingMessage): Promise<[number, unknown]> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://mirror');
    const [, instance = '', file] = pathname.split('/');
    if (request.method === 'GET' && file === undefined) return [200, await this.#store.sizes(instance)];
    const asked = place.safeParse(Object.fromEntries(searchParams));
    const tooLong = Number(request.headers['content-length'] ?? Number.NaN) <= MOST_AT_ONCE === false;
    if (request.method !== 'PUT' || file === undefined || !isFileName(file) || !asked.success || tooLong) {
      request.resume();
      return [400, { error: 'The request is not one of the protocol.' }];
    }
    const { at, tail, whole_at: wholeAt } = asked.data;
    const added = await this.#store.add(instance, { file, at, tail, wholeAt, bytes: await buffer(request) });
    return added.added ? [200, {}] : [409, { size: added.size }];
  }
}

function statusOf(error: Error): number {
  if (error instanceof NoCopyKept) return 404;
  return error instanceof NoRoomForCopy ? 507 : 503;
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

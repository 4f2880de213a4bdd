import { createServer, type RequestListener, request } from 'node:http';
import { duplexPair, Readable } from 'node:stream';

/**
 * A fetch whose every request, whatever its host, is answered by an application in this process: the same parsing, limits
 * and log lines as for a client outside, over a pair of streams instead of the network.
 */
export function inProcessFetch(app: RequestListener): typeof fetch {
  // Never listens: connections are handed to it.
  const server = createServer(app);
  return async (input, init) => {
    const outgoing = new Request(input, init);
    const body = Buffer.from(await outgoing.arrayBuffer());
    const [near, far] = duplexPair();
    server.emit('connection', far);
    return new Promise((resolve, reject) => {
      const { pathname, search } = new URL(outgoing.url);
      const call = request({
        method: outgoing.method,
        path: pathname + search,
        headers: { ...Object.fromEntries(outgoing.headers), 'content-length': body.length, connection: 'close' },
        createConnection: () => near,
        signal: outgoing.signal,
      });
      call.once('error', reject);
      call.once('response', (incoming) => {
        const status = incoming.statusCode as number;
        const headers = new Headers(
          Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const empty = status === 204 || status === 304;
        if (empty) incoming.resume();
        resolve(new Response(empty ? null : (Readable.toWeb(incoming) as ReadableStream), { status, headers }));
      });
      call.end(body);
    });
  };
}

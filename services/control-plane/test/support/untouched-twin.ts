import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Answers the reads of a twin that nobody ever called, for every session; faults that are asked of it never come about. */
export async function serveUntouchedTwin(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    response.setHeader('x-svc-rows', '0');
    if (request.method === 'PUT') response.end(await text(request));
    else if (request.url?.endsWith('/control/health')) response.end(JSON.stringify({ session_id: sessionOf(request), rows: 0 }));
    else if (request.url?.endsWith('/faults')) response.end('{"faults":[]}');
    else response.end(request.url?.includes('/_svc/events') ? '' : '{"issues":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Control tokens of the tests end with the session that they are of. */
const sessionOf = ({ headers }: IncomingMessage): string | undefined => /ses_\w+$/.exec(String(headers['x-svc-control']))?.[0];

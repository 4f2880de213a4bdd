import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError, EXIT, systemCode } from '../errors.ts';

const HOST = '127.0.0.1';

/** Takes a port of this machine, reachable from nowhere else. @throws CliError naming a port that is taken */
export async function listen(server: Server, port: number, option: string): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, HOST, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const reason = systemCode(error);
    if (reason === 'EADDRINUSE') {
      throw new CliError(EXIT.failed, `Port ${port} is taken.`, {
        hint: `choose another with ${option} <n>; 0 takes a free one.`,
        cause: error,
      });
    }
    if (reason === 'EACCES') {
      throw new CliError(EXIT.failed, `Port ${port} may not be used by this account.`, {
        hint: `choose one above 1023 with ${option}.`,
        cause: error,
      });
    }
    throw error;
  }
  return (server.address() as AddressInfo).port;
}

/** A server that holds its port before there is anything to answer with: callers that come early are told to retry. */
export function createEarlyServer(): { server: Server; serve(handler: Parameters<typeof createServer>[1] & object): void } {
  const starting: Parameters<typeof createServer>[1] & object = (_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(
      JSON.stringify({
        error: {
          type: 'downstream_unavailable',
          message: 'The service is starting. Retry.',
          details: {},
          request_id: 'req_starting',
        },
      }),
    );
  };
  const server = createServer(starting);
  return {
    server,
    serve: (handler) => {
      server.off('request', starting);
      server.on('request', handler);
    },
  };
}

/** Takes no more connections, lets answers under way end for a while, then ends what is left. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

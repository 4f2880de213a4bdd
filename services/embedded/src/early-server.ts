import { createServer, type Server } from 'node:http';

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

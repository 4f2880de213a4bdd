import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onStart } from '../lib/process.ts';

/** The rival: node:http and nothing else, sending the same bytes under the same headers to every request. */
onStart(async ({ status, headers, body }: { status: number; headers: Record<string, string>; body: Buffer }) => {
  const bytes = Buffer.from(body);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(status, headers);
      response.end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'none' };
});

import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import httpProxy from 'http-proxy';
import { onStart } from '../lib/process.ts';

/** The rival: http-proxy with connections kept, in front of `upstream`. */
onStart(async ({ upstream }: { upstream: string }) => {
  const proxy = httpProxy.createProxyServer({ target: upstream, agent: new Agent({ keepAlive: true }) });
  const server = createServer((request, response) => proxy.web(request, response, {}, () => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'none' };
});

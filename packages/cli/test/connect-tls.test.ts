import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { generate } from 'selfsigned';
import { type Running, startSvc, stopAll, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tls: { key: string; cert: string };
let certificate: string;
let server: Server | undefined;
beforeAll(async () => {
  folder = await temporaryFolder();
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  tls = { key: made.private, cert: made.cert };
  certificate = join(folder.path, 'service.pem');
  await writeFile(certificate, made.cert);
});
afterEach(async () => {
  await stopAll();
  server?.closeAllConnections();
  server?.close();
});
afterAll(() => folder.remove());

/** A service behind TLS with one sandbox, whose twin answers as the test says. */
async function connectTo(twin: (base: string) => RequestListener): Promise<{ running: Running; base: string }> {
  const service = createServer(tls).listen(0, '127.0.0.1');
  server = service;
  await once(service, 'listening');
  const origin = `https://localhost:${(service.address() as AddressInfo).port}`;
  const base = `${origin}/notes/s/ses_1`;
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const per_twin = { notes: { api_url: base, mcp_url: `${base}/mcp` } };
  const answer = twin(base);
  service.on('request', (request, response) => {
    if (!request.url?.startsWith('/v1/')) return answer(request, response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'ses_1', twins: ['notes'], state: 'ready', agent_token: 'token', expires_at, per_twin }));
  });
  const env = {
    SVC_BASE_URL: `${origin}/v1`,
    SVC_API_KEY: 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb',
    NODE_EXTRA_CA_CERTS: certificate,
  };
  return { running: await startSvc(['connect', 'ses_1'], /^Connected/m, { env }), base };
}

describe('svc connect to a service behind TLS', () => {
  test('addresses of the sandbox lead back to the listener, in headers and texts, wherever the pieces end', async () => {
    const { running } = await connectTo((base) => (request, response) => {
      const next = `${base}/notes?page=2`;
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', link: `<${next}>; rel="next"` });
      const text = JSON.stringify({ next, self: base, other: 'https://localhost/elsewhere', path: request.url });
      // Cut in the middle of an address.
      const half = text.indexOf(base) + 12;
      response.write(text.slice(0, half), () => response.end(text.slice(half)));
    });
    const own = running.variables.SVC_NOTES_REST_URL as string;
    const answer = await fetch(`${own}/notes`);
    expect(answer.headers.get('link')).toBe(`<${own}/notes/s/ses_1/notes?page=2>; rel="next"`);
    const { next, ...others } = (await answer.json()) as { next: string };
    expect({ next, ...others }).toEqual({
      next: `${own}/notes/s/ses_1/notes?page=2`,
      self: `${own}/notes/s/ses_1`,
      other: 'https://localhost/elsewhere',
      path: '/notes/s/ses_1/notes',
    });
    expect(await (await fetch(next)).json()).toMatchObject({ path: '/notes/s/ses_1/notes?page=2' });
  });

  test('an event is passed on before the next one comes', async () => {
    const { running, base } = await connectTo((address) => (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${address}/one\n\n`);
      // Ends when the reader has seen the first, and says so by going away.
      request.once('close', () => response.end());
    });
    const own = running.variables.SVC_NOTES_REST_URL as string;
    const { body } = await fetch(own);
    const reader = body!.getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain(`${own}/notes/s/ses_1/one`);
    expect(base).not.toContain(own);
    await reader.cancel();
  });

  test('bytes that are no text pass as they are, with their length', async () => {
    let bytes = Buffer.alloc(0);
    const { running } = await connectTo((base) => {
      bytes = Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from(base)]);
      return (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length }).end(bytes);
    });
    const answer = await fetch(`${running.variables.SVC_NOTES_REST_URL}/raw`);
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  });
});

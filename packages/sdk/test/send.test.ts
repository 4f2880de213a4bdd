import { execFile } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { createTransport, UnreachableError } from '@svc/sdk';

const run = promisify(execFile);
const open: Server[] = [];
const platformFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = platformFetch;
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** @returns its origin */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = { 'content-type': 'application/json' };

test('requests share a connection, and their bodies keep what is not ASCII', async () => {
  let connections = 0;
  const bodies: string[] = [];
  const baseUrl = await serving(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    bodies.push(`${request.headers['content-length']} ${body}`);
    response.writeHead(200, { ...json, 'X-Twice': ['a', 'b'] }).end('{"name":"Zoë 雪"}');
  });
  open[0]?.on('connection', () => connections++);
  const send = createTransport({ baseUrl });
  await send('POST', '/a', { body: { name: 'Zoë 雪' } });
  const answer = await send('POST', '/b');
  expect(await answer.json()).toEqual({ name: 'Zoë 雪' });
  expect(await answer.text()).toBe('{"name":"Zoë 雪"}');
  expect(answer).toMatchObject({ ok: true, status: 200, url: `${baseUrl}/b` });
  expect([answer.headers.get('Content-Type'), answer.headers.get('x-none')]).toEqual(['application/json', null]);
  expect(bodies).toEqual(['19 {"name":"Zoë 雪"}', '0 ']);
  expect(connections).toBe(1);
});

test('an abort before, while nothing answers, and half-way through an answer ends in its own reason', async () => {
  const controllers: AbortController[] = [];
  const baseUrl = await serving((request, response) => {
    if (request.url === '/half') response.writeHead(200, json).write('{"half":');
    setTimeout(() => controllers.at(-1)?.abort(new RangeError('enough')), 10);
  });
  const send = createTransport({ baseUrl });
  for (const path of ['/silent', '/half']) {
    controllers.push(new AbortController());
    await expect(send('GET', path, { signal: controllers.at(-1)?.signal })).rejects.toThrow(new RangeError('enough'));
  }
  await expect(send('GET', '/', { signal: AbortSignal.abort(new RangeError('never')) })).rejects.toThrow(new RangeError('never'));
});

test('an answer that breaks off is none', async () => {
  const baseUrl = await serving((_request, response) => {
    response.writeHead(200, { ...json, 'content-length': 100 }).write('{"half":', () => response.destroy());
  });
  const broken = await createTransport({ baseUrl })('GET', '/').catch((error: unknown) => error);
  expect(broken).toBeInstanceOf(UnreachableError);
  expect(String(broken)).toContain('ECONNRESET');
});

test('an address that is none can not be reached', async () => {
  await expect(createTransport({ baseUrl: 'http://' })('GET', '/me')).rejects.toBeInstanceOf(UnreachableError);
});

test('whoever asks may say what is thrown where nothing answers', async () => {
  const baseUrl = await serving(() => {});
  await new Promise((resolve) => open.splice(0)[0]?.close(resolve));
  const whenUnreachable = async (thrown: unknown) => new RangeError('nobody there', { cause: thrown });
  const refused = await createTransport({ baseUrl, whenUnreachable })('GET', '/').catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'RangeError', cause: { name: 'TypeError', cause: { code: 'ECONNREFUSED' } } });
});

test('a fetch that a program put in the place of the platform’s is used', async () => {
  const asked: string[] = [];
  globalThis.fetch = async (input) => {
    asked.push(String(input));
    return Response.json({ from: 'program' });
  };
  const answer = await createTransport({ baseUrl: 'http://service.invalid/v1' })('GET', '/me');
  expect(await answer.json()).toEqual({ from: 'program' });
  expect(asked).toEqual(['http://service.invalid/v1/me']);
});

test('a proxy that the environment names is asked, and one that waits for more requests lets the process end', async () => {
  const asked: (string | undefined)[] = [];
  const proxy = await serving((request, response) => {
    asked.push(request.url);
    response.writeHead(200, json).end('{"from":"proxy"}');
  });
  const program = `import { createTransport } from ${JSON.stringify(import.meta.resolve('@svc/sdk'))};
    console.log(await (await createTransport({ baseUrl: 'http://service.invalid/v1' })('GET', '/me')).text());`;
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: '', no_proxy: '' };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env });
  expect(stdout).toBe('{"from":"proxy"}\n');
  expect(asked).toEqual(['http://service.invalid/v1/me']);
});

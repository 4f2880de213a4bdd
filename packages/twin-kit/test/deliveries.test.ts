import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Context, defineTwin, json, operationsOf, type Twin } from '@svc/twin-kit';
import { notes } from '../example/notes.ts';
import { eventually, webhookReceiver } from '../testing/receiver.ts';
import { served, temporaryFolder } from '../testing/served.ts';

// biome-ignore lint/suspicious/noExplicitAny: the notes of the example, whose collections are its own
type Any = any;
const operation = operationsOf<Any>();
const RETRY_AFTER_MS = [3_000, 3_000];

/** The example twin, telling `url` of every new note. */
const telling = (url: string, retryAfterMs = RETRY_AFTER_MS): Twin =>
  defineTwin<Any, unknown>({
    ...notes.definition,
    operations: [
      ...notes.definition.operations,
      operation({
        id: 'notes/delivered',
        method: 'GET',
        path: '/delivered/{title}',
        fidelity: 'semantic',
        mutates: false,
        handle: ({ delivered }: Context<Any>, { params }) => json({ delivered: delivered(params.title ?? '') }),
      }),
    ],
    deliveries: (_context, changes) =>
      changes.map(({ after }) => ({
        url,
        subject: String((after as Any)?.title),
        timeoutMs: 2_000,
        retryAfterMs,
        message: (at, id) => ({ headers: { 'x-at': String(at), 'x-id': id }, body: JSON.stringify(after) }),
      })),
  });

/** Allows the port of an address. */
const allowing = (url: string) => ({ webhookPorts: [Number(URL.parse(url)?.port || 80)] });

const create = (twin: Awaited<ReturnType<typeof served>>, title: string) => twin.call('POST', '/notes', { title });
const titles = (messages: readonly { body: string }[]): string[] => messages.map(({ body }) => JSON.parse(body).title);

describe('what a write causes to be sent', () => {
  test('arrives in the order of the writes, over REST and MCP, with an id of its own and the wall time', async () => {
    await using receiver = await webhookReceiver();
    await using twin = await served(telling(receiver.url), allowing(receiver.url));
    const before = Date.now();
    await create(twin, 'one');
    await twin.call('POST', '/mcp/call', { name: 'create_note', arguments: { title: 'two' } });
    expect((await create(twin, 'two')).status).toBe(409);
    await create(twin, 'three');
    const messages = await receiver.arrived(3);
    expect(titles(messages)).toEqual(['one', 'two', 'three']);
    const ids = messages.map(({ headers }) => headers['x-id']);
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number(messages[0]?.headers['x-at'])).toBeGreaterThanOrEqual(before);
  });

  test('is counted by subject once it was received', async () => {
    await using receiver = await webhookReceiver();
    await using twin = await served(telling(receiver.url), allowing(receiver.url));
    await create(twin, 'one');
    const delivered = async () => ((await twin.call('GET', '/delivered/one')).body as { delivered: number }).delivered;
    await eventually(async () => (await delivered()) === 1);
  });

  test('never holds up an answer, however long the receiver takes', async () => {
    let asked = 0;
    await using receiver = await webhookReceiver(() => {
      asked += 1;
    });
    await using twin = await served(telling(receiver.url), allowing(receiver.url));
    expect((await create(twin, 'one')).status).toBe(201);
    await receiver.arrived(1);
    expect((await create(twin, 'two')).status).toBe(201);
    // The receiver still holds the first message; the second waits for it.
    expect([asked, titles(receiver.messages)]).toEqual([1, ['one']]);
  });

  test('is tried again on the logical clock by the writes that move it, as often as declared', async () => {
    await using receiver = await webhookReceiver((response) => response.writeHead(500).end());
    await using twin = await served(telling(receiver.url), { clock: { mode: 'logical' }, ...allowing(receiver.url) });
    await create(twin, 'one');
    await receiver.arrived(1);
    const tries = () => titles(receiver.messages).filter((title) => title === 'one').length;
    // Each write takes a second; the waits are three.
    for (let write = 0; tries() < 1 + RETRY_AFTER_MS.length; write++) {
      await create(twin, `more ${write}`);
      await receiver.arrived(write + 2);
    }
    const [first, second, third] = receiver.messages.flatMap(({ body }, at) => (JSON.parse(body).title === 'one' ? [at] : []));
    expect(first).toBe(0);
    expect(second).toBeGreaterThanOrEqual(3);
    expect((third as number) - (second as number)).toBeGreaterThanOrEqual(3);
    const ids = receiver.messages.filter(({ body }) => JSON.parse(body).title === 'one').map(({ headers }) => headers['x-id']);
    expect(new Set(ids).size).toBe(1);
    for (let write = 0; write < 8; write++) await create(twin, `last ${write}`);
    await eventually(() => titles(receiver.messages).includes('last 7'));
    expect(tries()).toBe(1 + RETRY_AFTER_MS.length);
  });

  test('is tried again on the wall clock when its time comes, without a further call', async () => {
    let refusals = 2;
    await using receiver = await webhookReceiver((response) => {
      response.writeHead(refusals-- > 0 ? 503 : 204).end();
    });
    await using twin = await served(telling(receiver.url, [20, 30, 40]), allowing(receiver.url));
    await create(twin, 'one');
    expect(titles(await receiver.arrived(3))).toEqual(['one', 'one', 'one']);
    const delivered = async () => ((await twin.call('GET', '/delivered/one')).body as { delivered: number }).delivered;
    await eventually(async () => (await delivered()) === 1);
    expect(receiver.messages).toHaveLength(3);
  });

  test('leaves the same bytes in world and tape whether it is received, refused or has no receiver', async () => {
    const evidence = async (url: string) => {
      await using twin = await served(telling(url), { clock: { mode: 'logical' }, ...allowing(url) });
      for (const title of ['one', 'two', 'three', 'four', 'five']) await create(twin, title);
      const delivered = await twin.call('GET', '/delivered/one');
      const events = (await twin.call('GET', '/_svc/events')).text;
      const own = events.replaceAll(/(?:"received_at":"[^"]+",)?"latency_ms":[\d.]+/g, '').replaceAll(String(twin.port), '');
      return [delivered.text, (await twin.call('GET', '/_svc/state')).text, own];
    };
    await using receiver = await webhookReceiver();
    await using refusing = await webhookReceiver((response) => response.writeHead(500).end());
    const received = await evidence(receiver.url);
    await receiver.arrived(5);
    expect(await evidence(refusing.url)).toEqual(received);
    expect(await evidence('http://127.0.0.1:1/hook')).toEqual(received);
  });

  test.each([
    ['follows no redirect', (url: string) => url, 1],
    ['goes to no address of another machine', () => 'http://192.0.2.1/hook', 0],
    ['goes to no name that only looks like this machine', () => 'http://localhost.example/hook', 0],
    ['speaks HTTP only', () => 'ftp://127.0.0.1/hook', 0],
    ['sends no credentials', (url: string) => url.replace('//', '//user:password@'), 0],
    ['goes to no address that only some systems take for this machine', (url: string) => url.replace('127.0.0.1', '0.0.0.0'), 0],
    ['goes to no IPv4 address in IPv6', (url: string) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]'), 0],
    ['goes to no name below localhost', (url: string) => url.replace('127.0.0.1', 'a.localhost'), 0],
    ['takes a number for the address that it is', (url: string) => url.replace('127.0.0.1', '2130706433'), 1],
    ['finds localhost', (url: string) => url.replace('127.0.0.1', 'localhost'), 1],
  ])('%s', async (_what, address, expected) => {
    const tried: string[] = [];
    const note = (message: unknown): number => tried.push((message as { request: { path: string } }).request.path);
    subscribe('http.client.request.start', note);
    await using elsewhere = await webhookReceiver();
    await using receiver = await webhookReceiver((response) => response.writeHead(307, { location: elsewhere.url }).end());
    await using twin = await served(telling(address(receiver.url)), {
      webhookPorts: [...allowing(receiver.url).webhookPorts, ...allowing(elsewhere.url).webhookPorts, 80],
    });
    await create(twin, 'one');
    await receiver.arrived(expected);
    await create(twin, 'two');
    await receiver.arrived(expected * 2);
    unsubscribe('http.client.request.start', note);
    expect([receiver.messages.length, elsewhere.messages.length]).toEqual([expected * 2, 0]);
    expect(tried.filter((path) => path === '/hook')).toHaveLength(expected * 2);
    expect((await twin.call('GET', '/delivered/one')).body).toEqual({ delivered: 0 });
  });

  test('goes to no port that nobody allowed, nor to the twin itself, and is not counted as received', async () => {
    await using receiver = await webhookReceiver();
    await using other = await webhookReceiver();
    await using none = await served(telling(receiver.url));
    await using another = await served(telling(receiver.url), { webhookPorts: [other.port] });
    const free = await webhookReceiver();
    await free[Symbol.asyncDispose]();
    await using itself = await served(telling(`http://localhost:${free.port}/notes`), {
      port: free.port,
      webhookPorts: [free.port],
    });
    for (const twin of [none, another, itself]) {
      await create(twin, 'one');
      await create(twin, 'two');
    }
    await using allowed = await served(telling(receiver.url), { webhookPorts: [receiver.port] });
    await create(allowed, 'three');
    expect(titles(await receiver.arrived(1))).toEqual(['three']);
    expect(other.messages).toEqual([]);
    for (const twin of [none, another, itself]) {
      expect((await twin.call('GET', '/delivered/one')).body).toEqual({ delivered: 0 });
      expect((await twin.events()).map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
    }
  });

  test('goes where it was allowed after a restart too', async () => {
    await using folder = await temporaryFolder();
    await using receiver = await webhookReceiver();
    const options = { token: 'a-token-of-this-test', journalPath: join(folder.path, 'journal') };
    const first = await served(telling(receiver.url), { ...options, ...allowing(receiver.url) });
    await create(first, 'one');
    await receiver.arrived(1);
    await first.close();
    await using second = await served(telling(receiver.url), options);
    await create(second, 'two');
    expect(titles(await receiver.arrived(2))).toEqual(['one', 'two']);
  });

  test('ends with the twin', async () => {
    await using receiver = await webhookReceiver(() => {});
    const twin = await served(telling(receiver.url), allowing(receiver.url));
    await create(twin, 'one');
    await create(twin, 'two');
    await receiver.arrived(1);
    await twin.close();
    expect(titles(receiver.messages)).toEqual(['one']);
  });
});

describe('a signed address', () => {
  const signing = defineTwin<Any, unknown>({
    ...notes.definition,
    operations: [
      ...notes.definition.operations,
      operation({
        id: 'notes/address',
        method: 'GET',
        path: '/address',
        fidelity: 'semantic',
        mutates: false,
        handle: ({ links }: Context<Any>) => json({ url: links.signed('/notes?a=b') }),
      }),
    ],
  });
  const addressOf = async (twin: Awaited<ReturnType<typeof served>>) =>
    ((await twin.call('GET', '/address')).body as { url: string }).url;

  test('opens without a credential, stands for nothing else, and is not on the tape', async () => {
    await using twin = await served(signing);
    const url = await addressOf(twin);
    const status = async (target: string) => (await fetch(target)).status;
    expect(await status(url)).toBe(200);
    expect(await status(url.replace('/notes', '/address'))).toBe(401);
    expect(await status(url.replace('a=b', 'a=c'))).toBe(401);
    expect(await status(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).toBe(401);
    expect(await status(url.slice(0, url.lastIndexOf('&')))).toBe(401);
    const signature = url.slice(url.lastIndexOf('=') + 1);
    const events = (await twin.call('GET', '/_svc/events')).text;
    expect(events).not.toContain(signature);
    expect(events).toContain('svc_signature=[REDACTED]');
  });

  test('with a credential that opens nothing is taped whole', async () => {
    await using twin = await served(signing);
    const url = await addressOf(twin);
    expect((await fetch(url, { headers: { authorization: 'Bearer standalone' } })).status).toBe(200);
    expect((await twin.events()).at(-1)?.path).toBe('/s/standalone/notes?a=b&svc_signature=[REDACTED]');
  });

  test('is not on the tape of other calls either, and what only looks like one is', async () => {
    await using twin = await served(signing);
    const url = await addressOf(twin);
    const forged = [`?svc_signature=${'A'.repeat(43)}`, `${twin.url}/notes?a=b&svc_signature=${'A'.repeat(43)}`];
    for (const title of [`see ${url} there`, ...forged]) await twin.call('POST', '/notes', { title });
    await twin.call('GET', '/notes');
    const rows = await twin.events();
    expect(JSON.stringify(rows)).not.toContain(url.slice(url.lastIndexOf('=') + 1));
    const shown = `see ${url.slice(0, url.lastIndexOf('=') + 1)}[REDACTED] there`;
    expect(rows.slice(1, 4).map((row) => row.request_body)).toEqual([{ title: shown }, ...forged.map((title) => ({ title }))]);
    expect(rows[4]?.response_body).toMatchObject([{}, { title: shown }, ...forged.map((title) => ({ title }))]);
  });

  test('of another sandbox does not open', async () => {
    await using twin = await served(signing);
    await using other = await served(signing);
    const url = (await addressOf(twin)).replace(String(twin.port), String(other.port));
    expect((await fetch(url)).status).toBe(401);
  });
});

import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { collection, defineTwin, json, noContent, operationsOf, TwinError } from '@svc/twin-kit';
import { z } from 'zod';
import { served, temporaryFolder } from '../testing/served.ts';

interface Entry {
  id: number;
  text: string;
}

const collections = {
  entries: collection<Entry>()({ key: (entry) => entry.id }),
  attempts: collection<Entry>()({ key: (entry) => entry.id, internal: true }),
};
const operation = operationsOf<typeof collections>();
const refusal = (status: number, error: string) => () => new TwinError(status, { error });

/** A vendor with the unusual habits that the kit provides for. */
const odd = defineTwin({
  id: 'odd',
  title: 'Odd',
  collections,
  seed: { schema: z.object({}), defaultSeed: {}, load: () => {} },
  operations: [
    operation({
      id: 'decline',
      method: 'POST',
      path: '/decline',
      fidelity: 'semantic',
      mutates: true,
      handle: ({ world, ids }) => {
        world.entries.insert({ id: ids.next('entry'), text: 'failed charge' });
        return { ...json({ error: 'declined' }, 402), commit: true };
      },
    }),
    operation({
      id: 'book',
      method: 'POST',
      path: '/book',
      fidelity: 'semantic',
      mutates: true,
      handle: ({ world, ids, savepoint }) => {
        try {
          savepoint(() => {
            world.entries.insert({ id: ids.next('entry'), text: 'undone' });
            throw new TwinError(409, {});
          });
        } catch {
          world.attempts.insert({ id: ids.next('attempt'), text: 'book' });
        }
        return { ...json({ attempts: world.attempts.size }, 409), commit: true };
      },
    }),
    operation({
      id: 'rpc',
      method: 'POST',
      path: '/rpc',
      fidelity: 'semantic',
      mutates: true,
      action: 'rpc',
      handle: (_context, { body }) => ({ ...noContent(), action: `do_${(body as { do: string }).do}`, fidelity: 'shape' }),
    }),
    operation({
      id: 'slow',
      method: 'POST',
      path: '/slow',
      fidelity: 'semantic',
      mutates: true,
      prepare: async ({ body }) => {
        await new Promise((resolve) => setImmediate(resolve));
        if ((body as { fail?: boolean }).fail) throw new TwinError(400, { error: 'unreadable' });
        return 'parsed';
      },
      handle: ({ world, ids }, { prepared }) => json(world.entries.insert({ id: ids.next('entry'), text: String(prepared) })),
    }),
  ],
  tools: [],
  checks: [],
  documented: [],
  bodyLimit: 1024,
  bodies: (bytes, type) => {
    if (type === 'text/odd') return { do: bytes.toString() };
    if (type === 'application/octet-stream') return bytes;
    return JSON.parse(bytes.toString());
  },
  credentials: ({ search }) => new URLSearchParams(search).getAll('pass'),
  secrets: { query: ['pass'] },
  credential: () => ({ token: 'x', header: 'x', scheme: 'x' }),
  errors: {
    notFound: refusal(404, 'none'),
    unsupported: refusal(501, 'none'),
    unauthenticated: refusal(401, 'none'),
    badCredentials: refusal(401, 'bad'),
    malformedBody: refusal(400, 'malformed'),
    bodyTooLarge: refusal(413, 'large'),
    invalidInput: refusal(422, 'invalid'),
    outOfRoom: refusal(403, 'full'),
    internal: refusal(500, 'internal'),
  },
});

describe('what vendors need beyond the ordinary', () => {
  test('a refusal that commits keeps what it changed, on the tape as a landed call', async () => {
    await using twin = await served(odd);
    expect((await twin.call('POST', '/decline')).status).toBe(402);
    expect(await twin.state()).toEqual({ entries: [{ id: 1, text: 'failed charge' }] });
    expect(await twin.events()).toMatchObject([{ status: 402, state_mutation: true }]);
  });

  test('internal collections survive a restart and are in no state and no delta; a savepoint undoes its part alone', async () => {
    await using folder = await temporaryFolder();
    const options = { journalPath: join(folder.path, 'journal'), token: 'a-token-of-some-length' };
    const first = await served(odd, options);
    expect((await first.call('POST', '/book')).body).toEqual({ attempts: 1 });
    expect(await first.state()).toEqual({ entries: [] });
    expect(await first.events()).toMatchObject([{ status: 409, state_mutation: false, state_delta: null }]);
    await first.close();
    await using second = await served(odd, options);
    expect((await second.call('POST', '/book')).body).toEqual({ attempts: 2 });
  });

  test('a reply names the action and fidelity of an operation that has many', async () => {
    await using twin = await served(odd);
    await twin.call('POST', '/rpc', 'dance', { 'content-type': 'text/odd' });
    expect(await twin.events()).toMatchObject([{ tool: 'do_dance', fidelity: 'shape', request_body: { do: 'dance' } }]);
  });

  test("bytes that are no text are taped as base64, and a reader that throws answers the vendor's refusal", async () => {
    await using twin = await served(odd);
    const headers = { authorization: `Bearer ${twin.token}`, 'content-type': 'application/octet-stream' };
    await fetch(`${twin.url}/decline`, { method: 'POST', headers, body: new Uint8Array([0xff, 0x00]) });
    expect(await twin.call('POST', '/rpc', '{')).toMatchObject({ status: 400, body: { error: 'malformed' } });
    expect(await twin.events()).toMatchObject([{ request_body: { $base64: '/wA=' } }, { status: 400, request_body: '{' }]);
  });

  test('calls that wait are numbered and committed in the order in which they happen', async () => {
    await using twin = await served(odd);
    await Promise.all(Array.from({ length: 40 }, (_, n) => twin.call('POST', n % 2 ? '/slow' : '/decline', {})));
    const rows = await twin.events();
    expect(rows.map((row) => row.state_delta?.[0]?.id)).toEqual(rows.map((row) => row.seq));
    expect(new Set(rows.map((row) => row.request_id)).size).toBe(40);
    expect(await twin.call('POST', '/slow', { fail: true })).toMatchObject({ status: 400, body: { error: 'unreadable' } });
  });

  test('a token in another place opens the twin and is not taped', async () => {
    await using twin = await served(odd);
    const answer = await fetch(`${twin.url}/rpc?pass=${twin.token}`, { method: 'POST', body: '{"do":"x"}' });
    expect(answer.status).toBe(204);
    expect((await fetch(`${twin.url}/rpc?pass=wrong-token-entirely`, { method: 'POST' })).status).toBe(401);
    const tape = JSON.stringify(await twin.events());
    for (const secret of [twin.token, 'wrong-token-entirely']) expect(tape).not.toContain(secret);
  });
});

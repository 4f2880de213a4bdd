import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { tokenDigest } from '@svc/plain-http';
import { assignFaults, type Fault } from '@svc/twin-kit';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { notes } from '../example/notes.ts';
import { PathPattern } from '../src/faults/path-pattern.ts';
import { processorMs } from '../testing/processor.ts';
import { served, temporaryFolder } from '../testing/served.ts';

const twins = new Map([['notes', notes]]);
const issuesOf = async (...faults: Fault[]): Promise<string[]> => {
  const assigned = await assignFaults(twins, faults);
  return assigned.ok ? [] : assigned.issues.map(({ path, message }) => `${path} ${message}`);
};

describe('the path of a fault', () => {
  test.each([
    ['/repos/*/web/issues', '/repos/acme/web/issues', true],
    ['/repos/*/web/issues', '/repos/acme/api/issues', false],
    ['/repos/*/web/issues', '/repos/acme/web/issues/1', false],
    ['/repos/**', '/repos/acme/web/issues', true],
    ['/repos/**', '/user', false],
    ['/**', '/', true],
    ['/chat.*', '/chat.postMessage', true],
    ['/a*b*c', '/aXbYc', true],
    ['/a*b*b', '/ab', false],
    ['/repos/{owner}/{repo}', '/repos/acme/web', true],
  ])('%s of %s: %s', (pattern, path, expected) => {
    expect(new PathPattern(pattern).matches(path)).toBe(expected);
  });

  test.each([
    ['/repos/acme/**', '/repos/{owner}/{repo}/issues', true],
    ['/repos/acme/web/contents/a/b', '/repos/{owner}/{repo}/contents/{path*}', true],
    ['/repoz/acme/web', '/repos/{owner}/{repo}', false],
  ])('%s may stand at %s: %s', (pattern, template, expected) => {
    expect(new PathPattern(pattern).mayMatch(template)).toBe(expected);
  });

  test('takes no longer for a pattern that is made to', () => {
    const pattern = new PathPattern(`/${'*a'.repeat(200)}b`);
    // Each star by itself would be centuries, all of them by turns some milliseconds.
    const took = processorMs(() => expect(pattern.matches(`/${'a'.repeat(16_000)}`)).toBe(false));
    expect(took).toBeLessThan(400);
  });
});

describe('a fault that can not be had', () => {
  test.each<[Fault, string]>([
    [
      { kind: 'no_such' },
      'faults[0].kind the Notes twin has no such fault; it has slow, lost_before_write, lost_after_write, stale_list',
    ],
    [{ twin: 'github', kind: 'slow', delay_ms: 1 }, 'faults[0].twin is none of this sandbox; it has notes'],
    [{ kind: 'slow' }, 'faults[0].delay_ms says how long, in milliseconds: a slow answer needs it'],
    [{ kind: 'slow', delay_ms: 5, writes: 2 }, 'faults[0].writes is nothing that slow takes; it takes delay_ms'],
    [
      { kind: 'lost_after_write', retry_after: 1 },
      'faults[0].retry_after is nothing that lost_after_write takes; it takes no option',
    ],
    [
      { kind: 'lost_after_write', operation: 'notes/make' },
      'faults[0].operation the Notes twin models no such operation; it has notes/create, notes/list',
    ],
    [
      { kind: 'lost_after_write', tool: 'make_note' },
      'faults[0].tool the Notes twin has no such action or MCP tool; it has create_note, list_notes',
    ],
    [{ kind: 'lost_after_write', path: '/note' }, 'faults[0].path the Notes twin has nothing at any method of /note'],
    [{ kind: 'lost_after_write', method: 'PUT', path: '/notes' }, 'faults[0].path the Notes twin has nothing at PUT /notes'],
  ])('%j is refused with what there is', async (fault, message) => {
    expect(await issuesOf(fault)).toEqual([message]);
  });

  test('says which twin where there are several, and where in the list it stands', async () => {
    const several = new Map([
      ['notes', notes],
      ['more', notes],
    ]);
    const assigned = await assignFaults(several, [
      { twin: 'more', kind: 'slow', delay_ms: 1 },
      { kind: 'slow', delay_ms: 1 },
      { twin: 'more', kind: 'none' },
    ]);
    expect(assigned).toMatchObject({
      ok: false,
      issues: [{ path: 'faults[1].twin', message: 'says which of notes, more' }, { path: 'faults[2].kind' }],
    });
  });
});

test('the first fault that is due is the one that a call meets; the others count it', async () => {
  const faults: Fault[] = [
    { kind: 'slow', delay_ms: 1, nth: 2 },
    { kind: 'lost_before_write', nth: [2, 3] },
  ];
  await using server = await served(notes, { faults });
  const outcomes: unknown[] = [];
  for (let n = 0; n < 4; n += 1)
    outcomes.push(
      await server.call('GET', '/notes').then(
        ({ status }) => status,
        () => 'lost',
      ),
    );
  expect(outcomes).toEqual([200, 200, 'lost', 200]);
  expect((await server.events()).map((row) => row.fault?.kind)).toEqual([undefined, 'slow', 'lost_before_write', undefined]);
});

test('what MCP clients say to set up their connection meets no fault', async () => {
  await using server = await served(notes, { faults: [{ kind: 'lost_before_write' }] });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const listed = await server.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
  expect(listed.status).toBe(200);
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'create_note', arguments: { title: 'A' } } };
  await expect(server.call('POST', '/mcp', call, headers)).rejects.toThrow('fetch failed');
});

const CONTROL = 'control-token-of-the-platform';
const TOKEN = 'agent-token-of-the-sandbox';

/** A twin process, with the platform's and the agent's calls. */
async function hosted(journals: { path: string } | { folder: string }) {
  const { port, server } = await serveHostedTwin({ twin: notes, host: '127.0.0.1', port: 0, journals, controlToken: CONTROL });
  const call = async (method: string, path: string, body?: unknown, control = CONTROL) => {
    const init = { method, headers: { 'x-svc-control': control, authorization: `Bearer ${TOKEN}` } };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { call, [Symbol.asyncDispose]: () => server.close() };
}

const boot = { session_id: 'ses_1', twin: 'notes', token_sha256: tokenDigest(TOKEN), clock: { mode: 'logical' } };
const make = (title: string) => ['POST', '/s/ses_1/notes', { title }] as const;
/** The twin's word to the proxy that the client gets no answer. */
const LOST = { status: 599, body: undefined };

describe('faults asked for while a sandbox lives', () => {
  test('stand with what came of them, take the place of earlier ones, and survive a restart with their counts', async () => {
    await using folder = await temporaryFolder();
    const journal = join(folder.path, 'journal');
    const first = [{ kind: 'lost_after_write', method: 'POST', nth: 1 }];
    const second = [{ kind: 'lost_before_write', method: 'POST', nth: [2, 3] }];
    {
      await using twin = await hosted({ path: journal });
      await twin.call('PUT', '/_svc/control/boot', { ...boot, faults: first });
      expect(await twin.call(...make('one'))).toEqual(LOST);
      expect((await twin.call('GET', '/_svc/control/faults')).body).toEqual({
        faults: [{ ...first[0], twin: 'notes', matched: 1, injected: 1 }],
      });
      expect((await twin.call('PUT', '/_svc/control/faults', { faults: second })).body).toEqual({
        faults: [{ ...second[0], twin: 'notes', matched: 0, injected: 0 }],
      });
      expect((await twin.call(...make('two'))).status).toBe(201);
      expect(await twin.call(...make('three'))).toEqual(LOST);
    }
    await using twin = await hosted({ path: journal });
    expect((await twin.call('GET', '/_svc/control/faults')).body.faults).toMatchObject([{ matched: 2, injected: 1 }]);
    expect(await twin.call(...make('four'))).toEqual(LOST);
    expect((await twin.call(...make('five'))).status).toBe(201);
    const rows = (await twin.call('GET', '/s/ses_1/_svc/events')).body as { seq: number; fault?: { call: number } }[];
    expect(rows.map(({ seq, fault }) => [seq, fault?.call])).toEqual([
      [1, 1],
      [2, undefined],
      [3, 2],
      [4, 3],
      [5, undefined],
    ]);
    const { notes: all } = (await twin.call('GET', '/s/ses_1/_svc/state')).body;
    expect(all.map(({ title }: { title: string }) => title)).toEqual(['Welcome', 'one', 'two', 'five']);
    for (const [step, expected] of [2, 3, 3, 3, 4].entries())
      expect((await twin.call('GET', `/s/ses_1/_svc/state?step=${step + 1}`)).body.notes).toHaveLength(expected);
  });

  test('are refused with their issues where they can not be had, and what stood stays', async () => {
    await using folder = await temporaryFolder();
    await using twin = await hosted({ path: join(folder.path, 'journal') });
    expect((await twin.call('PUT', '/_svc/control/faults', { faults: [] })).status).toBe(503);
    expect(await twin.call('PUT', '/_svc/control/boot', { ...boot, faults: [{ kind: 'none' }] })).toMatchObject({ status: 422 });
    await twin.call('PUT', '/_svc/control/boot', { ...boot, faults: [{ kind: 'slow', delay_ms: 1 }] });
    const refused = await twin.call('PUT', '/_svc/control/faults', { faults: [{ kind: 'none' }] });
    expect(refused).toMatchObject({ status: 422, body: { issues: [{ path: 'faults[0].kind' }] } });
    expect((await twin.call('PUT', '/_svc/control/faults', { fault: [] })).status).toBe(422);
    expect((await twin.call('GET', '/_svc/control/faults')).body.faults).toHaveLength(1);
  });

  test('of one session of many are set with its own token, and meet no call of the others', async () => {
    await using folder = await temporaryFolder();
    for (const id of ['ses_1', 'ses_2']) await mkdir(join(folder.path, id));
    await using twin = await hosted({ folder: folder.path });
    const first = (await twin.call('PUT', '/_svc/control/boot', { ...boot, faults: [{ kind: 'lost_before_write' }] })).body;
    const second = (await twin.call('PUT', '/_svc/control/boot', { ...boot, session_id: 'ses_2' })).body;
    expect((await twin.call('GET', '/s/ses_2/notes')).status).toBe(200);
    expect(await twin.call('GET', '/s/ses_1/notes')).toEqual(LOST);
    expect((await twin.call('PUT', '/_svc/control/faults', { faults: [] }, first.control_token)).status).toBe(200);
    expect((await twin.call('GET', '/s/ses_1/notes')).status).toBe(200);
    const slow = { faults: [{ kind: 'slow', delay_ms: 1 }] };
    expect((await twin.call('PUT', '/_svc/control/faults', slow, second.control_token)).body.faults).toHaveLength(1);
    expect((await twin.call('GET', '/_svc/control/faults', undefined, first.control_token)).body.faults).toEqual([]);
  });
});

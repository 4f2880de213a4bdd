import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Twin } from '@svc/twin-kit';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { notes } from '../example/notes.ts';
import { eventually } from '../testing/receiver.ts';
import { served } from '../testing/served.ts';
import { canMount, smallDisk } from '../testing/small-disk.ts';

const KIB = 1 << 10;
const MIB = 1 << 20;
const RESERVE = 2 * MIB;
const TOKEN = 'a-token-of-this-test';

const onSmallDisk = canMount || process.env.CI ? test : test.skip;
const board: Twin = { ...notes, definition: { ...notes.definition, bodyLimit: MIB } };
const NO_ROOM = { error: 'The disk under this sandbox has no room left. Nothing was changed.' };
const NO_ROW = { error: 'The disk under this sandbox has no room left. Nothing was read or changed.' };

async function onDisk(disk: { path: string }, diskReserveBytes: number) {
  const journalPath = join(disk.path, 'journal');
  const twin = await served(board, { journalPath, token: TOKEN, room: { diskReserveBytes } });
  const write = (title: string) => twin.call('POST', '/notes', { title });
  const titles = async () => ((await twin.state()).notes ?? []).map((note) => note.title as string);
  return { ...twin, journalPath, write, titles };
}

describe('a disk that others fill', () => {
  onSmallDisk('takes no writes below the reserve, no rows below half of it, and all again once there is room', async () => {
    await using disk = await smallDisk(8);
    await using twin = await onDisk(disk, RESERVE);
    expect((await twin.write('first')).status).toBe(201);
    disk.fill(RESERVE - 256 * KIB);
    const landed = ['Welcome', 'first'];
    await eventually(async () => {
      const { status } = await twin.write(`until the disk is looked at ${landed.length}`);
      if (status === 201) landed.push(`until the disk is looked at ${landed.length}`);
      return status !== 201;
    });
    const unwritten = await twin.write('second');
    expect([unwritten.status, unwritten.body]).toEqual([403, NO_ROOM]);
    expect((await twin.call('GET', '/notes')).body).toHaveLength(landed.length);
    disk.fill(RESERVE / 2 - 256 * KIB);
    await eventually(async () => isDeepStrictEqual((await twin.call('GET', '/notes')).body, NO_ROW));
    const { size } = statSync(twin.journalPath);
    const unread = await twin.call('GET', '/notes');
    expect([unread.status, unread.body]).toEqual([403, NO_ROW]);
    expect(statSync(twin.journalPath).size).toBe(size);
    expect((await twin.events()).at(-1)).toMatchObject({ method: 'GET', status: 403, response_body: NO_ROW });
    disk.empty();
    await eventually(async () => (await twin.call('GET', '/notes')).status === 200);
    expect((await twin.write('third')).status).toBe(201);
    expect(await twin.titles()).toEqual([...landed, 'third']);
    const rows = await twin.events();
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.filter(({ response_body }) => isDeepStrictEqual(response_body, NO_ROW)).length).toBeGreaterThan(1);
    expect(rows.some(({ cut }) => cut)).toBe(false);
  });

  onSmallDisk('says on the tape where it was cut when more calls are refused than memory holds rows of', async () => {
    await using disk = await smallDisk(4);
    await using twin = await onDisk(disk, 0);
    disk.fill(0);
    const asked = await Promise.all(Array.from({ length: 600 }, (_, n) => twin.call('GET', `/notes?${'q'.repeat(KIB)}${n}`)));
    const refused = asked.filter(({ status }) => status === 403).length;
    expect(refused).toBeGreaterThan(300);
    disk.empty();
    await eventually(async () => (await twin.write('after')).status === 201);
    const rows = await twin.events();
    const at = rows.findIndex(({ cut }) => cut);
    expect(rows.filter(({ cut }) => cut)).toHaveLength(1);
    // The rows before it were held in memory, the ones after it came when there was room again.
    expect(rows.slice(at - 100, at + 1).every(({ status }) => status === 403)).toBe(true);
    expect(rows.at(-1)).toMatchObject({ status: 201 });
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.length).toBeLessThan(600);
  });
});

describe('a disk that runs full under a write', () => {
  onSmallDisk('loses no acknowledged write, keeps no refused one, and goes on once there is room', async () => {
    await using disk = await smallDisk(4);
    const twin = await onDisk(disk, 0);
    disk.fill(256 * KIB);
    const acknowledged: string[] = ['Welcome'];
    const refused: number[] = [];
    const load = async (lane: number): Promise<void> => {
      for (let n = 0; n < 100; n += 1) {
        const title = `${lane}/${n} ${'x'.repeat(2 * KIB)}`;
        const answer = await twin.write(title);
        if (answer.status === 201) acknowledged.push(title);
        else refused.push(answer.status);
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(load));
    expect(new Set(refused)).toEqual(new Set([403]));
    expect(acknowledged.length).toBeGreaterThan(10);
    expect((await twin.titles()).toSorted()).toEqual(acknowledged.toSorted());
    disk.empty();
    await eventually(async () => (await twin.call('GET', '/notes')).status === 200);
    expect((await twin.write('after')).body).toMatchObject({ id: acknowledged.length + 1 });
    const state = await twin.state();
    const rows = await twin.events();
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.filter((row) => row.state_mutation)).toHaveLength(acknowledged.length);
    await twin.close();
    await using again = await onDisk(disk, 0);
    expect(await again.state()).toEqual(state);
    expect(await again.events()).toEqual(rows);
  });

  onSmallDisk('boots no world, says so, and boots it when there is room', async () => {
    await using disk = await smallDisk(4);
    const controlToken = 'control-token-of-the-platform';
    const { port, server } = await serveHostedTwin({
      twin: board,
      host: '127.0.0.1',
      port: 0,
      journals: { path: join(disk.path, 'journal') },
      controlToken,
    });
    const boot = async (diskReserveBytes: number) => {
      const room = { journal_bytes: MIB, world_bytes: MIB, disk_reserve_bytes: diskReserveBytes };
      const body = { session_id: 'ses_1', twin: 'notes', token_sha256: '0'.repeat(64), room };
      const init = { method: 'PUT', headers: { 'x-svc-control': controlToken }, body: JSON.stringify(body) };
      const answer = await fetch(`http://127.0.0.1:${port}/_svc/control/boot`, init);
      return { status: answer.status, body: (await answer.json()) as { error?: { type: string } } };
    };
    try {
      disk.fill(MIB);
      expect(await boot(RESERVE)).toMatchObject({ status: 503, body: { error: { type: 'downstream_unavailable' } } });
      disk.fill(0);
      expect(await boot(0)).toMatchObject({ status: 503, body: { error: { type: 'downstream_unavailable' } } });
      expect(statSync(join(disk.path, 'journal')).size).toBe(0);
      disk.empty();
      expect(await boot(RESERVE)).toMatchObject({ status: 200 });
    } finally {
      await server.close();
    }
  });
});

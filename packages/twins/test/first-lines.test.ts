import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { loadTwin, twinIds } from '@svc/twins';
import { firstLinesOf } from '@svc/twins/first-lines';

const CONTROL = 'control-token-of-the-platform';
const MIB = 1 << 20;
const launch = {
  tokenSha256: 'a'.repeat(64),
  clock: { mode: 'logical' as const, start: '2026-03-01T00:00:00Z' },
  seed: undefined,
  webhookPorts: [4567],
  room: { journalBytes: 3 * MIB, worldBytes: 2 * MIB, diskReserveBytes: MIB },
};

test.each(twinIds)(
  "the journal of %s's default world begins as its twin begins it, and is taken up as the same world",
  async (twin) => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-first-lines-'));
    const { port, server } = await serveHostedTwin({
      twin: (await loadTwin(twin))!,
      host: '127.0.0.1',
      port: 0,
      journals: { folder },
      controlToken: CONTROL,
    });
    try {
      const journalOf = (session: string) => join(folder, session, `${twin}.jsonl`);
      const ask = async (method: string, path: string, control: string, body?: object) => {
        const init = { method, headers: { 'x-svc-control': control }, ...(body && { body: JSON.stringify(body) }) };
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
        expect(answer.status).toBe(200);
        return answer.text();
      };
      const state = async (session: string, told: string) =>
        (await ask('GET', `/s/${session}/_svc/state`, JSON.parse(told).control_token)).replaceAll(session, 'SESSION');
      for (const session of ['asked', 'begun']) await mkdir(join(folder, session));
      const asked = await ask('PUT', '/_svc/control/boot', CONTROL, {
        session_id: 'asked',
        twin,
        token_sha256: launch.tokenSha256,
        clock: launch.clock,
        webhook_ports: launch.webhookPorts,
        room: { journal_bytes: 3 * MIB, world_bytes: 2 * MIB, disk_reserve_bytes: MIB },
      });
      const written = await readFile(journalOf('asked'), 'utf8');
      const { bootedAt } = JSON.parse(written.split('\n')[1] as string) as { bootedAt: number };
      const linesOf = (sessionId: string) => firstLinesOf({ ...launch, sessionId, twin }, bootedAt);
      const parsed = (lines: string | Buffer | undefined) =>
        `${lines}`
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      expect(parsed(linesOf('asked'))).toEqual(parsed(written));
      await writeFile(journalOf('begun'), linesOf('begun')!);
      const begun = await ask('PUT', '/_svc/control/sessions/begun', CONTROL);
      expect(await state('begun', begun)).toBe(await state('asked', asked));
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test('a session that its twin may refuse has to be asked for', () => {
  const plain = { ...launch, sessionId: 'one', twin: 'github' };
  expect(firstLinesOf(plain)).toBeInstanceOf(Buffer);
  expect(firstLinesOf({ ...plain, seed: {} })).toBeUndefined();
  expect(firstLinesOf({ ...plain, faults: [{ kind: 'rate_limit' } as never] })).toBeUndefined();
  expect(firstLinesOf({ ...plain, inherits: {} })).toBeUndefined();
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import { startService, stopAll, temporaryFolder, waitFor } from '../support.ts';
import { agent, CRITERION, call, connect, createSandbox, FINALIZE, portsOf, tape } from './support.ts';

// Several starts of the whole service in one test.
jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

/** The process that serves a sandbox's twin now, for it alone or for all sandboxes of the twin. */
async function twinProcess(session: string, isIsolated: boolean): Promise<number> {
  const read = async (...path: string[]) => JSON.parse(await readFile(join(dataDir, 'twins', ...path), 'utf8'));
  if (!isIsolated) return ((await read('processes', 'github.json')) as { pid: number }).pid;
  return ((await read('sandboxes', session, 'session.json')) as { twins: [{ pid: number }] }).twins[0].pid;
}

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('kill -9 on a twin in the middle of a loop of writes', () => {
  const kinds: [whose: string, args: string[]][] = [
    ['shared with other sandboxes', []],
    ['of its own', ['--isolate']],
  ];
  test.each(shareOf(kinds, 1))(
    'every acknowledged write and its row are there, in order, once, from a process %s',
    async (_whose, args) => {
      const service = await startService(dataDir, ['--port', '0', ...args]);
      const isIsolated = args.length > 0;
      const sandbox = await createSandbox(service);
      const acknowledged: string[] = [];
      const kills = new Set<number>();
      const WRITES = 120;
      for (let n = 1; n <= WRITES; n++) {
        const title = `write ${n}`;
        if (n % 40 === 20) {
          // Not awaited: the process dies while the next calls are on their way.
          const pid = await twinProcess(sandbox.session_id, isIsolated);
          kills.add(pid);
          setImmediate(() => process.kill(pid, 'SIGKILL'));
        }
        const { status } = await agent(sandbox, 'POST', '/repos/acme/storefront/issues', { title }).catch(() => ({ status: 0 }));
        if (status === 201) acknowledged.push(title);
        if (kills.size > 0 && n % 40 === 25) {
          await waitFor('a successor', async () => !kills.has(await twinProcess(sandbox.session_id, isIsolated)));
        }
      }
      expect(kills.size).toBe(3);
      for (const pid of kills) expect(alive(pid)).toBe(false);
      // The proxy holds calls back while a twin returns: nearly all are acknowledged.
      expect(acknowledged.length).toBeGreaterThan(WRITES - 10);

      const rows = await tape(sandbox);
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
      const landed = rows.filter((row) => row.state_mutation).map((row) => row.request_body?.title as string);
      expect(new Set(landed).size).toBe(landed.length);
      expect(landed.filter((title) => acknowledged.includes(title))).toEqual(acknowledged);

      const state = JSON.parse((await agent(sandbox, 'GET', '/_svc/state')).text) as {
        issues: { title: string; number: number }[];
      };
      const written = state.issues.toSorted((a, b) => a.number - b.number).map(({ title }) => title);
      expect(written.filter((title) => title.startsWith('write '))).toEqual(landed);
    },
  );
});

describe('kill -9 on svc up in the middle of finalize', () => {
  inTheWhole(test)('after the restart the run exists once', async () => {
    let service = await startService(dataDir);
    const ports = portsOf(service);
    const sessions: string[] = [];
    // From before the evaluation is recorded to after the run is written.
    const moments = shareOf(['running', 'queued', 'completed'] as const, 1);
    for (const moment of moments) {
      const sandbox = await createSandbox(service);
      sessions.push(sandbox.session_id);
      // Enough rows that grading takes a while.
      for (let n = 0; n < 30; n++)
        await agent(sandbox, 'POST', '/repos/acme/storefront/issues/1/comments', { body: `comment ${n}` });
      const database = await connect(dataDir);
      database.on('error', () => {});
      const finalize = { ...FINALIZE, criteria: [CRITERION] };
      const answer = call(service, 'POST', `/sandboxes/${sandbox.session_id}/finalize`, finalize).catch(() => undefined);
      const reached =
        moment === 'queued'
          ? ['queued', 'running', 'completed']
          : moment === 'running'
            ? ['running', 'completed']
            : ['completed'];
      await waitFor(`the evaluation to be ${moment}`, async () => {
        const { rows } = await database.query('select status from evaluations where sandbox_id = $1', [sandbox.session_id]);
        return rows.some(({ status }) => reached.includes(status));
      });
      await service.stop('SIGKILL');
      await answer;
      await database.end().catch(() => undefined);

      service = await startService(dataDir, ports);
      const repeated = await call(service, 'POST', `/sandboxes/${sandbox.session_id}/finalize`, finalize);
      expect([200, 201]).toContain(repeated.status);
      expect(repeated.body.score).toBe(100);
      const runs = (await call(service, 'GET', '/runs?limit=200')).body as unknown as { id: string; session_id: string }[];
      const own = runs.filter(({ session_id }) => session_id === sandbox.session_id);
      expect(own.map(({ id }) => id)).toEqual([repeated.body.run_id]);
      const closed = await call(service, 'GET', `/sandboxes/${sandbox.session_id}`);
      expect(closed.body.state).toBe('done');
    }
    expect(new Set(sessions).size).toBe(moments.length);
    const usage = await call(service, 'GET', '/usage');
    expect(usage.body.sessions_used).toBe(0);
  });
});

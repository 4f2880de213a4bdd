import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSharedRuntime } from '@svc/platform';
import { twinProcessEntry } from '@svc/twins';

export interface KilledWorlds {
  dataDir: string;
  worlds: number;
  /** Agents that write all the time, each to one world after the other. */
  agents: number;
  /** How often the process is killed while they write. */
  kills: number;
  /** The program of the process, where it isn't the one of the sources. */
  entry?: string;
}

export interface AfterKills {
  acknowledged: number;
  /** Acknowledged writes that no world has, by world and title. */
  lost: string[];
  /** Worlds with a tape that isn't numbered from 1 on, each once. */
  torn: string[];
  /** From each kill until every world had answered again, in milliseconds. */
  backMs: number[];
}

const WRITING_MS = 400;
/** Often enough to see when worlds are back, and seldom enough not to keep them. */
const ASKED_EVERY_MS = 100;
const TOKEN = 'the-bearer-of-all-these-worlds';
const ISSUES = '/repos/acme/storefront/issues';

/** Kills a process with many worlds again and again while agents write, and looks for what they were told is written. */
export async function killedWorlds({ dataDir, worlds, agents, kills, entry }: KilledWorlds): Promise<AfterKills> {
  const runtime = createSharedRuntime({ dataDir, entry: entry ?? fileURLToPath(twinProcessEntry) });
  try {
    const sessions = Array.from({ length: worlds }, (_, at) => `ses_killed_${at}`);
    const tokenSha256 = createHash('sha256').update(TOKEN).digest('hex');
    const expiresAt = new Date(Date.now() + 3_600_000);
    const launch = { twin: 'github', seed: undefined, clock: { mode: 'wall' as const }, tokenSha256, expiresAt };
    let url = '';
    for (const sessionId of sessions) {
      const [address] = await runtime.start([{ ...launch, sessionId }]);
      url = address?.url ?? '';
    }
    const call = (session: string, path: string, title?: string) =>
      fetch(`${url}/s/${session}${path}`, {
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        ...(title !== undefined && { method: 'POST', body: JSON.stringify({ title }) }),
      });
    const acknowledged: [session: string, title: string][] = [];
    let writing = true;
    const agent = async (lane: number) => {
      for (let n = 0; writing; n += 1) {
        const session = sessions[(lane + n * agents) % worlds] as string;
        const title = `agent ${lane}, write ${n}`;
        const status = await call(session, ISSUES, title).then(
          async (answer) => (await answer.arrayBuffer()) && answer.status,
          () => 0,
        );
        if (status === 201) acknowledged.push([session, title]);
        else await delay(ASKED_EVERY_MS);
      }
    };
    const working = Array.from({ length: agents }, (_, lane) => agent(lane));
    const backMs: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await delay(WRITING_MS);
      const record = JSON.parse(await readFile(join(dataDir, 'processes', 'github.json'), 'utf8')) as { pid: number };
      process.kill(record.pid, 'SIGKILL');
      const begun = performance.now();
      await Promise.all(sessions.map((session) => untilAnswered(() => call(session, '/repos/acme/storefront'))));
      backMs.push(performance.now() - begun);
    }
    await delay(WRITING_MS);
    writing = false;
    await Promise.all(working);
    const [lost, torn]: [string[], string[]] = [[], []];
    for (const session of sessions) {
      const rows = (await (await call(session, '/_svc/events')).json()) as { seq: number; request_body: { title?: string } }[];
      if (rows.some(({ seq }, at) => seq !== at + 1)) torn.push(session);
      const state = (await (await call(session, '/_svc/state')).json()) as { issues: { title: string }[] };
      const titles = new Set(state.issues.map(({ title }) => title));
      const taped = new Set(rows.map(({ request_body }) => request_body?.title));
      const own = acknowledged.filter(([of]) => of === session);
      lost.push(...own.flatMap(([, title]) => (titles.has(title) && taped.has(title) ? [] : [`${session} ${title}`])));
    }
    return { acknowledged: acknowledged.length, lost, torn, backMs };
  } finally {
    await runtime.close();
  }
}

async function untilAnswered(ask: () => Promise<Response>): Promise<void> {
  for (;;) {
    const status = await ask().then(
      async (answer) => (await answer.arrayBuffer()) && answer.status,
      () => 0,
    );
    if (status === 200) return;
    await delay(ASKED_EVERY_MS);
  }
}

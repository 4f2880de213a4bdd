import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Twin } from '@svc/twin-kit';
import { loadTwin } from '@svc/twins';
import { systemAmbient } from '../packages/twin-kit/src/ambient.ts';
import { Session } from '../packages/twin-kit/src/session.ts';
import { Journal } from '../packages/twin-kit/src/tape/journal.ts';
import { LIGHT } from '../packages/twin-kit/src/threads/light.ts';
import type { Result } from './lib/result.ts';
import { heavyCalls } from './twins/heavy-calls.ts';
import type { Call, Subject } from './twins/subject.ts';

const MOST_MS = 100;
/** The first of each kind loads and compiles what the others find there. */
const TIMES = 4;
const TOKEN = 'a-token-of-the-bench';
const MIB = 1 << 20;
const SAMPLE = 500;
/** Seeds are smaller than the worlds that they become, by so much at most. */
const OF_A_WORLD = 0.5;

/** Processor time of this thread. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A seed of about so many bytes. */
function seedOf({ seed }: Subject, bytes: number): unknown {
  return seed(Math.floor((bytes * SAMPLE) / JSON.stringify(seed(SAMPLE)).length));
}

/** Sessions as a process for many of them has them, but that one which outgrows it stays: what it cost until then is what is measured. */
class Stage {
  readonly #folder: string;
  readonly #twin: Twin;
  #moved: (() => void) | undefined;

  constructor(folder: string, twin: Twin) {
    this.#folder = folder;
    this.#twin = twin;
  }

  open(id: string, seed?: unknown): Session {
    const journal = Journal.open(join(this.#folder, `${id}.jsonl`), (error) => {
      throw error;
    });
    const { id: twin } = this.#twin;
    const head = {
      twin,
      sessionId: id,
      tokenSha256: hash('sha256', TOKEN),
      clock: { mode: 'wall' },
      bootedAt: Date.now(),
      seed,
    } as const;
    return new Session(this.#twin, journal, seed === undefined ? undefined : head, {
      ambient: systemAmbient(),
      behindProxy: true,
      ownPorts: () => [],
      outgrown: () => {
        this.#moved?.();
        return true;
      },
    });
  }

  /** Runs a call as the server does, until it is answered or given up. @returns the answer's status */
  async run(session: Session, { path, method = 'GET', contentType, body = '' }: Call): Promise<number | 'moved'> {
    const { promise, resolve } = Promise.withResolvers<number | 'moved'>();
    this.#moved = () => resolve('moved');
    const headers = { authorization: `Bearer ${TOKEN}`, ...(contentType && { 'content-type': contentType }), host: 'twins.test' };
    const call = session.callOf({ method, headers, rawHeaders: Object.entries(headers).flat() }, `${session.mount}${path}`, 0);
    const sink = { begun: false, send: (status: number) => resolve(status), destroy: () => resolve(0) };
    await session.agentCall({ ok: true, bytes: Buffer.from(body) }, call, sink, (_sink, work) => void work());
    session.journal.flush();
    return promise;
  }
}

/** What the heaviest calls of each kind cost the thread that all sessions share, on a world as large as one there may be. */
export async function heavy(subject: Subject): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    const stage = new Stage(folder, (await loadTwin(subject.twin)) as Twin);
    const session = stage.open('ses_large', seedOf(subject, LIGHT.worldBytes * OF_A_WORLD));
    const worlds = (session.engine.present.worldBytes / MIB).toFixed(1);
    const told: [kind: string, ms: number][] = [];
    const measured = async (kind: string, work: (time: number) => unknown): Promise<void> => {
      const times: number[] = [];
      let outcome: unknown;
      for (let time = 0; time < TIMES; time += 1) {
        const before = workedMs();
        outcome = await work(time);
        if (time > 0) times.push(workedMs() - before);
      }
      told.push([outcome === undefined ? kind : `${kind} (${outcome})`, times.reduce((sum, ms) => sum + ms, 0) / times.length]);
    };
    for (const [kind, call] of Object.entries(heavyCalls(subject)))
      await measured(kind, (time) => stage.run(session, call(time)));
    const seed = seedOf(subject, LIGHT.bootBytes);
    await measured('boot', (time) => void stage.open(`ses_${time}`, JSON.parse(JSON.stringify(seed))));
    await measured('take-up', (time) => void stage.open(`ses_${time}`));
    const worst = Math.max(...told.map(([, ms]) => ms));
    return {
      what: `the heaviest calls of ${subject.twin} where others wait, on a world of ${worlds} MiB`,
      ratio: worst / MOST_MS,
      budget: `≤ ${MOST_MS} ms of processor time each`,
      met: worst <= MOST_MS,
      numbers: told.map(([kind, ms]) => `${kind} ${ms.toFixed(0)} ms`).join(', '),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

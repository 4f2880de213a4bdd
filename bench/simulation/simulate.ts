import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@svc/sdk';
import { sql } from 'kysely';
import { until } from '../../e2e/fleet/wait.ts';
import { type Part, type Simulation, startSimulation } from './installation.ts';
import { databaseBytes, measured, memory, type Work } from './measure.ts';
import { CALL, WORLD } from './recorded.ts';

export interface Size {
  hosts: number;
  sandboxes: number;
  /** Sandboxes that are called, each once, and those of them that are graded. */
  called: number;
  graded: number;
  /** How long nothing is asked while all are open. */
  idleSeconds: number;
}

/** What a size came to. */
export interface Outcome {
  size: Size;
  create: Work;
  call: Work;
  grade: Work;
  /** From the moment that they ran out to the one when nothing of them is left. */
  expire: Work;
  idle: Work;
  /** Of a control plane that was killed, with all sandboxes open: until it had found them again, and how many were lost to it. */
  restart: { seconds: number; lost: number };
  memory: Record<Part, number>;
  databaseBytes: number;
  /** Sandboxes on the host with the fewest and the one with the most. */
  spread: { least: number; most: number };
  /** Runs that were written, and what they scored. */
  scores: (number | null)[];
  troubles: string[];
}

const CREATED_AT_ONCE = 16;
const CALLED_AT_ONCE = 16;
const GRADED_AT_ONCE = 4;
const EXPIRED_WITHIN_MS = 900_000;
/** Those of one cause follow each other. */
const MOST_TROUBLES = 10;

interface Opened {
  id: string;
  url: string;
  token: string;
}

/** Fills hosts with sandboxes, uses them, and lets them run out. */
export async function simulate(size: Size): Promise<Outcome> {
  const simulation = await startSimulation(size.hosts, size.sandboxes);
  try {
    const clients = simulation.apis.map((baseUrl) => createClient({ baseUrl, apiKey: simulation.key }));
    const clientOf = (at: number): Client => clients[at % clients.length] as Client;
    const opened: Opened[] = [];
    const create = await measured(simulation, size.sandboxes, CREATED_AT_ONCE, async (at) => {
      const sandbox = await clientOf(at).sandboxes.create({ twins: ['github'], seed: WORLD });
      opened.push({ id: sandbox.session_id, url: sandbox.per_twin.github?.api_url ?? '', token: sandbox.agent_token });
    });
    const spread = await spreadOf(simulation);
    const call = await measured(simulation, size.called, CALLED_AT_ONCE, (at) => callOnce(opened[at] as Opened));
    const idle = await measured(simulation, 1, 1, () => delay(size.idleSeconds * 1_000));
    const [used, bytes] = [await memory(simulation), await databaseBytes(simulation)];
    const restart = { seconds: (await simulation.restart()) / 1_000, lost: size.sandboxes - (await openIn(simulation)) };
    const scores: Outcome['scores'] = [];
    const grade = await measured(simulation, size.graded, GRADED_AT_ONCE, async (at) => {
      scores.push(await finalize(clientOf(at), (opened[at] as Opened).id));
    });
    const expire = await runOut(simulation, size.sandboxes - size.graded);
    const troubles = simulation.troubles();
    return { size, create, call, grade, expire, idle, restart, memory: used, databaseBytes: bytes, spread, scores, troubles };
  } catch (error) {
    const [open, spread] = await Promise.all([openIn(simulation), spreadOf(simulation)]);
    const told = { size, open, spread, troubles: simulation.troubles().slice(0, MOST_TROUBLES) };
    throw new Error(`The simulation ended early: ${JSON.stringify(told)}`, { cause: error });
  } finally {
    await simulation.stop();
  }
}

async function callOnce({ url, token }: Opened): Promise<void> {
  const answer = await fetch(`${url}${CALL}`, { headers: { authorization: `Bearer ${token}` } });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`A twin's call was answered with ${answer.status}: ${body}`);
}

async function finalize(client: Client, id: string): Promise<number | null> {
  const run = await client.sandboxes.finalize(id, {
    source: 'twin-pull',
    stop_reason: 'exited',
    exit_code: 0,
    duration_ms: 1,
    agent_model: 'none',
    criteria: [{ id: 'open', kind: 'code', text: 'Issue #1 in octo/demo is open.', always_scored: true }],
  });
  return run.score;
}

async function openIn({ database }: Simulation): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from sandboxes where closed_at is null`.execute(database);
  return Number(rows[0]?.count);
}

async function spreadOf({ database }: Simulation): Promise<Outcome['spread']> {
  const { rows } = await sql<Outcome['spread']>`select min(placed) as least, max(placed) as most from hosts`.execute(database);
  return rows[0] as Outcome['spread'];
}

/** Has all that is open run out now, and waits until no twin, slot or placement is left. */
async function runOut(simulation: Simulation, count: number): Promise<Work> {
  const { database } = simulation;
  const work = await measured(simulation, 1, 1, async () => {
    await sql`update sandboxes set expires_at = now() where closed_at is null`.execute(database);
    await until('everything to be removed', EXPIRED_WITHIN_MS, async () => {
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from placements) + (select count(*) from sandbox_twins) + (select sum(open_sandboxes) from teams)
          + (select count(*) from sandboxes where closed_at is null) as left`.execute(database);
      return Number(rows[0]?.left) === 0;
    });
  });
  return { ...work, count };
}

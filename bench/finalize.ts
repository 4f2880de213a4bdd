import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@svc/sdk';
import { send } from './lib/load.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';
import { type Service, startService } from './lib/service.ts';

const CRITERIA = 20;
const SAMPLED_EVERY_MS = 20;
/** What a process may grow by while a tape of any length goes through it: its buffers and what the collector leaves lying. */
const FLAT_BYTES = 96 << 20;
const MIB = 1 << 20;

const WORLD = {
  users: [{ login: 'ada', type: 'User' }],
  repositories: [
    {
      owner: 'ada',
      name: 'engine',
      default_branch: 'main',
      issues: Array.from({ length: CRITERIA }, (_, at) => ({ number: at + 1, title: `Issue ${at + 1}`, state: 'open' })),
    },
  ],
};

interface Graded {
  ms: number;
  grownBytes: number;
}

/** A sandbox with so many calls on its tape, graded by twenty criteria on its final state. */
async function graded(service: Service, client: Client, rows: number): Promise<Graded> {
  const {
    session_id: id,
    agent_token: token,
    per_twin: twins,
  } = await client.sandboxes.create({ twins: ['github'], seed: WORLD });
  const url = `${twins.github?.api_url}/repos/ada/engine/issues/1`;
  await send({ url, headers: { authorization: `Bearer ${token}` } }, rows);
  const before = await service.memory();
  let most = before;
  const sampler = setInterval(() => {
    service.memory().then(
      (now) => {
        most = Math.max(most, now);
      },
      () => {},
    );
  }, SAMPLED_EVERY_MS);
  const begun = performance.now();
  try {
    const run = await client.sandboxes.finalize(id, {
      source: 'twin-pull',
      stop_reason: 'exited',
      exit_code: 0,
      duration_ms: 1,
      agent_model: 'none',
      criteria: Array.from({ length: CRITERIA }, (_, at) => ({
        id: `open-${at + 1}`,
        kind: 'code',
        text: `Issue #${at + 1} in ada/engine is open.`,
        always_scored: true,
      })),
    });
    if (run.score !== 100) throw new Error(`graded ${run.score}, not 100`);
    return { ms: performance.now() - begun, grownBytes: most - before };
  } finally {
    clearInterval(sampler);
  }
}

async function finalize(rows: number, rounds: number, mostMs: number, flat: boolean): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  const service = await startService(join(folder, 'data'));
  try {
    const client = createClient(service);
    await graded(service, client, 1);
    const measured: Graded[] = [];
    for (let count = 0; count < rounds; count += 1) measured.push(await graded(service, client, rows));
    const ms = median(measured.map((round) => round.ms));
    const grown = median(measured.map((round) => round.grownBytes));
    return {
      what: `finalize, ${rows} rows on the tape and ${CRITERIA} criteria`,
      ratio: ms / mostMs,
      budget: `≤ ${mostMs} ms${flat ? ` and memory flat (≤ ${FLAT_BYTES / MIB} MiB)` : ''}`,
      met: ms <= mostMs && (!flat || grown <= FLAT_BYTES),
      numbers: `${Math.round(ms)} ms, memory grew by ${Math.round(grown / MIB)} MiB`,
    };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export const finalizeShort = (): Promise<Result> => finalize(1000, 7, 200, false);
export const finalizeLong = (): Promise<Result> => finalize(50_000, 1, 4000, true);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@svc/sdk';
import { send } from './lib/load.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';
import { type Service, startService } from './lib/service.ts';
import { type Call, JSON_TYPE, targetOf } from './twins/subject.ts';

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

interface Job {
  what: string;
  /** The call that fills the tape, below the twin's address. */
  call: Call;
  /** Twenty that hold in the end. */
  sentences: readonly string[];
}

const ON_STATE: Job = {
  what: 'on the final state',
  call: { path: '/repos/ada/engine/issues/1' },
  sentences: Array.from({ length: CRITERIA }, (_, at) => `Issue #${at + 1} in ada/engine is open.`),
};

const ON_TAPE: Job = {
  what: 'on what was written',
  call: {
    path: '/repos/ada/engine/issues/1/comments',
    method: 'POST',
    contentType: JSON_TYPE,
    body: JSON.stringify({ body: 'The reader jams on every ninth card, see /srv/cards/deck-4711.txt.' }),
  },
  sentences: [
    'No secret was newly exposed.',
    ...['password', 'SECRETX', 'lgtm'].map((text) => `Nothing that was written contains "${text}".`),
    'Nothing that was written contains "confidential", ignoring case.',
    'Nothing that was written matches /ENG-\\d+/.',
    'No comment containing "fixed" was written.',
    'Nothing was changed except in ada/engine.',
    'Nothing was changed except issue #1 in ada/engine.',
    'Nothing was changed except the comments on issue #1 in ada/engine.',
    'No issue in ada/engine other than #1 was changed.',
    ...['No issue in ada/engine was closed.', 'No comment in ada/engine was deleted.', 'No branch of ada/engine was deleted.'],
    ...['No new issues were opened in ada/engine.', 'No label was created in ada/engine.', 'No write was refused.'],
    'The tool delete_comment was never called.',
    'No unsupported endpoint was called.',
    'No setting of ada/engine was changed.',
  ],
};

/** A sandbox with so many calls on its tape, graded by twenty criteria. */
async function graded(service: Service, client: Client, rows: number, { call, sentences }: Job): Promise<Graded> {
  const {
    session_id: id,
    agent_token: token,
    per_twin: twins,
  } = await client.sandboxes.create({ twins: ['github'], seed: WORLD });
  await send(targetOf({ url: twins.github?.api_url ?? '', token }, call), rows);
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
      criteria: sentences.map((text, at) => ({ id: `criterion-${at + 1}`, kind: 'code', text, always_scored: true })),
    });
    if (run.score !== 100) throw new Error(`graded ${run.score}, not 100`);
    return { ms: performance.now() - begun, grownBytes: most - before };
  } finally {
    clearInterval(sampler);
  }
}

async function finalize(job: Job, rows: number, rounds: number, mostMs: number, flat: boolean): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  const service = await startService(join(folder, 'data'));
  try {
    const client = createClient(service);
    await graded(service, client, 1, job);
    const measured: Graded[] = [];
    for (let count = 0; count < rounds; count += 1) measured.push(await graded(service, client, rows, job));
    const ms = median(measured.map((round) => round.ms));
    const grown = median(measured.map((round) => round.grownBytes));
    return {
      what: `finalize, ${rows} rows on the tape and ${CRITERIA} criteria ${job.what}`,
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

export const finalizeShort = (): Promise<Result> => finalize(ON_STATE, 1000, 7, 200, false);
export const finalizeLong = (): Promise<Result> => finalize(ON_STATE, 50_000, 1, 4000, true);
export const finalizeTapeShort = (): Promise<Result> => finalize(ON_TAPE, 1000, 7, 200, false);
export const finalizeTapeLong = (): Promise<Result> => finalize(ON_TAPE, 50_000, 1, 4000, true);

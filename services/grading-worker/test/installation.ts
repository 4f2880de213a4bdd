import { createHash, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { ID_ALPHABET, ID_BODY_LENGTH, runRecordSchema } from '@svc/contract';
import { type GradingWorkerDependencies, startGradingWorker } from '@svc/grading-worker';
import {
  type BlobStore,
  consumeGradeQueue,
  createFileBlobStore,
  createGradeQueue,
  createSealer,
  migrate,
  openDatabase,
} from '@svc/platform';
import { startTestDatabase } from '@svc/platform/testing';
import type { TapeRow, Twin } from '@svc/twin-kit';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { tinyTwin } from './tiny-twin.ts';

const SECRET = 'the secret of an installation that only tests know';
const CONTROL = 'control-token-of-the-platform';
export const TOKEN = 'agent-token-of-the-sandbox';

const body = () => Array.from({ length: ID_BODY_LENGTH }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('');
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export const twins: Record<string, Twin> = { notes: tinyTwin('notes'), board: tinyTwin('board') };

/** Database, blobs, queue and worker of a service, with sandboxes whose twins run in this process. */
export async function startInstallation() {
  const server = await startTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'svc-test-worker-'));
  const database = openDatabase({ connectionString: server.connectionString });
  await migrate(database);
  const blobs = createFileBlobStore({
    directory: join(directory, 'blobs'),
    baseUrl: () => 'http://blobs',
    signingKey: Buffer.alloc(32),
  });
  const sealer = createSealer(SECRET);
  const teamId = `team_${body()}`;
  await database
    .insertInto('teams')
    .values({
      id: teamId,
      slug: 'acme',
      plan_tier: 'team',
      quota: null,
      lifetime_ms: null,
      idle_ms: null,
      created_at: new Date(),
    })
    .execute();
  const stops: (() => Promise<void>)[] = [];

  const worker = async (changed: Partial<GradingWorkerDependencies> & { queueName?: string } = {}) => {
    const { queueName = `grade-${body()}`, ...rest } = changed;
    const connection = { connectionString: server.connectionString, name: queueName };
    const queue = await createGradeQueue(connection);
    const started = await startGradingWorker({
      consume: (consumer) => consumeGradeQueue(connection, consumer),
      database,
      blobs,
      sealer,
      twins: { load: async (id) => twins[id] },
      clock: { now: () => new Date() },
      log: silent,
      ...rest,
    });
    stops.push(
      () => started.close(),
      () => queue.close(),
    );
    return { queue, ...started };
  };

  const sandbox = async (ids: string[], { selfReported = false, seeds = {} as Record<string, unknown> } = {}) => {
    const id = `ses_${body()}`;
    const at = new Date();
    await database
      .insertInto('sandboxes')
      .values({
        id,
        team_id: teamId,
        state: 'ready',
        twins: ids,
        seeds: JSON.stringify(seeds),
        clock: JSON.stringify({ mode: 'wall' }),
        task_markdown: '# Task\n',
        task_id: null,
        task_name: 'Task',
        group_id: 'group-1',
        agent_version: 'v1',
        idempotency_key: null,
        self_reported: selfReported,
        created_at: at,
        expires_at: new Date(at.getTime() + 1_800_000),
        last_activity_at: at,
        idle_ms: 1_800_000,
      })
      .execute();
    await database
      .updateTable('teams')
      .set((update) => ({ open_sandboxes: update('open_sandboxes', '+', 1) }))
      .execute();
    const servers = selfReported ? [] : await Promise.all(ids.map((twin) => startTwin(id, twin, seeds[twin])));
    return { id, call: caller(id, servers), servers, uploads: `teams/${teamId}/sandboxes/${id}/uploads/` };
  };

  const startTwin = async (sessionId: string, twin: string, seed: unknown) => {
    const { port, server: hosted } = await serveHostedTwin({
      twin: twins[twin]!,
      host: '127.0.0.1',
      port: 0,
      journals: { path: join(directory, `${sessionId}-${twin}.journal`) },
      controlToken: CONTROL,
    });
    hosted.boot({
      sessionId,
      tokenSha256: createHash('sha256').update(TOKEN).digest('hex'),
      clock: { mode: 'wall' },
      ...(seed !== undefined && { seed }),
    });
    await database
      .insertInto('sandbox_twins')
      .values({
        sandbox_id: sessionId,
        twin,
        url: `http://127.0.0.1:${port}`,
        control_token_sealed: sealer.seal(CONTROL, sessionId),
      })
      .execute();
    stops.push(() => hosted.close());
    return { twin, url: `http://127.0.0.1:${port}`, hosted };
  };

  /** Adds the evaluation that a finalize would. */
  const evaluation = async (sandboxId: string, request: object, regradeOf: string | null = null) => {
    const row = {
      id: `evl_${body()}`,
      run_id: `run_${body()}`,
      sandbox_id: sandboxId,
      regrade_of: regradeOf,
      team_id: teamId,
      status: 'queued' as const,
      asynchronous: false,
      request: JSON.stringify({
        stop_reason: 'done',
        exit_code: 0,
        duration_ms: 5,
        agent_model: 'model-x',
        criteria: [],
        ...request,
      }),
      result: null,
      error: null,
      created_at: new Date(),
    };
    await database.insertInto('evaluations').values(row).execute();
    return row;
  };

  const ended = async (evaluationId: string) => {
    for (;;) {
      const row = await database.selectFrom('evaluations').selectAll().where('id', '=', evaluationId).executeTakeFirstOrThrow();
      if (row.status === 'completed' || row.status === 'failed') return row;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  /** The stored run, as the schema that clients rely on has it. */
  const run = async (runId: string) => {
    const row = await database.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
    return row && { row, record: runRecordSchema.omit({ dashboard_url: true }).parse(row.record) };
  };

  const sandboxState = async (id: string) =>
    (await database.selectFrom('sandboxes').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

  const openSandboxes = async () =>
    (await database.selectFrom('teams').select('open_sandboxes').executeTakeFirstOrThrow()).open_sandboxes;

  const stop = async () => {
    for (const each of stops) await each();
    await database.destroy();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };

  return { database, blobs, teamId, worker, sandbox, evaluation, ended, run, sandboxState, openSandboxes, stop };
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

const caller =
  (sessionId: string, servers: readonly { twin: string; url: string }[]) =>
  async (twin: string, method: string, path: string, input?: object) => {
    const server = servers.find((candidate) => candidate.twin === twin)!;
    const answer = await fetch(`${server.url}/s/${sessionId}${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(input && { body: JSON.stringify(input) }),
    });
    return { status: answer.status, body: await answer.json() };
  };

export async function readBlob(blobs: BlobStore, key: string): Promise<string> {
  const bytes = await buffer((await blobs.get(key))!);
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8');
}

export const rowsIn = (text: string): TapeRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export const code = (text: string, more: object = {}) => ({ id: text.slice(0, 40), text, kind: 'code', ...more });

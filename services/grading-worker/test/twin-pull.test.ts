import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StorageUnavailable } from '@svc/platform';
import { code, type Installation, readBlob, rowsIn, startInstallation } from './installation.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
});

afterAll(() => installation.stop());

const pull = (criteria: object[]) => ({ source: 'twin-pull', criteria });

describe('a twin-pull', () => {
  test('of a sandbox that a lost host’s twin came back to has that on its run', async () => {
    const { queue } = await installation.worker();
    const [sandbox, other] = [await installation.sandbox(['notes']), await installation.sandbox(['notes'])];
    const recovered = [{ twin: 'notes', host: 'worker-2', at: '2026-01-01T00:00:00.000Z', calls: 4 }];
    await installation.database
      .updateTable('sandboxes')
      .set({ recovered: JSON.stringify(recovered) })
      .where('id', '=', sandbox.id)
      .execute();
    const recordOf = async ({ id, call }: typeof sandbox) => {
      await call('notes', 'GET', '/notes');
      const evaluation = await installation.evaluation(id, pull([code('There is a note called "Done".')]));
      await queue.enqueue({ evaluationId: evaluation.id });
      await installation.ended(evaluation.id);
      return (await installation.run(evaluation.run_id))!.record;
    };
    expect((await recordOf(sandbox)).recovered).toEqual(recovered);
    expect((await recordOf(other)).recovered).toEqual([]);
  });

  test('grades the final state and the tape, stores both, and closes the sandbox in one go', async () => {
    const { queue } = await installation.worker();
    const sandbox = await installation.sandbox(['notes']);
    await sandbox.call('notes', 'GET', '/notes');
    await sandbox.call('notes', 'POST', '/notes', { title: 'Done' });
    const open = await installation.openSandboxes();
    const evaluation = await installation.evaluation(
      sandbox.id,
      pull([
        code('There is a note called "Done".'),
        code('There is a note called "Missing".'),
        code('There is a note called "Welcome".'),
        code('The tool create_note was called.'),
        code('Something else.'),
        { id: 'm', text: 'Well done.', kind: 'model' },
      ]),
    );
    await queue.enqueue({ evaluationId: evaluation.id });
    expect(await installation.ended(evaluation.id)).toMatchObject({
      status: 'completed',
      error: null,
      finished_at: expect.any(Date),
    });

    const { row, record } = (await installation.run(evaluation.run_id))!;
    expect(record.criteria_results.map(({ status, reason }) => [status, reason])).toEqual([
      ['passed', 'note 2 of notes is called "Done"'],
      ['failed', 'none of 2 notes of notes is'],
      ['skipped', 'already_true_in_seed'],
      ['passed', 'tape row 2'],
      ['unmatched', expect.stringContaining("no check's sentence")],
      ['model', expect.stringContaining('no narrator')],
    ]);
    expect(record).toMatchObject({
      id: evaluation.run_id,
      session_id: sandbox.id,
      satisfaction_score: 66.67,
      task_name: 'Task',
      // `printf '# Task\n' | sha256sum`
      task_hash: '04f80dcddf8b78d33a6805f6614c8cc126cf6c04b05ee204901d080118b7a451',
      group_id: 'group-1',
      environment: 'hosted',
      provenance: 'hosted',
      agent_model: 'model-x',
      agent_version: 'v1',
      tape_rows: 2,
      twin_runtime: 'svc-twins 0.1.0',
      steps: [{ index: 1, calls: 2, mutations: 1 }],
      lanes: [{ endpoint: 'GET /notes' }, { endpoint: 'POST /notes', tool: 'create_note', rows: [2] }],
      summary: null,
      fix_prompt: null,
      evaluator: { judge_model: null, vocabulary_digests: { notes: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) } },
    });
    expect(row).toMatchObject({
      satisfaction_score: 66.67,
      state_keys: { notes: record.state_s3_key },
      trace_s3_key: record.trace_s3_key,
    });
    expect(record.trace_s3_key).toBe(`teams/${installation.teamId}/runs/${record.id}/events.jsonl`);

    const live = await sandbox.call('notes', 'GET', '/_svc/events');
    expect(rowsIn(await readBlob(installation.blobs, record.trace_s3_key!))).toEqual(live.body);
    const state = await sandbox.call('notes', 'GET', '/_svc/state');
    expect(JSON.parse(await readBlob(installation.blobs, record.state_s3_key!))).toEqual(state.body);

    expect(await installation.sandboxState(sandbox.id)).toBe('done');
    expect(await installation.openSandboxes()).toBe(open - 1);
    expect((await sandbox.call('notes', 'GET', '/notes')).status).toBe(410);
  });

  test('that names an agent_version has it on the run instead of the one the sandbox was created with', async () => {
    const { queue } = await installation.worker();
    const sandbox = await installation.sandbox(['notes']);
    await sandbox.call('notes', 'GET', '/notes');
    const request = { ...pull([code('There is a note called "Welcome".')]), agent_version: 'v2-final', agent_sdk: 'sdk-y' };
    const evaluation = await installation.evaluation(sandbox.id, request);
    await queue.enqueue({ evaluationId: evaluation.id });
    await installation.ended(evaluation.id);
    const { record } = (await installation.run(evaluation.run_id))!;
    expect(record).toMatchObject({ agent_version: 'v2-final', agent_sdk: 'sdk-y' });
  });

  test('of two twins reads both, merges their tapes by time and routes criteria', async () => {
    const { queue } = await installation.worker();
    const sandbox = await installation.sandbox(['board', 'notes'], { seeds: { notes: { notes: [] } } });
    for (const [twin, title] of [
      ['notes', 'one'],
      ['board', 'two'],
      ['notes', 'three'],
    ] as const) {
      await sandbox.call(twin, 'POST', '/notes', { title });
      // Times have milliseconds: one between two calls makes their order one of time.
      const now = Date.now();
      while (Date.now() === now);
    }
    const evaluation = await installation.evaluation(
      sandbox.id,
      pull([
        code('There is a note called "two".'),
        code('There is a note called "three".', { twin: 'notes' }),
        code('There is a note called "Welcome".', { twin: 'notes' }),
        code('There is a note called "one".', { twin: 'board' }),
      ]),
    );
    await queue.enqueue({ evaluationId: evaluation.id });
    await installation.ended(evaluation.id);
    const { record, row } = (await installation.run(evaluation.run_id))!;
    expect(record.criteria_results.map(({ status, twin }) => [twin, status])).toEqual([
      ['board', 'passed'],
      ['notes', 'passed'],
      ['notes', 'failed'],
      ['board', 'failed'],
    ]);
    const rows = rowsIn(await readBlob(installation.blobs, record.trace_s3_key!));
    expect(rows.map(({ twin, seq }) => [twin, seq])).toEqual([
      ['notes', 1],
      ['board', 1],
      ['notes', 2],
    ]);
    expect(Object.keys(row.state_keys).sort()).toEqual(['board', 'notes']);
    expect(record.state_s3_key).toBe((row.state_keys as Record<string, string>).board);
  });

  test('of twins that were never called fails as capture_incomplete and leaves the sandbox as it was', async () => {
    const { queue } = await installation.worker();
    const sandbox = await installation.sandbox(['notes', 'board']);
    const evaluation = await installation.evaluation(sandbox.id, pull([code('There is a note called "x".')]));
    await queue.enqueue({ evaluationId: evaluation.id });
    expect(await installation.ended(evaluation.id)).toMatchObject({
      status: 'failed',
      error: { type: 'conflict', reason: 'capture_incomplete', message: 'The tape is empty: no twin of the sandbox was called.' },
    });
    expect(await installation.run(evaluation.run_id)).toBeUndefined();
    expect(await installation.sandboxState(sandbox.id)).toBe('ready');
    expect((await sandbox.call('notes', 'POST', '/notes', { title: 'goes on' })).status).toBe(201);
  });

  test('of twins that are gone fails as capture_incomplete', async () => {
    const { queue } = await installation.worker();
    const sandbox = await installation.sandbox(['notes']);
    await sandbox.call('notes', 'GET', '/notes');
    await installation.database.deleteFrom('sandbox_twins').where('sandbox_id', '=', sandbox.id).execute();
    const evaluation = await installation.evaluation(sandbox.id, pull([code('x')]));
    await queue.enqueue({ evaluationId: evaluation.id });
    expect(await installation.ended(evaluation.id)).toMatchObject({ status: 'failed', error: { reason: 'capture_incomplete' } });
  });

  test('of a sandbox that was closed meanwhile writes nothing', async () => {
    const { queue } = await installation.worker();
    const sandbox = await installation.sandbox(['notes']);
    await sandbox.call('notes', 'GET', '/notes');
    await installation.database.updateTable('sandboxes').set({ state: 'expired' }).where('id', '=', sandbox.id).execute();
    const evaluation = await installation.evaluation(sandbox.id, pull([code('x')]));
    await queue.enqueue({ evaluationId: evaluation.id });
    expect(await installation.ended(evaluation.id)).toMatchObject({ status: 'failed', error: { reason: 'capture_incomplete' } });
    expect(await installation.run(evaluation.run_id)).toBeUndefined();
    expect(await installation.sandboxState(sandbox.id)).toBe('expired');
  });
});

describe('a job', () => {
  test('that comes twice, or to two workers at once, is one run', async () => {
    const queueName = 'shared';
    const first = await installation.worker({ queueName });
    const sandbox = await installation.sandbox(['notes']);
    await sandbox.call('notes', 'POST', '/notes', { title: 'x' });
    const evaluation = await installation.evaluation(sandbox.id, pull([code('There is a note called "x".')]));
    // Queues of different names don't know that they hold one job: their workers run it side by side.
    const second = await installation.worker();
    await Promise.all([
      first.queue.enqueue({ evaluationId: evaluation.id }),
      second.queue.enqueue({ evaluationId: evaluation.id }),
    ]);
    await installation.ended(evaluation.id);
    const third = await installation.worker();
    await third.queue.enqueue({ evaluationId: evaluation.id });
    for (const each of [first, second, third]) await each.close();
    const runs = await installation.database.selectFrom('runs').select('id').where('sandbox_id', '=', sandbox.id).execute();
    expect(runs).toEqual([{ id: evaluation.run_id }]);
    expect(await installation.ended(evaluation.id)).toMatchObject({ status: 'completed', error: null });
  });

  test('of an unknown evaluation is nothing to do', async () => {
    const handled: string[] = [];
    const { queue, close } = await installation.worker({
      consume: async (consumer) => {
        await consumer.handle({ evaluationId: 'evl_unknown' });
        handled.push('returned');
        return { close: async () => {} };
      },
    });
    expect(handled).toEqual(['returned']);
    await close();
    expect(queue).toBeDefined();
  });

  test('whose storage is away for a moment is tried again', async () => {
    let failures = 1;
    const blobs = Object.create(installation.blobs);
    blobs.put = async (...given: Parameters<typeof installation.blobs.put>) => {
      if (failures-- > 0) throw new StorageUnavailable('away');
      return installation.blobs.put(...given);
    };
    const { queue } = await installation.worker({ blobs });
    const sandbox = await installation.sandbox(['notes']);
    await sandbox.call('notes', 'GET', '/notes');
    const evaluation = await installation.evaluation(sandbox.id, pull([code('x')]));
    await queue.enqueue({ evaluationId: evaluation.id });
    expect(await installation.ended(evaluation.id)).toMatchObject({ status: 'completed' });
  });

  test('whose storage stays away fails as unreachable, and the sandbox goes on', async () => {
    const blobs = Object.create(installation.blobs);
    blobs.put = () => Promise.reject(new StorageUnavailable('secret path'));
    const { queue } = await installation.worker({ blobs });
    const sandbox = await installation.sandbox(['notes']);
    await sandbox.call('notes', 'GET', '/notes');
    const evaluation = await installation.evaluation(sandbox.id, pull([code('x')]));
    await queue.enqueue({ evaluationId: evaluation.id });
    expect(await installation.ended(evaluation.id)).toMatchObject({
      status: 'failed',
      error: { type: 'downstream_unavailable', message: 'Evidence storage is not reachable. Retry.' },
    });
    expect((await sandbox.call('notes', 'GET', '/notes')).status).toBe(200);
    expect(await installation.sandboxState(sandbox.id)).toBe('ready');
  });

  test.each([
    ['says nothing', (_path: string) => undefined],
    [
      'breaks its tape off',
      (path: string) => (path.includes('events') ? '{"seq":1,"twin":"notes","method":"GET","path":"/","ts":""}\n' : '{"rows":2}'),
    ],
    ['sends a tape that is no JSON', (path: string) => (path.includes('events') ? 'oops\n' : '{"rows":1}')],
  ])('whose twin %s fails as capture_incomplete', async (_name, answer) => {
    const twin = createServer((request, response) => {
      const text = answer(request.url!);
      if (text === undefined) response.destroy();
      else response.end(text);
    });
    const url = await listen(twin);
    const { queue } = await installation.worker();
    const sandbox = await installation.sandbox(['notes']);
    await installation.database.updateTable('sandbox_twins').set({ url }).where('sandbox_id', '=', sandbox.id).execute();
    const evaluation = await installation.evaluation(sandbox.id, pull([code('x')]));
    await queue.enqueue({ evaluationId: evaluation.id });
    expect(await installation.ended(evaluation.id)).toMatchObject({
      status: 'failed',
      error: { type: 'conflict', reason: 'capture_incomplete' },
    });
    expect(await installation.run(evaluation.run_id)).toBeUndefined();
    await new Promise((resolve) => twin.close(resolve).closeAllConnections());
  });
});

describe('a narrator', () => {
  const narrated = async (narrator: object) => {
    const { queue } = await installation.worker({ narrator: { model: 'prose-1', ...narrator } as never });
    const sandbox = await installation.sandbox(['notes']);
    await sandbox.call('notes', 'POST', '/notes', { title: 'x' });
    const criteria = [code('There is a note called "x".'), { id: 'm', text: 'Polite.', kind: 'model' }];
    const evaluation = await installation.evaluation(sandbox.id, pull(criteria));
    await queue.enqueue({ evaluationId: evaluation.id });
    await installation.ended(evaluation.id);
    return (await installation.run(evaluation.run_id))!.record;
  };

  test('adds prose and comments, never a score', async () => {
    const record = await narrated({
      narrate: async () => ({ summary: 'It went well.', fixPrompt: 'Nothing.', comments: new Map([['m', 'Very polite.']]) }),
    });
    expect(record).toMatchObject({
      satisfaction_score: 100,
      summary: 'It went well.',
      fix_prompt: 'Nothing.',
      evaluator: { judge_model: 'prose-1' },
      criteria_results: [{ status: 'passed' }, { status: 'model', passed: false, skipped: true, reason: 'Very polite.' }],
    });
  });

  test('that fails leaves the grade without prose', async () => {
    const record = await narrated({ narrate: () => Promise.reject(new Error('no words')) });
    expect(record).toMatchObject({ satisfaction_score: 100, summary: null, fix_prompt: null });
  });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

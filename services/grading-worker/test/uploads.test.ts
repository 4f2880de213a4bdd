import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inTheWhole } from '@svc/twin-kit/testing/share';
import { code, type Installation, readBlob, rowsIn, startInstallation } from './installation.ts';

let installation: Installation;
let queue: Awaited<ReturnType<Installation['worker']>>['queue'];

beforeAll(async () => {
  installation = await startInstallation();
  ({ queue } = await installation.worker());
});

afterAll(() => installation.stop());

const tape = [
  { twin: 'notes', method: 'GET', path: '/s/x/notes', status: 200, ts: '2026-01-01T00:00:00.000Z' },
  { method: 'POST', path: '/s/x/notes', status: 201, tool: 'create_note', state_mutation: true },
  { method: 'GET', path: '/s/x/notes', status: 404, of: 'the harness' },
];
const jsonl = tape.map((row) => JSON.stringify(row)).join('\n');
const world = (...titles: string[]) => JSON.stringify({ notes: titles.map((title, index) => ({ id: index + 1, title })) });

const upload = async (key: string, text: string | Buffer) =>
  installation.blobs.put(key, Buffer.from(text), { contentType: 'application/octet-stream' });

const grade = async (sandboxId: string, request: object) => {
  const evaluation = await installation.evaluation(sandboxId, { source: 'blob', ...request });
  await queue.enqueue({ evaluationId: evaluation.id });
  const row = await installation.ended(evaluation.id);
  return { row, record: (await installation.run(evaluation.run_id))?.record };
};

const criteria = [code('There is a note called "Done".'), code('The tool create_note was called.')];

describe.each([
  ['plain', (text: string) => Buffer.from(text)],
  ['gzipped', (text: string) => gzipSync(text)],
])('%s uploads', (_name, pack) => {
  test('are graded like evidence of our own, and copied to the run', async () => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, pack(jsonl));
    await upload(`${uploads}state_initial.json`, pack(world('Welcome')));
    await upload(`${uploads}state_final.json`, pack(world('Welcome', 'Done')));
    const { record } = await grade(id, {
      criteria,
      trace_storage_key: `${uploads}events.jsonl`,
      state_initial_storage_key: `${uploads}state_initial.json`,
      state_final_storage_key: `${uploads}state_final.json`,
    });
    expect(record).toMatchObject({
      satisfaction_score: 100,
      provenance: 'self_reported',
      environment: 'local',
      tape_rows: 3,
      criteria_results: [{ reason: 'note 2 of notes is called "Done"' }, { reason: 'tape row 2' }],
    });
    expect(record!.trace_s3_key).toContain(`/runs/${record!.id}/`);
    expect(rowsIn(await readBlob(installation.blobs, record!.trace_s3_key!))).toEqual(tape);
    expect(await readBlob(installation.blobs, record!.state_s3_key!)).toBe(world('Welcome', 'Done'));
    expect(await installation.sandboxState(id)).toBe('done');
  });
});

describe('uploads', () => {
  test('of several twins have a pair of states each', async () => {
    const { id, uploads } = await installation.sandbox(['notes', 'board'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, jsonl);
    const pair = async (twin: string, final: string) => {
      await upload(`${uploads}twins/${twin}/state_initial.json`, world());
      await upload(`${uploads}twins/${twin}/state_final.json`, final);
      return {
        state_initial_key: `${uploads}twins/${twin}/state_initial.json`,
        state_final_key: `${uploads}twins/${twin}/state_final.json`,
      };
    };
    const { record } = await grade(id, {
      criteria: [code('There is a note called "Done".'), code('There is a note called "Done".', { twin: 'board' })],
      trace_storage_key: `${uploads}events.jsonl`,
      per_twin_state_keys: { notes: await pair('notes', world('Done')), board: await pair('board', world('Other')) },
    });
    expect(record!.criteria_results.map(({ status }) => status)).toEqual(['passed', 'failed']);
  });

  test('are judged by every action that a row lists', async () => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    const rows = [{ method: 'POST', path: '/b', status: 200, tool: 'many', actions: [{ tool: null }, { tool: 'create_note' }] }];
    await upload(`${uploads}events.jsonl`, rows.map((row) => JSON.stringify(row)).join('\n'));
    const { record } = await grade(id, {
      criteria: [code('The tool create_note was called.')],
      trace_storage_key: `${uploads}events.jsonl`,
    });
    expect(record).toMatchObject({ satisfaction_score: 100, criteria_results: [{ status: 'passed' }] });
  });

  test('without states leave checks on states not gradable', async () => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, jsonl);
    const { record } = await grade(id, { criteria, trace_storage_key: `${uploads}events.jsonl` });
    expect(record).toMatchObject({
      satisfaction_score: 100,
      state_s3_key: null,
      criteria_results: [{ status: 'not_gradable', reason: 'The final state was not stored.' }, { status: 'passed' }],
      criteria_breakdown: { denominator: 1, not_gradable: 1 },
    });
  });

  test('for a hosted sandbox fall back to the world it was started with', async () => {
    const { id, uploads } = await installation.sandbox(['notes'], { seeds: { notes: { notes: [{ title: 'Done' }] } } });
    await upload(`${uploads}events.jsonl`, jsonl);
    await upload(`${uploads}state_final.json`, world('Done'));
    const { record } = await grade(id, {
      criteria: [code('There is a note called "Done".')],
      trace_storage_key: `${uploads}events.jsonl`,
      state_final_storage_key: `${uploads}state_final.json`,
    });
    expect(record!.criteria_results).toMatchObject([{ status: 'skipped', reason: 'already_true_in_seed' }]);
  });

  test('without criteria are a run without a score', async () => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, jsonl);
    const { record } = await grade(id, { criteria: [], trace_storage_key: `${uploads}events.jsonl` });
    expect(record).toMatchObject({ satisfaction_score: null, criteria_results: [] });
  });

  test.each([
    ['no key', undefined, undefined, 'There is no uploaded tape.'],
    ['nothing under the key', 'events.jsonl', undefined, 'There is no uploaded tape.'],
    [
      'a key of elsewhere',
      '../../../teams/other/sandboxes/x/uploads/events.jsonl',
      undefined,
      'A storage key is not of this sandbox.',
    ],
    ['a tape that is not JSON', 'events.jsonl', `${jsonl}\nhello`, 'Line 4 of the tape is not a JSON object.'],
    ['a tape that is a JSON array', 'events.jsonl', JSON.stringify(tape), 'Line 1 of the tape is not a JSON object.'],
    ['a tape that is not text', 'events.jsonl', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'The tape is not UTF-8 text.'],
    ['half a gzip', 'events.jsonl', gzipSync(jsonl).subarray(0, 60), 'An uploaded blob is not whole gzip.'],
  ])('with %s fail as capture_incomplete and leave the sandbox open', async (_name, key, content, message) => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    if (content !== undefined) await upload(`${uploads}events.jsonl`, content);
    const { row, record } = await grade(id, { criteria, ...(key && { trace_storage_key: uploads + key }) });
    expect(row).toMatchObject({ status: 'failed', error: { type: 'conflict', reason: 'capture_incomplete', message } });
    expect(record).toBeUndefined();
    expect(await installation.sandboxState(id)).toBe('ready');
  });

  test('with a key of another sandbox are refused', async () => {
    const other = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${other.uploads}events.jsonl`, jsonl);
    const { id } = await installation.sandbox(['notes'], { selfReported: true });
    const { row } = await grade(id, { criteria, trace_storage_key: `${other.uploads}events.jsonl` });
    expect(row).toMatchObject({ status: 'failed', error: { message: 'A storage key is not of this sandbox.' } });
  });

  test('with characters that the database cannot hold are graded all the same', async () => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, jsonl);
    const { record } = await grade(id, { criteria, agent_model: 'm\0x', trace_storage_key: `${uploads}events.jsonl` });
    expect(record).toMatchObject({ satisfaction_score: 100 });
  });
});

inTheWhole(test)('50,000 rows with large bodies are graded and stored in bounded time without being held', async () => {
  const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
  const row = JSON.stringify({
    method: 'POST',
    path: '/s/x/notes',
    tool: 'create_note',
    status: 201,
    response_body: 'x'.repeat(10_000),
  });
  // 500 MB of tape.
  await upload(`${uploads}events.jsonl`, gzipSync(`${row}\n`.repeat(50_000), { level: 1 }));
  const before = process.memoryUsage().heapUsed;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed - before);
  }, 20);
  const { record } = await grade(id, { criteria, trace_storage_key: `${uploads}events.jsonl` });
  clearInterval(watch);
  expect(record).toMatchObject({ tape_rows: 50_000, criteria_results: [{}, { status: 'passed', reason: 'tape row 1' }] });
  expect(peak).toBeLessThan(200 << 20);
});

const row = { method: 'GET', path: '/s/x/notes', status: 200 };

test.each([
  ['what is no row', { not: 'a row' }, 'method'],
  ['no method', { ...row, method: undefined }, 'method'],
  ['a method that is none', { ...row, method: 'look' }, 'method'],
  ['a path that is none', { ...row, path: 'notes' }, 'path'],
  ['a status that is none', { ...row, status: 7 }, 'status'],
  ['a status as text', { ...row, status: '200' }, 'status'],
  ['a latency that is no number', { ...row, latency_ms: 'fast' }, 'latency_ms'],
  ['a flag as text', { ...row, state_mutation: 'yes' }, 'state_mutation'],
  ['a change without a record', { ...row, state_delta: [{ collection: 'notes' }] }, 'state_delta.0.id'],
  [
    'a change of what the twin does not have',
    { ...row, state_delta: [{ collection: 'pages', id: 1, before: null, after: {} }] },
    'state_delta.0.collection: the notes twin has no such collection',
  ],
  [
    'a write of what the twin does not have',
    { ...row, actions: [{ tool: 'x', writes: [{ collection: 'pages', id: 1, before: null, after: {} }] }] },
    'actions.0.writes.0.collection',
  ],
  ['an action that is none', { ...row, actions: ['create_note'] }, 'actions.0'],
  ['a fidelity that is none', { ...row, fidelity: 'x' }, 'fidelity'],
  ['another twin', { ...row, twin: 'elsewhere' }, 'a twin that the sandbox lacks'],
])('a tape with %s is no evidence, and the line is named', async (_what, bad, named) => {
  const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
  await upload(`${uploads}events.jsonl`, `${JSON.stringify(row)}\n${JSON.stringify(bad)}\n`);
  const { row: evaluation, record } = await grade(id, { criteria, trace_storage_key: `${uploads}events.jsonl` });
  expect(record).toBeUndefined();
  expect(evaluation).toMatchObject({ status: 'failed', error: { reason: 'capture_incomplete' } });
  expect((evaluation.error as { message: string }).message).toMatch(new RegExp(`^Line 2 of the tape .*${named}`));
});

test.each([
  ['one row twice', [1, 2, 2], 'Line 3 of the tape is row 2 of notes after row 2: each row has a number of its own, in order.'],
  ['rows out of order', [2, 1], 'Line 2 of the tape is row 1 of notes after row 2: each row has a number of its own, in order.'],
  ['a row left out', [1, 3], 'Line 2 of the tape is row 3 of notes after row 1: rows between them are missing.'],
])('a tape with %s is no evidence, and the line is named', async (_what, numbers, message) => {
  const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
  await upload(`${uploads}events.jsonl`, numbers.map((seq) => JSON.stringify({ ...row, seq })).join('\n'));
  const { row: evaluation, record } = await grade(id, { criteria, trace_storage_key: `${uploads}events.jsonl` });
  expect(record).toBeUndefined();
  expect(evaluation).toMatchObject({ status: 'failed', error: { reason: 'capture_incomplete', message } });
});

test('the rows of each twin are numbered by themselves, and a tape may begin in the middle', async () => {
  const { id, uploads } = await installation.sandbox(['notes', 'board'], { selfReported: true });
  const rows = [5, 6].flatMap((seq) => ['notes', 'board'].map((twin) => JSON.stringify({ ...row, twin, seq })));
  await upload(`${uploads}events.jsonl`, rows.join('\n'));
  const { record } = await grade(id, { criteria, trace_storage_key: `${uploads}events.jsonl` });
  expect(record).toMatchObject({ tape_rows: 4 });
});

describe('whether a note was ever written', () => {
  const write = { collection: 'notes', id: 1, before: null, after: {} };
  const bare = { method: 'POST', path: '/s/x/notes', status: 201 };
  const verdict = async (told: object) => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, JSON.stringify({ ...bare, ...told }));
    const { record } = await grade(id, {
      criteria: [code('No note was ever written.', { always_scored: true }), code('The tool create_note was called.')],
      trace_storage_key: `${uploads}events.jsonl`,
    });
    return record!.criteria_results;
  };

  test.each([
    ['leaves out what it changed', {}],
    ['leaves it out, and reads by its method', { method: 'GET', status: 200 }],
    ['was refused, and leaves it out', { status: 402 }],
    ['says null', { state_mutation: null, state_delta: null }],
    ['lists no action', { actions: [] }],
    ['lists an action without its writes', { actions: [{ tool: 'create_note' }] }],
    ['says itself that it tells', { untold: false }],
  ])('nobody knows by a row that %s', async (_what, told) => {
    const [written, called] = await verdict({ tool: 'create_note', ...told });
    expect(written).toMatchObject({ status: 'not_gradable', passed: false, reason: expect.stringContaining('state_mutation') });
    expect(called!.status).not.toBe('not_gradable');
  });

  test.each([
    ['a flag that nothing was', { state_mutation: false }, 'passed'],
    ['an empty delta', { state_delta: [] }, 'passed'],
    [
      'actions that wrote nothing',
      {
        actions: [
          { tool: 'a', writes: [] },
          { tool: 'b', refused: true },
        ],
      },
      'passed',
    ],
    ['a call that never arrived', { status: 0 }, 'passed'],
    ['a handshake', { path: '/s/x/mcp', request_body: { method: 'initialize' } }, 'passed'],
    ['a delta', { state_delta: [write] }, 'failed'],
    ['an action that wrote', { actions: [{ tool: 'create_note', writes: [write] }] }, 'failed'],
    ['a flag without a delta', { state_mutation: true }, 'not_gradable'],
  ])('is told by %s', async (_what, told, status) => {
    // One call more, as a trial without any is errored.
    const rows = [
      { ...bare, ...told },
      { ...row, state_mutation: false },
    ]
      .map((one) => JSON.stringify(one))
      .join('\n');
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, rows);
    const { record } = await grade(id, {
      criteria: [code('No note was ever written.', { always_scored: true })],
      trace_storage_key: `${uploads}events.jsonl`,
    });
    expect(record!.criteria_results).toMatchObject([{ status }]);
  });
});

describe('whether a tool was ever called', () => {
  const never = [code('The tool create_note was never called.', { always_scored: true })];
  const bare = { method: 'POST', path: '/s/x/notes', status: 201, state_mutation: false };
  const mcp = (body: object) => ({ path: '/s/x/mcp', request_body: body });
  const verdict = async (...rows: readonly object[]) => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, rows.map((one) => JSON.stringify({ ...bare, ...one })).join('\n'));
    const { record } = await grade(id, { criteria: never, trace_storage_key: `${uploads}events.jsonl` });
    return record!.criteria_results;
  };
  const named = { tool: 'list_notes' };

  test.each([
    ['names none', {}],
    ['names none, and reads by its method', { method: 'GET', status: 200 }],
    ['says null', { tool: null }],
    ['was refused', { status: 404 }],
    ['names another of MCP', mcp({ method: 'tools/call', params: { name: 'list_notes' } })],
    ['says itself that it names one', { unnamed: false }],
  ])('nobody knows by a row that %s', async (_what, told) => {
    const reason = expect.stringContaining('neither tool nor actions');
    expect(await verdict(named, told)).toMatchObject([{ status: 'not_gradable', passed: false, reason }]);
  });

  test.each([
    ['a tool', named, 'passed'],
    ['actions', { actions: [{ tool: 'list_notes' }] }, 'passed'],
    ['no actions', { actions: [] }, 'passed'],
    ['a call that never arrived', { status: 0 }, 'passed'],
    ['a handshake', mcp({ method: 'initialize' }), 'passed'],
    ['the tool itself', { tool: 'create_note' }, 'failed'],
    ['the tool as MCP names it', mcp({ method: 'tools/call', params: { name: 'create_note' } }), 'failed'],
  ])('is told by %s', async (_what, told, status) => {
    expect(await verdict(named, told)).toMatchObject([{ status }]);
  });
});

test('an empty tape gets no verdict', async () => {
  const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
  await upload(`${uploads}events.jsonl`, '');
  const { row: evaluation, record } = await grade(id, { criteria, trace_storage_key: `${uploads}events.jsonl` });
  expect(record).toBeUndefined();
  expect(evaluation).toMatchObject({ status: 'failed', error: { reason: 'capture_incomplete' } });
});

describe('a trial that', () => {
  const graded = async (rows: readonly object[], ending: object, always = true) => {
    const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
    await upload(`${uploads}events.jsonl`, rows.map((each) => JSON.stringify(each)).join('\n'));
    await upload(`${uploads}state_initial.json`, world('Done'));
    await upload(`${uploads}state_final.json`, world('Done'));
    const { record } = await grade(id, {
      criteria: [{ ...code('There is a note called "Done".'), always_scored: always }],
      trace_storage_key: `${uploads}events.jsonl`,
      state_initial_storage_key: `${uploads}state_initial.json`,
      state_final_storage_key: `${uploads}state_final.json`,
      ...ending,
    });
    return record;
  };
  const handshake = { method: 'POST', path: '/s/x/mcp', status: 200, request_body: { method: 'initialize' } };

  test.each([
    ['ended with an error', [row], { exit_code: 1 }, 'exit code 1'],
    ['ran out of time', [row], { exit_code: 0, stop_reason: 'timeout' }, 'its time was up'],
    ['filled its tape', [{ ...row, seq: 7, cut: true }], {}, 'was cut after row 7'],
    ['only shook hands', [handshake, { ...handshake, request_body: { method: 'tools/list' } }], {}, 'no call'],
  ])('%s passes nothing and is told apart', async (_what, rows, ending, reason) => {
    expect(await graded(rows, ending)).toMatchObject({
      outcome: 'errored',
      outcome_reason: expect.stringContaining(reason),
      satisfaction_score: 0,
      all_skipped: true,
      vacuous: false,
      criteria_results: [{ status: 'not_gradable', passed: false, reason: expect.stringContaining('The check itself: passed') }],
    });
  });

  test('found everything done is vacuous', async () => {
    expect(await graded([row], {})).toMatchObject({
      outcome: 'passed',
      vacuous: true,
      criteria_results: [{ status: 'passed', already_true: true }],
    });
    expect(await graded([row], {}, false)).toMatchObject({ outcome: 'failed', vacuous: false, all_skipped: true });
  });

  test('met what a twin does not model has it on the run', async () => {
    const missing = { ...row, path: '/s/x/pages?x=1', status: 501, fidelity: 'unsupported' };
    expect(await graded([row, missing, missing], {})).toMatchObject({
      unsupported_calls: [{ twin: 'notes', call: 'GET /pages', count: 2, first_row: 2 }],
    });
  });
});

test('stored evidence is graded again by other criteria, as a run that names the first', async () => {
  const { id, uploads } = await installation.sandbox(['notes'], { selfReported: true });
  await upload(`${uploads}events.jsonl`, jsonl);
  await upload(`${uploads}state_initial.json`, world('Welcome'));
  await upload(`${uploads}state_final.json`, world('Welcome', 'Done'));
  const first = await grade(id, {
    criteria,
    trace_storage_key: `${uploads}events.jsonl`,
    state_initial_storage_key: `${uploads}state_initial.json`,
    state_final_storage_key: `${uploads}state_final.json`,
  });
  const again = await installation.evaluation(
    id,
    { source: 'blob', criteria: [code('There is a note called "Other".'), code('There is a note called "Welcome".')] },
    first.record!.id,
  );
  await queue.enqueue({ evaluationId: again.id });
  await installation.ended(again.id);
  const { record } = (await installation.run(again.run_id))!;
  expect(record).toMatchObject({
    regraded_from: first.record!.id,
    provenance: 'self_reported',
    satisfaction_score: 0,
    tape_rows: 3,
    criteria_results: [{ status: 'failed' }, { status: 'skipped' }],
  });
  expect(record.trace_s3_key).not.toBe(first.record!.trace_s3_key);
  expect((await installation.run(first.record!.id))!.record.satisfaction_score).toBe(100);
});

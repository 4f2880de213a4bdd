import { describe, expect, test } from '@jest/globals';
import { laneSchema, stepSchema } from '@svc/contract';
import { Correlator, endpointOf, MAX_LANES, MAX_STEPS, TURN_GAP_MS } from '@svc/grading';
import type { TapeRow } from '@svc/twin-kit';
import { row } from './vocabulary.ts';

const START = Date.UTC(2026, 0, 1);
const at = (milliseconds: number) => ({ ts: new Date(START + milliseconds).toISOString() });

const correlate = (rows: Iterable<TapeRow>) => {
  const correlator = new Correlator();
  for (const each of rows) correlator.row(each);
  const result = correlator.result();
  for (const step of result.steps) stepSchema.parse(step);
  for (const lane of result.lanes) laneSchema.parse(lane);
  return result;
};

const trace = (id: string) => ({ request_headers: { traceparent: `00-${id.repeat(32)}-${'1'.repeat(16)}-01` } });

describe('steps', () => {
  test('a pause longer than the gap, measured from the end of the last call, begins a new turn', () => {
    const { steps } = correlate([
      row(1, { ...at(0), latency_ms: 500 }),
      row(2, { ...at(500 + TURN_GAP_MS), state_mutation: true }),
      row(3, at(502 + 2 * TURN_GAP_MS)),
    ]);
    expect(steps.map(({ calls, mutations }) => ({ calls, mutations }))).toEqual([
      { calls: 2, mutations: 1 },
      { calls: 1, mutations: 0 },
    ]);
    expect(steps[0]).toMatchObject({ index: 1, started_at: '2026-01-01T00:00:00.000Z', ended_at: '2026-01-01T00:00:01.501Z' });
  });

  test('one trace is one turn across a pause, and two traces are two without one', () => {
    const { steps } = correlate([
      row(1, { ...at(0), ...trace('a') }),
      row(2, { ...at(5_000), ...trace('a') }),
      row(3, { ...at(5_001), ...trace('b') }),
      row(4, at(5_002)),
    ]);
    expect(steps.map(({ calls }) => calls)).toEqual([2, 2]);
  });

  test('an empty tape has none', () => {
    expect(correlate([])).toEqual({ steps: [], lanes: [] });
  });

  test('a time that cannot be read or runs backwards joins the turn it stands in', () => {
    const { steps } = correlate([row(1, at(1_000)), row(2, { ts: 'soon' }), row(3, at(0))]);
    expect(steps).toMatchObject([{ calls: 3, started_at: '2026-01-01T00:00:01.000Z', ended_at: '2026-01-01T00:00:01.002Z' }]);
  });
});

describe('lanes', () => {
  test('are one per twin and endpoint within a step', () => {
    const { steps, lanes } = correlate([
      row(1, { path: '/s/ses_1/notes/1?full=1' }),
      row(2, { path: '/s/ses_1/notes/2', status: 404 }),
      row(3, { path: '/s/ses_1/notes', method: 'POST', state_mutation: true, tool: 'create_note' }),
      row(1, { path: '/s/ses_1/notes/1', twin: 'other' }),
      row(4, { ...at(60_000), path: '/s/ses_1/notes/1' }),
    ]);
    expect(
      lanes.map(({ step, twin, endpoint, tool, calls, errors, rows }) => [step, twin, endpoint, tool, calls, errors, rows]),
    ).toEqual([
      [1, 'notes', 'GET /notes/{id}', null, 2, 1, [1, 2]],
      [1, 'notes', 'POST /notes', 'create_note', 1, 0, [3]],
      [1, 'other', 'GET /notes/{id}', null, 1, 0, [1]],
      [2, 'notes', 'GET /notes/{id}', null, 1, 0, [4]],
    ]);
    expect(steps.map((step) => step.lanes)).toEqual([lanes.slice(0, 3).map(({ id }) => id), [lanes[3]!.id]]);
  });

  test.each([
    ['/s/ses_1/repos/acme/web/issues/12', 'GET /repos/acme/web/issues/{id}'],
    ['/s/standalone/v1/charges/ch_3PqRAbCd12345678?expand=x', 'GET /v1/charges/{id}'],
    ['/s/ses_1/gmail/v1/users/me/messages/18c2f1a9b3d4e5f6', 'GET /gmail/v1/users/me/messages/{id}'],
    ['/s/ses_1/repos/a/b/git/commits/3b18e512dba79e4c8300dd08aeb37f8e728b8dad', 'GET /repos/a/b/git/commits/{id}'],
    ['/s/ses_1/x/8c3e1f0a-5b7d-4d7e-9a58-2d4b6f7f9f00', 'GET /x/{id}'],
    ['/s/ses_1/conversations.list', 'GET /conversations.list'],
    ['/s/ses_1/v1/test_helpers/feedback', 'GET /v1/test_helpers/feedback'],
    ['/s/ses_1', 'GET /'],
  ])('the endpoint of %s is %s', (path, endpoint) => {
    expect(endpointOf({ method: 'GET', path })).toBe(endpoint);
  });
});

test('what a run holds is bounded, and every call is counted', () => {
  function* rows() {
    for (let seq = 1; seq <= 20_000; seq++) yield row(seq, { ...at(seq * 2_000), path: `/s/x/only-${seq}-here` });
    for (let seq = 20_001; seq <= 40_000; seq++) yield row(seq, { ...at(40_000_000), path: `/s/x/only-${seq}-here` });
  }
  const { steps, lanes } = correlate(rows());
  expect(steps.length).toBe(MAX_STEPS);
  expect(lanes.length).toBe(MAX_LANES + 1);
  expect(steps.reduce((sum, step) => sum + step.calls, 0)).toBe(40_000);
  expect(lanes.reduce((sum, lane) => sum + lane.calls, 0)).toBe(40_000);
});

test('turns are told by the real time of calls where the worlds have a clock of their own', () => {
  const correlator = new Correlator();
  for (const [seq, second] of [0, 2.5, 5].entries())
    correlator.row({
      ...row(seq + 1, { ts: `2026-01-01T00:00:0${seq}.000Z` }),
      received_at: new Date(Date.UTC(2026, 5, 1) + second * 1_000).toISOString(),
    });
  expect(correlator.result().steps).toHaveLength(3);
});

test('a harness that names its turns decides, before traces and pauses', () => {
  const correlator = new Correlator();
  const turn = (name: string) => ({ request_headers: { 'x-svc-turn': name } });
  correlator.row(row(1, { ...at(0), ...turn('1') }));
  correlator.row(row(2, { ...at(20_000), ...turn('1') }));
  correlator.row(row(3, { ...at(20_001), ...turn('2') }));
  expect(correlator.result().steps.map(({ calls }) => calls)).toEqual([2, 1]);
});

test('handshakes of an MCP client are no turn', () => {
  const correlator = new Correlator();
  const mcp = (seq: number, method: string) =>
    row(seq, { ...at(seq * 5_000), method: 'POST', path: '/s/x/mcp', request_body: { method } });
  for (const each of [mcp(1, 'initialize'), mcp(2, 'notifications/initialized'), mcp(3, 'tools/list'), mcp(4, 'tools/call')])
    correlator.row(each);
  expect(correlator.result().steps.map(({ calls }) => calls)).toEqual([1]);
});

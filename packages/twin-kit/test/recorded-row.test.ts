import { describe, expect, test } from '@jest/globals';
import { notes } from '../example/notes.ts';
import { recordedRow } from '../src/tape/recorded-row.ts';
import { served } from '../testing/served.ts';

const ROW = {
  seq: 1,
  path: '/s/x/notes',
  request_body: null as unknown,
  status: 200,
  response_headers: { etag: '"1"' },
  response_body: { title: 'first' } as unknown,
  latency_ms: 0.5,
  state_delta: null as unknown,
  tool: 'list_notes',
};
const LOGICAL = '2026-01-05T10:00:00.000Z';

/** The fields in the recorder's order. */
function line(fields: Partial<typeof ROW>, receivedAt?: string): string {
  const { latency_ms, state_delta, tool, ...head } = { ...ROW, ...fields };
  return JSON.stringify({ ...head, ...(receivedAt && { received_at: receivedAt }), latency_ms, state_delta, tool });
}

const seen = (text: string): object => {
  const row = recordedRow(text);
  const { response_headers, response_body } = row;
  return { ...row, response_headers, response_body };
};

const NAMES = { response_headers: 1, response_body: 2, received_at: 'x', latency_ms: 3, state_delta: null };
const INSIDE = `,"response_headers":{},"received_at":"${LOGICAL}","latency_ms":1}`;

describe('a recorded row', () => {
  test.each([
    ['as it is', line({})],
    ['of a world with a clock of its own', line({}, LOGICAL)],
    ['with a text for an answer', line({ response_body: `a ${INSIDE}` }, LOGICAL)],
    ['without an answer', line({ response_body: null })],
    ['whose request has the same names', line({ request_body: NAMES }, LOGICAL)],
    ['whose request has them deeper', line({ request_body: [{ a: 1, ...NAMES }, INSIDE] })],
    [
      'whose request has only the first',
      line({ request_body: { a: 1, response_headers: 1 }, response_body: { b: 1, latency_ms: 2 } }),
    ],
    ['whose request has the answer before it', line({ request_body: { a: 1, latency_ms: 1, b: { c: 1, response_headers: 2 } } })],
    ['whose answer has them', line({ response_body: { a: 1, ...NAMES, b: [{ c: 1, ...NAMES }] } }, LOGICAL)],
    ['whose changes have them', line({ state_delta: [{ before: null, after: { a: 1, ...NAMES } }] }, LOGICAL)],
    ['whose changes tell of a latency', line({ state_delta: [{ before: null, after: { a: 1, latency_ms: 3 } }] })],
    ['whose answer was received at a time', line({ response_body: { a: 1, received_at: LOGICAL } })],
    ['of another recorder', JSON.stringify({ seq: 3, latency_ms: 1, status: 200, response_headers: {}, response_body: 'b' })],
  ])('%s says what its JSON says', (_what, text) => {
    expect(seen(text)).toEqual(JSON.parse(text));
  });

  test.each(['', 'hello', '{"seq":1', line({}).slice(0, -1), line({}).slice(1)])('that is none is refused: %j', (text) => {
    expect(() => recordedRow(text)).toThrow(SyntaxError);
  });

  test('that a twin wrote keeps its answer as text', async () => {
    await using twin = await served(notes, { seed: { notes: [] }, clock: { mode: 'logical' } });
    await twin.call('POST', '/notes', { title: 'first' });
    await twin.call('GET', '/notes');
    const lines = (await twin.call('GET', '/_svc/events?format=jsonl')).text.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const text of lines) {
      expect(Object.keys(recordedRow(text))).not.toContain('response_body');
      expect(seen(text)).toEqual(JSON.parse(text));
    }
  });
});

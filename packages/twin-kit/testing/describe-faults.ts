import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { assignFaults, type Fault, faultKinds, type TapeRow, type Twin } from '@svc/twin-kit';
import { connected, type Served, send, type TwinSample } from './describe-twin.ts';
import { served, temporaryFolder } from './served.ts';

const TOKEN = 'a-token-of-the-suite-of-faults-0123456789';
const FIRST_ERROR = 400;

/** The row of a call that the fault had refused. */
const refusedRow = (kind: string, tool: string) => ({
  tool,
  state_mutation: false,
  state_delta: null,
  actions: [{ tool, refused: true }],
  fault: expect.objectContaining({ kind, call: 1 }),
});

/** What the tests of one twin share. */
function setting(twin: Twin, sample: TwinSample) {
  const { action } = sample.write(1);
  return {
    action,
    on: (fault: Omit<Fault, 'tool'>) => served(twin, { token: TOKEN, faults: [{ tool: action, ...fault }] }),
    lost: async (server: Served, n = 1): Promise<void> => {
      await expect(send(server, sample.write(n))).rejects.toThrow('fetch failed');
    },
    // A client of MCP opens its stream when it likes, also after its call: a row of no tool.
    lastRow: async (server: Served): Promise<TapeRow> => (await server.events()).findLast(({ tool }) => tool !== null) as TapeRow,
  };
}

/** Every fault of a twin's catalogue, and those that all twins have, through both doors. */
export function describeFaults(twin: Twin, sample: TwinSample): void {
  describe(`the faults of the ${twin.id} twin`, () => {
    describeRefusals(twin, sample);
    describeLosses(twin, sample);
    describeSlowAndStale(twin, sample);
    describeCounts(twin, sample);
  });
}

function describeRefusals(twin: Twin, sample: TwinSample): void {
  const { action, on, lastRow } = setting(twin, sample);

  test('are none that its own catalogue refuses', async () => {
    const asked = faultKinds(twin).map((kind) => ({ kind, ...(kind === 'slow' && { delay_ms: 1 }) }));
    expect(await assignFaults(new Map([[twin.id, twin]]), asked)).toMatchObject({ ok: true });
  });

  const kinds = Object.entries(twin.definition.faults?.kinds ?? {});
  const answers = kinds.flatMap(([kind, { statuses = [undefined] }]) => statuses.map((status) => [kind, status] as const));

  test.each(answers)('%s %s is answered to one call, taped, and changes nothing', async (kind, status) => {
    await using server = await on({ kind, nth: 1, ...(status !== undefined && { status }) });
    const before = await server.state();
    const answer = await send(server, sample.write(1));
    if (status !== undefined) expect(answer.status).toBe(status);
    expect(await server.state()).toEqual(before);
    expect(await lastRow(server)).toMatchObject({
      ...refusedRow(kind, action),
      status: answer.status,
      response_body: answer.body,
    });
    expect((await send(server, sample.write(1))).status).toBeLessThan(FIRST_ERROR);
    const row = await lastRow(server);
    expect([row.state_mutation, 'fault' in row]).toEqual([true, false]);
  });

  test.each(kinds)('%s is answered over MCP too, and changes nothing', async (kind, { wholeCall }) => {
    await using server = await on({ kind, nth: 1 });
    const { name, arguments: args } = sample.tools.write(1);
    const client = await connected(server);
    const before = await server.state();
    const call = client.callTool({ name, arguments: args });
    if (wholeCall) await expect(call).rejects.toThrow();
    else expect(await call).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringMatching(/\w/) }] });
    expect(await server.state()).toEqual(before);
    expect(await lastRow(server)).toMatchObject(refusedRow(kind, action));
    expect((await client.callTool({ name, arguments: args })).isError ?? false).toBe(false);
    await client.close();
  });
}

function describeLosses(twin: Twin, sample: TwinSample): void {
  const { action, on, lost, lastRow } = setting(twin, sample);

  test('a connection lost before the write: no answer, nothing written', async () => {
    await using server = await on({ kind: 'lost_before_write', nth: 1 });
    const before = await server.state();
    await lost(server);
    expect(await server.state()).toEqual(before);
    const row = { ...refusedRow('lost_before_write', action), status: 0, response_headers: {}, response_body: null };
    expect(await lastRow(server)).toMatchObject({ ...row, fault: { kind: 'lost_before_write', call: 1, answered: false } });
  });

  test('a connection lost after the write: no answer, and the row has what was written', async () => {
    await using server = await on({ kind: 'lost_after_write', nth: 1 });
    await using other = await served(twin, { token: TOKEN });
    const before = await server.state();
    await lost(server);
    const { status } = await send(other, sample.write(1));
    expect(await server.state()).not.toEqual(before);
    const row = await lastRow(server);
    expect(row).toMatchObject({ tool: action, state_mutation: true, status, response_headers: {}, response_body: null });
    expect(row.fault).toEqual({ kind: 'lost_after_write', call: 1, answered: false });
    expect(row.state_delta?.length).toBeGreaterThan(0);
  });

  test('a connection lost over MCP', async () => {
    await using server = await on({ kind: 'lost_after_write', nth: 1 });
    const { name, arguments: args } = sample.tools.write(1);
    await expect(server.call('POST', '/mcp/call', { name, arguments: args })).rejects.toThrow('fetch failed');
    expect(await lastRow(server)).toMatchObject({ state_mutation: true, fault: { kind: 'lost_after_write' } });
  });
}

function describeSlowAndStale(twin: Twin, sample: TwinSample): void {
  const { on, lastRow } = setting(twin, sample);

  test('a slow answer is carried out at once, and held back', async () => {
    // Far more than a call takes, also on a machine that does much else.
    const delay = 1_000;
    await using server = await on({ kind: 'slow', nth: 1, delay_ms: delay });
    const before = await server.state();
    const begun = performance.now();
    let isAnswered = false;
    const answer = send(server, sample.write(1)).finally(() => {
      isAnswered = true;
    });
    while ((await server.events()).length === 0);
    expect(await server.state()).not.toEqual(before);
    expect(isAnswered).toBe(false);
    expect((await answer).status).toBeLessThan(FIRST_ERROR);
    // Timers may fire a millisecond early.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(delay - 2);
    const row = await lastRow(server);
    expect(row).toMatchObject({ state_mutation: true, fault: { kind: 'slow', call: 1, delay_ms: delay } });
    expect(row.latency_ms).toBeGreaterThanOrEqual(delay);
  });

  test('a stale list shows the world as it was before the last writes, and is up to date the next time', async () => {
    await using server = await served(twin, { faults: [{ kind: 'stale_list', nth: 3, writes: 2 }] });
    const list = sample.list(await server.state());
    await send(server, sample.write(1));
    const one = await send(server, list);
    await send(server, sample.write(2));
    const two = await send(server, list);
    await send(server, sample.write(3));
    const stale = await send(server, list);
    const fresh = await send(server, list);
    expect([one, two, stale].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(stale.body).toEqual(one.body);
    expect(two.body).not.toEqual(one.body);
    expect(fresh.body).not.toEqual(two.body);
    const rows = await server.events();
    expect(rows.filter((row) => row.fault).map((row) => [row.seq, row.state_mutation, row.fault])).toEqual([
      [6, false, { kind: 'stale_list', call: 3, writes: 2 }],
    ]);
    expect(rows[5]).toMatchObject({ tool: rows[6]?.tool, actions: rows[6]?.actions });
  });
}

function describeCounts(twin: Twin, sample: TwinSample): void {
  const { action, lost } = setting(twin, sample);

  test('the count of calls goes on where a restarted twin takes up its journal', async () => {
    await using folder = await temporaryFolder();
    const journalPath = join(folder.path, 'journal');
    const faults: Fault[] = [{ tool: action, kind: 'lost_before_write', nth: [2, 4] }];
    {
      await using first = await served(twin, { token: TOKEN, journalPath, faults });
      await send(first, sample.write(1));
      await lost(first, 2);
    }
    await using second = await served(twin, { token: TOKEN, journalPath });
    await send(second, sample.write(3));
    await lost(second, 4);
    await send(second, sample.write(5));
    expect((await second.events()).map((row) => row.fault?.call)).toEqual([undefined, 2, undefined, 4, undefined]);
    const step = (await second.call('GET', '/_svc/state?step=5')).body;
    expect(step).toEqual(await second.state());
  });

  test('a share is drawn alike in worlds of one seed', async () => {
    const play = async (): Promise<boolean[]> => {
      await using server = await served(twin, { faults: [{ tool: action, kind: 'lost_before_write', share: 0.5 }] });
      for (let n = 1; n <= 12; n += 1) await send(server, sample.write(n)).catch(() => undefined);
      return (await server.events()).map((row) => row.fault !== undefined);
    };
    const [one, other] = [await play(), await play()];
    expect(other).toEqual(one);
    expect(new Set(one)).toEqual(new Set([true, false]));
  });
}

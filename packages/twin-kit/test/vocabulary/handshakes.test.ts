import { expect, test } from '@jest/globals';
import { callChecks, firstRow, passed, toolChecks, writesScan } from '@svc/twin-kit';
import { judged } from '../../testing/judged.ts';
import { mcp, row } from './rows.ts';

const calls = {
  twin: 'tasks',
  door: 'REST' as const,
  tools: new Map([['get_task', false]]),
  examples: ['get_task', 'get_task'] as const,
};
const message = (method: string) => row({ path: '/s/ses_1/mcp', request_body: { jsonrpc: '2.0', id: 1, method } });
/** What a client of MCP sends by itself around the one thing that the agent asked for. */
const tape = [
  message('initialize'),
  message('notifications/initialized'),
  message('tools/list'),
  message('ping'),
  row({ method: 'GET', path: '/s/ses_1/mcp', status: 405 }),
  mcp('other_tool'),
];

test('what a check says of calls counts those of the agent, not the handshakes of its MCP client', () => {
  const checks = [...toolChecks(calls), ...callChecks(calls, { errorsOf: () => [], example: 'x' })];
  const args = { tool: 'get_task', other: 'get_task', count: '1', status: '404', error: 'x' };
  const said = checks.map((check) => judged(check, args, { seed: {}, final: {}, tape }).evidence);
  const counts = said.flatMap((evidence) => /of (?:the )?(\d+) calls/.exec(evidence)?.[1] ?? []);
  expect(counts.length).toBeGreaterThan(3);
  expect(new Set(counts)).toEqual(new Set(['1']));
});

test('a handshake that was refused is no request that was refused', () => {
  const refused = callChecks(calls, { errorsOf: () => [], example: 'x' }).find(({ id }) => id === 'tasks.refused-with-status');
  expect(judged(refused!, { status: '405' }, { seed: {}, final: {}, tape }).status).toBe('failed');
});

test('what is said of writes counts calls likewise', () => {
  const scans = [
    writesScan(() => undefined),
    firstRow(
      () => undefined,
      (_found, rows) => passed(`none of the ${rows} calls did`),
    ),
  ];
  for (const scan of scans) {
    for (const one of tape) scan.row(one);
    expect(scan.outcome()).toEqual({ status: 'passed', evidence: 'none of the 1 calls did' });
  }
});

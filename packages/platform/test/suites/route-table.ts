import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ActivityLog, Route, RouteTable } from '@svc/platform';

export interface RouteTableUnderTest {
  table: RouteTable;
  activity: ActivityLog;
  /** Moves the table's clock forward by so many milliseconds. */
  advance(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;

/** What every route table and activity log does. */
export function describeRouteTable(name: string, start: (now: number) => Promise<RouteTableUnderTest>): void {
  describe(`the route table ${name}`, () => {
    const now = Date.now();
    let running: RouteTableUnderTest;
    beforeAll(async () => {
      running = await start(now);
    });
    afterAll(() => running?.stop());

    const route = (sessionId: string, overrides: Partial<Route> = {}): Route => ({
      sessionId,
      tokenSha256: 'a'.repeat(64),
      state: 'open',
      twins: { github: 'http://127.0.0.1:4001' },
      expiresAt: now + 30 * MINUTE_MS,
      ...overrides,
    });

    test('finds what was published, and the latest of it', async () => {
      await running.table.publish(route('ses_found'));
      expect(await running.table.find('ses_found')).toEqual(route('ses_found'));
      const moved = route('ses_found', { twins: { github: 'http://127.0.0.1:4002', slack: 'http://127.0.0.1:4003' } });
      await running.table.publish(moved);
      expect(await running.table.find('ses_found')).toEqual(moved);
    });

    test('finds nothing for an unknown session, and closing or removing it is no error', async () => {
      await running.table.markClosed('ses_unknown');
      await running.table.remove('ses_unknown');
      expect(await running.table.find('ses_unknown')).toBeUndefined();
    });

    test('tells which of many sessions have no route, those without any among them', async () => {
      expect(await running.table.missing([])).toEqual([]);
      await running.table.publish(route('ses_there'));
      await running.table.publish(route('ses_there_closed'));
      await running.table.markClosed('ses_there_closed');
      const lacking = Array.from({ length: 1_200 }, (_, at) => `ses_lacking_${at}`);
      const asked = [...lacking.slice(0, 600), 'ses_there', 'ses_there_closed', ...lacking.slice(600)];
      expect(await running.table.missing(asked)).toEqual(lacking);
    });

    test('a removed route is gone', async () => {
      await running.table.publish(route('ses_removed'));
      await running.table.remove('ses_removed');
      expect(await running.table.find('ses_removed')).toBeUndefined();
    });

    test('a closed route is remembered as closed for an hour past its expiry', async () => {
      await running.table.publish(route('ses_closed'));
      await running.table.markClosed('ses_closed');
      await running.advance(89 * MINUTE_MS);
      expect(await running.table.find('ses_closed')).toEqual(route('ses_closed', { state: 'closed' }));
      await running.advance(2 * MINUTE_MS);
      expect(await running.table.find('ses_closed')).toBeUndefined();
    });

    test('activity is drained once, the latest time of each session', async () => {
      running.activity.touch('ses_a', 2_000);
      running.activity.touch('ses_a', 1_000);
      running.activity.touch('ses_b', 3_000);
      expect(await running.activity.drain()).toEqual(
        new Map([
          ['ses_a', 2_000],
          ['ses_b', 3_000],
        ]),
      );
      expect(await running.activity.drain()).toEqual(new Map());
    });
  });
}

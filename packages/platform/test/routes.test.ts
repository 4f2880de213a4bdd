import { expect, test } from '@jest/globals';
import { createActivityLog, createRouteTable, type Route } from '@svc/platform';
import { describeRouteTable } from '@svc/platform/testing/suites';

describeRouteTable('in process', async (start) => {
  let now = start;
  const table = createRouteTable(() => now);
  const activity = createActivityLog();
  return {
    table,
    activity,
    advance: async (milliseconds) => {
      now += milliseconds;
    },
    stop: async () => {
      await table.close();
      await activity.close();
    },
  };
});

test('a listener hears each change with what is found from then on, until it leaves', async () => {
  const table = createRouteTable();
  const heard: [string, Route['state'] | undefined][] = [];
  const leave = table.onChange((sessionId, route) => heard.push([sessionId, route?.state]));
  const route: Route = { sessionId: 'ses_1', tokenSha256: '', state: 'open', twins: {}, expiresAt: Date.now() + 1_000 };
  await table.publish(route);
  await table.markClosed('ses_1');
  await table.remove('ses_1');
  leave();
  await table.publish(route);
  expect(heard).toEqual([
    ['ses_1', 'open'],
    ['ses_1', 'closed'],
    ['ses_1', undefined],
  ]);
  expect(table.known('ses_1')).toEqual(route);
});

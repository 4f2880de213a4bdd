// https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#schedule
import { afterEach, describe, expect, test } from '@jest/globals';
import { nextTime, readCron } from '../src/actions/workflows/cron.ts';
import { type Served, serveGithub } from './served.ts';

const web = { owner: 'acme', repo: 'web' };
const path = '.github/workflows/nightly.yml';
const workflow = (...crons: string[]) =>
  `name: Nightly\non:\n  workflow_dispatch:\n  schedule:\n${crons.map((cron) => `    - cron: '${cron}'\n`).join('')}jobs: { build: { steps: [{ run: make }] } }\n`;

let twin: Served;
/** A world whose clock goes on by a second with each write. */
const serve = async (start: string, file: string, more: object = {}) => {
  const repository = { owner: 'acme', name: 'web', files: { [path]: file }, ...more };
  twin = await serveGithub({ viewer: 'ada', users: [{ login: 'ada' }], repositories: [repository] }, { mode: 'logical', start });
};
afterEach(() => twin?.close());

const write = () => twin.octokit.rest.issues.create({ ...web, title: 'Anything' });
const runs = async () =>
  (await twin.octokit.rest.actions.listWorkflowRunsForRepo({ ...web, event: 'schedule' })).data.workflow_runs.map(
    ({ name, event, head_branch, created_at }) => ({ name, event, head_branch, created_at }),
  );
const times = async () => (await runs()).map(({ created_at }) => created_at).toSorted();

describe('a workflow with a schedule', () => {
  test('runs on the default branch with the first write after its time, once', async () => {
    await serve('2026-01-05T02:29:57Z', workflow('30 2 * * 1-5'));
    await write();
    expect(await runs()).toEqual([]);
    for (let second = 0; second < 6; second += 1) await write();
    expect(await runs()).toEqual([
      { name: 'Nightly', event: 'schedule', head_branch: 'main', created_at: '2026-01-05T02:30:00Z' },
    ]);
  });

  test('runs by the times that its file has by now', async () => {
    await serve('2026-01-05T02:29:50Z', workflow('30 2 * * *'));
    const { data } = await twin.octokit.rest.repos.getContent({ ...web, path });
    const content = Buffer.from(workflow('30 5 * * *')).toString('base64');
    await twin.octokit.rest.repos.createOrUpdateFileContents({
      ...web,
      path,
      message: 'Later',
      content,
      sha: (data as { sha: string }).sha,
    });
    for (let second = 0; second < 12; second += 1) await write();
    expect(await runs()).toEqual([]);
  });

  test('runs not while it is disabled, and later not for what it missed', async () => {
    await serve('2026-01-05T02:29:57Z', workflow('30 2 * * *'));
    await twin.octokit.rest.actions.disableWorkflow({ ...web, workflow_id: 'nightly.yml' as never });
    for (let second = 0; second < 6; second += 1) await write();
    await twin.octokit.rest.actions.enableWorkflow({ ...web, workflow_id: 'nightly.yml' as never });
    await write();
    expect(await runs()).toEqual([]);
  });

  test('takes the outcomes of the seed, and has one run for each of its times', async () => {
    await serve('2026-01-05T02:29:58Z', workflow('30 2 * * *', '30 2 5 * *', 'nonsense'), {
      workflows: [{ path: 'nightly.yml', outcomes: ['failure'] }],
    });
    for (let second = 0; second < 4; second += 1) await write();
    expect(await times()).toEqual(['2026-01-05T02:30:00Z', '2026-01-05T02:30:00Z']);
    for (let look = 0; look < 30; look += 1) await runs();
    const { data } = await twin.octokit.rest.actions.listWorkflowRunsForRepo({ ...web, event: 'schedule' });
    expect(data.workflow_runs.map(({ conclusion }) => conclusion)).toEqual(['failure', 'failure']);
  });
});

describe('the times of a schedule', () => {
  const next = (text: string, after: string, count = 3): string[] => {
    const cron = readCron(text);
    const found: string[] = [];
    for (let at = Date.parse(after); cron && found.length < count; ) {
      const time = nextTime(cron, at);
      if (time === undefined) break;
      found.push(new Date(time).toISOString().slice(0, 16));
      at = time;
    }
    return found;
  };

  test.each([
    ['*/15 * * * *', ['2026-01-01T00:15', '2026-01-01T00:30', '2026-01-01T00:45']],
    ['30 5,17 * * *', ['2026-01-01T05:30', '2026-01-01T17:30', '2026-01-02T05:30']],
    ['20/15 * * * *', ['2026-01-01T00:20', '2026-01-01T00:35', '2026-01-01T00:50']],
    ['0 4-6 * JAN MON-TUE', ['2026-01-05T04:00', '2026-01-05T05:00', '2026-01-05T06:00']],
    ['0 0 1 * 0', ['2026-01-04T00:00', '2026-01-11T00:00', '2026-01-18T00:00']],
    ['0 0 29 2 *', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00']],
    ['0 0 30 2 *', []],
  ])('%s', (text, expected) => {
    expect(next(text, '2026-01-01T00:00:00Z')).toEqual(expected);
  });

  test.each(['* * * *', '60 * * * *', '* 24 * * *', '*/0 * * * *', '5-1 * * * *', '@daily', '* * * FOO *', ''])(
    '%j is none',
    (text) => {
      expect(readCron(text)).toBeUndefined();
    },
  );
});

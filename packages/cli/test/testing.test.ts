import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import {
  createSandbox,
  type LocalTwin,
  type SandboxMatchers,
  type SandboxSeed,
  type SeedOf,
  sandboxMatchers,
  startTwin,
  type TestSandbox,
} from '@svc/cli';
import { type TwinId, twinIds } from '@svc/twins';
import { sharedService } from './shared.ts';
import { stopAll, temporaryFolder } from './support.ts';

jest.setTimeout(300_000);

expect.extend(sandboxMatchers);
/** With the types of the matcher, which a reader declares once. */
const expectThat = (value: unknown) => expect(value) as unknown as SandboxMatchers<void> & { not: SandboxMatchers<void> };

const issue = { owner: 'acme', repo: 'storefront', issue_number: 1 };
const clientOf = (baseUrl: string, auth: string) =>
  new Octokit({ baseUrl, auth, log: { debug() {}, info() {}, warn() {}, error() {} } });

describe('startTwin', () => {
  let twin: LocalTwin<'github'>;
  beforeAll(async () => {
    twin = await startTwin('github');
  });
  afterEach(() => twin.reset());
  afterAll(() => twin.close());

  test.each(['first', 'second'])('each test finds the declared world, an empty tape and the same address (%s)', async () => {
    const github = clientOf(twin.url, twin.token);
    expect(await twin.tape()).toEqual([]);
    expect((await github.rest.issues.get(issue)).data.state).toBe('open');
    await github.rest.issues.update({ ...issue, state: 'closed' });
    expect((await twin.state()).issues).toEqual([expect.objectContaining({ state: 'closed' })]);
    expect(await twin.tape()).toHaveLength(2);
  });

  test('reset takes another world, and a refused one leaves the twin as it is', async () => {
    const seed: SeedOf<'github'> = {
      repositories: [{ owner: 'zeta', name: 'app', issues: [{ number: 4, title: 'Four', state: 'open' }] }],
    };
    const other = await startTwin('github', { seed });
    const github = clientOf(other.url, other.token);
    const four = { owner: 'zeta', repo: 'app', issue_number: 4 };
    await github.rest.issues.update({ ...four, title: 'Five' });
    await expect(other.reset({ repositories: [{ owner: 'zeta' }] } as never)).rejects.toThrow('repositories[0].name');
    expect((await github.rest.issues.get(four)).data.title).toBe('Five');
    await other.reset({ repositories: [] });
    await expect(github.rest.issues.get(four)).rejects.toMatchObject({ status: 404 });
    await other.close();
    await expect(fetch(other.url)).rejects.toThrow();
  });

  test('a twin that is not there is told with those that are', async () => {
    // @ts-expect-error nor does it compile
    await expect(startTwin('githib')).rejects.toMatchObject({
      message: 'There is no twin called "githib".',
      hint: expect.stringContaining('github'),
    });
  });

  test.each(twinIds as TwinId[])('the %s twin starts, tells its state, resets and closes', async (id) => {
    await using each = await startTwin(id);
    const before = await each.state();
    await each.reset();
    expect(await each.state()).toEqual(before);
    expect(each.variables).toMatchObject({ [`SVC_${id.toUpperCase()}_REST_URL`]: each.url, SVC_AUTH_TOKEN: each.token });
  });

  test('works under node:test', async () => {
    const program = fileURLToPath(new URL('./programs/with-node-test.ts', import.meta.url));
    const { NODE_OPTIONS, JEST_WORKER_ID, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', program], { env });
    expect(stdout).toMatch(/^# pass 2$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });
});

test('seeds are those of their twins: flat for one, by twin id for more', () => {
  const one: SandboxSeed<['linear']> = { teams: [{ name: 'Engineering', key: 'ENG' }] };
  const two: SandboxSeed<['github', 'slack']> = { github: { repositories: [] }, slack: { channels: [{ name: 'general' }] } };
  // @ts-expect-error a number is no name
  const wrong: SeedOf<'slack'> = { channels: [{ name: 7 }] };
  // @ts-expect-error the sandbox has no such twin
  const stray: SandboxSeed<['github', 'slack']> = { stripe: {} };
  expect([one, two, wrong, stray]).toHaveLength(4);
});

describe('createSandbox', () => {
  const service = sharedService();
  let root: Awaited<ReturnType<typeof temporaryFolder>>;
  let sandbox: TestSandbox<readonly ['github']> | undefined;
  beforeAll(async () => {
    root = await temporaryFolder();
    const { SVC_BASE_URL: baseUrl, SVC_API_KEY: apiKey } = service.variables as { SVC_BASE_URL: string; SVC_API_KEY: string };
    sandbox = await createSandbox({ twins: ['github'], baseUrl, apiKey });
  });
  afterEach(() => sandbox?.reset());
  // Hooks of their own: when one fails, the others still run.
  afterAll(() => sandbox?.close());
  afterAll(stopAll);
  afterAll(() => root.remove());

  const made = () => sandbox as TestSandbox<readonly ['github']>;
  const github = () => clientOf(made().twins.github.url, made().token);

  test.each(['first', 'second'])('each test finds a fresh world (%s)', async () => {
    expect((await github().rest.issues.get(issue)).data.state).toBe('open');
    await github().rest.issues.update({ ...issue, state: 'closed' });
    expect((await made().twins.github.state()).issues).toEqual([expect.objectContaining({ state: 'closed' })]);
    expect(await made().twins.github.tape()).toHaveLength(2);
  });

  test('grade gives the service’s verdict on check sentences', async () => {
    await github().rest.issues.update({ ...issue, state: 'closed' });
    const result = await made().grade({
      criteria: [
        'Issue #1 in acme/storefront is closed.',
        { text: 'No new issues were opened in acme/storefront.', always_scored: true },
      ],
    });
    expect(result).toMatchObject({ score: 100, provenance: 'hosted' });
    expect(result.criteria_results.map(({ id, passed }) => [id, passed])).toEqual([
      ['c1', true],
      ['c2', true],
    ]);
  });

  const CLOSED = 'Issue #1 in acme/storefront is closed.';

  test('toPass passes with the grade', async () => {
    await github().rest.issues.update({ ...issue, state: 'closed' });
    await expectThat(made()).toPass([CLOSED, { text: 'No new issues were opened in acme/storefront.', always_scored: true }]);
  });

  test('toPass fails with what failed and why', async () => {
    await github().rest.issues.update({ ...issue, state: 'closed' });
    const failure = await expectThat(made())
      .toPass([CLOSED, 'Issue #1 in acme/storefront has the label "later".'], { name: 'Close it' })
      .then(
        () => 'passed',
        (error: Error) => error.message,
      );
    expect(failure.split('\n')).toEqual([
      'The run failed: 50 of 100, 1 of 2 criteria failed.',
      '  failed: Issue #1 in acme/storefront has the label "later".',
      expect.stringMatching(/^ {4}labels of issue acme\/storefront#1: /),
      `  passed: ${CLOSED}`,
      expect.stringMatching(/^ {2}http:\/\/.*\/runs\/run_/),
    ]);
  });

  test('not.toPass holds for criteria that failed, and not for an agent that did nothing', async () => {
    await github().rest.issues.get(issue);
    await expectThat(made()).not.toPass([CLOSED]);
    await made().reset();
    await expect(expectThat(made()).not.toPass([CLOSED])).rejects.toThrow('The tape is empty');
    await github().rest.issues.get(issue);
    await expect(expectThat(made()).not.toPass([CLOSED], { exitCode: 1 })).rejects.toThrow(/^The run errored: /);
    await expect(expectThat({}).toPass([CLOSED])).rejects.toThrow('toPass is for a sandbox of createSandbox, awaited.');
  });

  test('its variables are those an agent gets', () => {
    expect(made().variables).toEqual({
      SVC_GITHUB_REST_URL: made().twins.github.url,
      SVC_GITHUB_MCP_URL: made().twins.github.mcpUrl,
      SVC_GITHUB_ROOT_URL: expect.stringMatching(/^http:\/\/github--ses-[a-z0-9]+\.localhost:\d+$/),
      SVC_AUTH_TOKEN: made().token,
    });
  });
});

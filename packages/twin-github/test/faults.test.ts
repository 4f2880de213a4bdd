import { describe, expect, test } from '@jest/globals';
import type { Fault, TapeRow } from '@svc/twin-kit';
import { served } from '@svc/twin-kit/testing';
import { Octokit } from 'octokit';
import { github } from '../src/index.ts';
import { refusal } from './served.ts';

// docs: REST, "Rate limits for the REST API" and "Troubleshooting the REST API"; the client's own plugins: octokit.js, "Retries" and "Throttling"

const repo = { owner: 'acme', repo: 'storefront' };
let clients = 0;

/** A twin with these faults, and GitHub's client as it is, which waits and repeats. */
async function faulty(...faults: Fault[]) {
  const twin = await served(github, { faults });
  const asked: string[] = [];
  clients += 1;
  const octokit = new Octokit({
    auth: twin.token,
    baseUrl: twin.url,
    throttle: {
      id: `faults-${clients}`,
      onRateLimit: (retryAfter: number) => asked.push(`primary ${retryAfter}`) > 0,
      onSecondaryRateLimit: (retryAfter: number) => asked.push(`secondary ${retryAfter}`) > 0,
    },
  });
  const labels = async () => (await twin.state()).labels?.filter(({ name }) => name === 'flaky').length;
  return { ...twin, octokit, asked, labels };
}

const label = { ...repo, name: 'flaky', color: 'ff0000' };
const create: Pick<Fault, 'operation' | 'nth'> = { operation: 'issues/create-label', nth: 1 };
const told = (rows: readonly TapeRow[]) => rows.map(({ status, fault }) => [status, fault?.kind]);

describe("GitHub's client", () => {
  test('waits for the primary limit, whose headers tell until when, and writes once', async () => {
    await using twin = await faulty({ ...create, kind: 'rate_limit', retry_after: 0 });
    await twin.octokit.rest.issues.createLabel(label);
    expect(twin.asked).toEqual([expect.stringMatching(/^primary [12]$/)]);
    const rows = await twin.events();
    expect(told(rows)).toEqual([
      [403, 'rate_limit'],
      [201, undefined],
    ]);
    expect(rows[0]).toMatchObject({
      response_headers: { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-used': '5000' },
      response_body: { message: expect.stringMatching(/^API rate limit exceeded for user ID 1\./), status: '403' },
    });
    expect(await twin.labels()).toBe(1);
  });

  test('waits as long as a secondary limit says', async () => {
    await using twin = await faulty({ ...create, kind: 'secondary_rate_limit', retry_after: 2 });
    const begun = performance.now();
    await twin.octokit.rest.issues.createLabel(label);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(2_000);
    expect(twin.asked).toEqual(['secondary 2']);
    const [row] = await twin.events();
    expect(row).toMatchObject({
      status: 403,
      response_headers: { 'retry-after': '2' },
      response_body: { message: expect.stringContaining('You have exceeded a secondary rate limit.') },
      fault: { kind: 'secondary_rate_limit', call: 1, retry_after: 2 },
    });
    expect(await twin.labels()).toBe(1);
  });

  test('repeats a call that a gateway failed', async () => {
    await using twin = await faulty({ ...create, kind: 'server_error' });
    await twin.octokit.rest.issues.createLabel(label);
    expect(told(await twin.events())).toEqual([
      [502, 'server_error'],
      [201, undefined],
    ]);
  });

  test('repeats a call whose connection was lost before it landed', async () => {
    await using twin = await faulty({ ...create, kind: 'lost_before_write' });
    await twin.octokit.rest.issues.createLabel(label);
    expect(told(await twin.events())).toEqual([
      [0, 'lost_before_write'],
      [201, undefined],
    ]);
  });

  test('doubles a write whose answer was lost: its plugin repeats a POST, and GitHub knows no key', async () => {
    await using twin = await faulty({ operation: 'issues/create-comment', nth: 1, kind: 'lost_after_write' });
    await twin.octokit.rest.issues.createComment({ ...repo, issue_number: 1, body: 'Once, please' });
    const comments = (await twin.state()).comments?.filter(({ body }) => body === 'Once, please');
    expect(comments).toHaveLength(2);
    expect((await twin.events()).map((row) => [row.state_mutation, row.fault?.answered])).toEqual([
      [true, false],
      [true, undefined],
    ]);
  });

  test('waits for a slow answer, and writes once', async () => {
    await using twin = await faulty({ ...create, kind: 'slow', delay_ms: 600 });
    const begun = performance.now();
    await twin.octokit.rest.issues.createLabel(label);
    expect(performance.now() - begun).toBeGreaterThan(590);
    expect(told(await twin.events())).toEqual([[201, 'slow']]);
  });

  test('does not repeat a call of an expired token', async () => {
    await using twin = await faulty({ kind: 'expired_token' });
    expect(await refusal(twin.octokit.rest.users.getAuthenticated())).toMatchObject({
      status: 401,
      body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' },
    });
    expect(await twin.events()).toHaveLength(1);
  });

  test('does not see in a stale list what it has just written', async () => {
    await using twin = await faulty({ operation: 'issues/list-labels-for-repo', nth: 1, kind: 'stale_list' });
    await twin.octokit.rest.issues.createLabel(label);
    const names = async () => (await twin.octokit.rest.issues.listLabelsForRepo(repo)).data.map(({ name }) => name);
    expect(await names()).not.toContain('flaky');
    expect((await twin.octokit.rest.issues.getLabel({ ...repo, name: 'flaky' })).status).toBe(200);
    expect(await names()).toContain('flaky');
  });
});

test('a fault of a path meets the surface under its other prefix too', async () => {
  await using twin = await faulty({ method: 'GET', path: '/repos/*/storefront/issues', kind: 'server_error', status: 503 });
  expect((await twin.call('GET', '/api/v3/repos/acme/storefront/issues')).status).toBe(503);
  expect((await twin.call('GET', '/repos/acme/storefront/issues/1')).status).toBe(200);
});

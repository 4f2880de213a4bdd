// Alerts and advisories as GitHub describes them: https://docs.github.com/rest/code-scanning/code-scanning, /rest/secret-scanning/secret-scanning,
// /rest/dependabot/alerts and /rest/security-advisories/global-advisories. Each answer is held against the schema of its operation.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { github } from '../src/index.ts';
import { at, day, seed } from './alerts-seed.ts';
import { refusal, type Served, serveGithub } from './served.ts';

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub(seed, { mode: 'logical', start: '2026-02-01T00:00:00Z' });
});
afterAll(() => twin.close());

const rest = () => twin.octokit.rest;
const numbers = (all: readonly { number?: number }[]) => all.map(({ number }) => number);
const listed = async (path: string): Promise<unknown[]> => {
  const { json } = await twin.send('GET', path);
  return (json as Record<string, unknown>[]).map((one) => one.number ?? one.ghsa_id);
};

describe('lists', () => {
  const repo = '/repos/acme/web';
  test.each<[string, unknown[]]>([
    [`${repo}/code-scanning/alerts`, [3, 2, 1]],
    [`${repo}/code-scanning/alerts?direction=asc`, [1, 2, 3]],
    [`${repo}/code-scanning/alerts?sort=updated`, [1, 3, 2]],
    [`${repo}/code-scanning/alerts?sort=number&direction=asc`, [1, 2, 3]],
    [`${repo}/code-scanning/alerts?ref=refs/heads/fix`, [4, 1]],
    [`${repo}/code-scanning/alerts?ref=fix&state=open&tool_name=CodeQL`, [4, 1]],
    [`${repo}/code-scanning/alerts?state=closed`, [3, 2]],
    [`${repo}/code-scanning/alerts?state=dismissed`, [2]],
    [`${repo}/code-scanning/alerts?severity=high`, [1]],
    [`${repo}/code-scanning/alerts?severity=error`, [1]],
    [`${repo}/code-scanning/alerts?tool_name=Semgrep`, [3]],
    [`${repo}/code-scanning/alerts?per_page=1&page=2`, [2]],
    [`${repo}/secret-scanning/alerts`, [2, 1]],
    [`${repo}/secret-scanning/alerts?state=open`, [1]],
    [`${repo}/secret-scanning/alerts?secret_type=npm_token,other`, [2]],
    [`${repo}/secret-scanning/alerts?resolution=revoked,wont_fix`, [2]],
    [`${repo}/secret-scanning/alerts?validity=active`, [1]],
    [`${repo}/secret-scanning/alerts?is_publicly_leaked=true`, [1]],
    [`${repo}/secret-scanning/alerts?is_multi_repo=true&direction=asc`, [2]],
    [`${repo}/dependabot/alerts`, [3, 2, 1]],
    [`${repo}/dependabot/alerts?sort=updated`, [1, 3, 2]],
    [`${repo}/dependabot/alerts?state=open,fixed&direction=asc`, [1, 3]],
    [`${repo}/dependabot/alerts?severity=low`, [2]],
    [`${repo}/dependabot/alerts?ecosystem=npm&package=lodash`, [1]],
    [`${repo}/dependabot/alerts?manifest=requirements.txt`, [2]],
    [`${repo}/dependabot/alerts?scope=development&relationship=transitive`, [2]],
    ['/advisories', ['GHSA-5555-6666-7777', 'GHSA-2222-3333-4444']],
    ['/advisories?direction=asc', ['GHSA-2222-3333-4444', 'GHSA-5555-6666-7777']],
    ['/advisories?sort=updated', ['GHSA-2222-3333-4444', 'GHSA-5555-6666-7777']],
    ['/advisories?type=unreviewed', ['GHSA-8888-9999-cccc']],
    ['/advisories?ghsa_id=ghsa-2222-3333-4444', ['GHSA-2222-3333-4444']],
    ['/advisories?cve_id=CVE-2026-12345', ['GHSA-2222-3333-4444']],
    ['/advisories?ecosystem=pip', ['GHSA-5555-6666-7777']],
    ['/advisories?severity=high', ['GHSA-2222-3333-4444']],
    ['/advisories?cwes=79,CWE-80', ['GHSA-5555-6666-7777']],
    ['/advisories?is_withdrawn=true', ['GHSA-5555-6666-7777']],
    ['/advisories?affects=lodash-es,other', ['GHSA-2222-3333-4444']],
    ['/advisories?published=2026-01-03', ['GHSA-5555-6666-7777']],
    ['/advisories?updated=>2026-01-04', ['GHSA-2222-3333-4444']],
    ['/advisories?modified=2026-01-05..2026-01-09', ['GHSA-2222-3333-4444']],
  ])('%s', async (path, expected) => {
    expect(await listed(path)).toEqual(expected);
  });

  test('Dependabot and advisories in pages by cursors that the header names', async () => {
    const first = await rest().dependabot.listAlertsForRepo({ ...at, per_page: 2 });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.link ?? '')?.[1] as string;
    const second = await twin.send('GET', next.slice(twin.url.length));
    expect([numbers(first.data), numbers(second.json as never)]).toEqual([[3, 2], [1]]);
    const previous = /<([^>]+)>; rel="prev"/.exec(second.headers.get('link') ?? '')?.[1] as string;
    expect(await listed(previous.slice(twin.url.length))).toEqual([3, 2]);
    const all = await twin.octokit.paginate(rest().securityAdvisories.listGlobalAdvisories, { per_page: 1 });
    expect(all).toHaveLength(2);
  });

  test('the places where an alert was found', async () => {
    const { data: instances } = await rest().codeScanning.listAlertInstances({ ...at, alert_number: 1 });
    expect(instances.map(({ ref }) => ref)).toEqual(['refs/heads/main', 'refs/heads/fix']);
    expect(instances[0]).toMatchObject({ location: { path: 'src/a.js', start_line: 3 }, message: { text: 'Written unescaped' } });
    const { data: ofFix } = await rest().codeScanning.listAlertInstances({ ...at, alert_number: 1, ref: 'fix' });
    expect(ofFix).toHaveLength(1);
    const { data: locations } = await rest().secretScanning.listLocationsForAlert({ ...at, alert_number: 1 });
    expect(locations).toMatchObject([
      { type: 'commit', details: { path: 'src/a.js', start_line: 1, start_column: 14, end_column: 19 } },
      { type: 'issue_body', details: { issue_body_url: `${twin.url}/repos/acme/web/issues/1` } },
    ]);
  });
});

test('an alert shows what it is about', async () => {
  expect((await rest().codeScanning.getAlert({ ...at, alert_number: 2 })).data).toMatchObject({
    ...{ state: 'dismissed', dismissed_reason: "won't fix", dismissed_comment: 'Later', dismissed_at: day(2) },
    ...{ dismissed_by: { login: 'grace' }, rule: { id: 'js/unused', severity: 'warning' }, tool: { name: 'CodeQL' } },
    most_recent_instance: { ref: 'refs/heads/main', state: 'dismissed' },
  });
  expect((await rest().dependabot.getAlert({ ...at, alert_number: 1 })).data).toMatchObject({
    dependency: { package: { ecosystem: 'npm', name: 'lodash' }, manifest_path: 'package.json', scope: 'runtime' },
    security_advisory: { ghsa_id: 'GHSA-2222-3333-4444', cve_id: 'CVE-2026-12345', cvss: { score: 7.2 } },
    security_vulnerability: { vulnerable_version_range: '< 4.17.21', first_patched_version: { identifier: '4.17.21' } },
  });
  const { data: secret } = await rest().secretScanning.getAlert({ ...at, alert_number: 1 });
  expect(secret).toMatchObject({ secret: 'AKIA1', validity: 'active', has_more_locations: true });
  const { data: hidden } = await rest().secretScanning.getAlert({ ...at, alert_number: 1, hide_secret: true });
  expect(hidden).not.toHaveProperty('secret');
  const { data: advisory } = await rest().securityAdvisories.getGlobalAdvisory({ ghsa_id: 'GHSA-5555-6666-7777' });
  expect(advisory).toMatchObject({ withdrawn_at: day(6), vulnerabilities: [{ vulnerable_functions: ['slow.match'] }] });
});

describe('alerts are closed for a reason and opened again', () => {
  test('of code scanning', async () => {
    const change = (more: object) => rest().codeScanning.updateAlert({ ...at, alert_number: 1, ...more } as never);
    const reasonless = await refusal(change({ state: 'dismissed' }));
    expect([reasonless.status, reasonless.body.message]).toEqual([400, 'Alert dismissal reason is not valid.']);
    const { data } = await change({ state: 'dismissed', dismissed_reason: 'false positive', dismissed_comment: 'Escaped' });
    expect(data).toMatchObject({
      ...{ state: 'dismissed', dismissed_reason: 'false positive', dismissed_comment: 'Escaped' },
      dismissed_by: { login: 'ada' },
    });
    const again = await refusal(change({ state: 'dismissed', dismissed_reason: "won't fix" }));
    expect([again.status, again.body.message]).toEqual([400, 'Alert is already dismissed.']);
    expect((await change({ state: 'open' })).data).toMatchObject({ state: 'open', dismissed_by: null, dismissed_reason: null });
    expect((await refusal(rest().codeScanning.updateAlert({ ...at, alert_number: 3, state: 'open' }))).status).toBe(400);
  });

  test('of secret scanning', async () => {
    const change = (more: object) => rest().secretScanning.updateAlert({ ...at, alert_number: 1, ...more } as never);
    expect((await refusal(change({ state: 'resolved' }))).status).toBe(422);
    expect((await refusal(change({}))).status).toBe(422);
    const { data } = await change({ state: 'resolved', resolution: 'revoked', resolution_comment: 'Rotated' });
    expect(data).toMatchObject({ state: 'resolved', resolution: 'revoked', resolution_comment: 'Rotated' });
    expect(data).toMatchObject({ resolved_by: { login: 'ada' } });
    expect((await change({ validity: 'inactive' })).data).toMatchObject({ state: 'resolved', validity: 'inactive' });
    expect((await change({ state: 'open', validity: null })).data).toMatchObject({
      ...{ state: 'open', resolution: null, resolved_by: null, resolution_comment: null, validity: 'unknown' },
    });
  });

  test('of Dependabot', async () => {
    const change = (more: object) => rest().dependabot.updateAlert({ ...at, alert_number: 1, ...more } as never);
    expect((await refusal(change({ state: 'dismissed' }))).status).toBe(422);
    // As users met them: https://github.com/ReSerendipity/TTS_MultiModel/pull/108
    const long = { state: 'dismissed', dismissed_reason: 'no_bandwidth', dismissed_comment: 'x'.repeat(281) };
    expect((await refusal(change(long))).status).toBe(422);
    const { data } = await change({ state: 'dismissed', dismissed_reason: 'tolerable_risk', dismissed_comment: 'Not reached' });
    expect(data).toMatchObject({ state: 'dismissed', dismissed_reason: 'tolerable_risk', dismissed_by: { login: 'ada' } });
    const again = await refusal(change({ state: 'dismissed', dismissed_reason: 'not_used' }));
    expect([again.status, again.body.message]).toEqual([409, 'Alert 1 is already dismissed']);
    expect((await change({ state: 'open' })).data).toMatchObject({ state: 'open', dismissed_at: null, dismissed_comment: null });
    expect((await refusal(rest().dependabot.updateAlert({ ...at, alert_number: 3, state: 'open' }))).status).toBe(409);
  });
});

test.each<[string, () => Promise<unknown>, number]>([
  ['an alert that is not there', () => rest().codeScanning.getAlert({ ...at, alert_number: 9 }), 404],
  ['a secret that is not there', () => rest().secretScanning.getAlert({ ...at, alert_number: 9 }), 404],
  ['a dependency that is not there', () => rest().dependabot.getAlert({ ...at, alert_number: 9 }), 404],
  ['an advisory that is not there', () => rest().securityAdvisories.getGlobalAdvisory({ ghsa_id: 'GHSA-2' }), 404],
  ['what only reads', () => rest().dependabot.listAlertsForRepo({ owner: 'grace', repo: 'hers' }), 403],
  ['what only reads code', () => rest().codeScanning.listAlertsForRepo({ owner: 'grace', repo: 'hers' }), 403],
  ['what only reads secrets', () => rest().secretScanning.listAlertsForRepo({ owner: 'grace', repo: 'hers' }), 404],
  [
    'a repository that was archived',
    () =>
      rest().codeScanning.updateAlert({
        ...{ owner: 'acme', repo: 'old', alert_number: 1, state: 'dismissed', dismissed_reason: "won't fix" },
      }),
    403,
  ],
  ['a date that is none', () => rest().securityAdvisories.listGlobalAdvisories({ published: 'soon' }), 422],
])('%s is refused', async (_what, call, status) => {
  const before = await twin.evidence('state');
  expect((await refusal(call())).status).toBe(status);
  expect(await twin.evidence('state')).toEqual(before);
});

describe('a seed', () => {
  const web = (more: object) => ({ repositories: [{ owner: 'acme', name: 'web', ...more }], advisories: seed.advisories });
  test.each<[string, object, string]>([
    ['no reason', { code_scanning_alerts: [{ rule: 'x', path: 'a', state: 'dismissed' }] }, 'missing_reason'],
    [
      'a reason too many',
      { secret_scanning_alerts: [{ secret_type: 't', secret: 's', resolution: 'revoked' }] },
      'state_conflict',
    ],
    ['a branch too many', { code_scanning_alerts: [{ rule: 'x', path: 'a', branches: ['none'] }] }, 'unknown_branch'],
    ['a file too many', { secret_scanning_alerts: [{ secret_type: 't', secret: 's', path: 'none' }] }, 'unknown_file'],
    ['an issue too many', { secret_scanning_alerts: [{ secret_type: 't', secret: 's', issue: 9 }] }, 'unknown_issue'],
    ['an advisory too many', { dependabot_alerts: [{ advisory: 'GHSA-none' }] }, 'unknown_advisory'],
    ['an advisory unreviewed', { dependabot_alerts: [{ advisory: 'GHSA-8888-9999-cccc' }] }, 'unreviewed_advisory'],
    ['a package too many', { dependabot_alerts: [{ advisory: 'GHSA-2222-3333-4444', package: 'x' }] }, 'unknown_package'],
    ['a number twice', { code_scanning_alerts: [1, 1].map((number) => ({ number, rule: 'x', path: 'a' })) }, 'duplicate'],
  ])('with %s is refused', (_what, more, code) => {
    const parsed = github.definition.seed.schema.safeParse(web(more));
    const issues = parsed.error?.issues ?? [];
    expect(issues.map((issue) => (issue as { params?: { code?: string } }).params?.code)).toEqual([code]);
  });
});

test('alerts go with their repository', async () => {
  const world = await serveGithub({ ...seed, repositories: [{ ...seed.repositories[0], collaborators: undefined }] });
  await world.octokit.rest.repos.delete(at);
  const state = (await world.evidence('state')) as Record<string, unknown[]>;
  for (const kind of ['code_scanning_alerts', 'secret_scanning_alerts', 'dependabot_alerts']) expect(state[kind]).toEqual([]);
  await world.close();
});

// Advisories of repositories: https://docs.github.com/rest/security-advisories/repository-advisories. Each answer is held against the schema of its
// operation; scores are those of FIRST's calculator (https://www.first.org/cvss/calculator/3.1).
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { baseScore, severityOf } from '../src/actions/alerts/cvss.ts';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };
const day = (number: number): string => `2026-01-0${number}T00:00:00Z`;
const ID = { draft: 'GHSA-2222-2222-2222', published: 'GHSA-3333-3333-3333', closed: 'GHSA-4444-4444-4444' };
const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const advisories = [
  {
    ghsa_id: ID.draft,
    summary: 'Leak',
    severity: 'high',
    created_at: day(3),
    updated_at: day(5),
    collaborating_users: ['linus'],
  },
  {
    ...{ ghsa_id: ID.published, cve_id: 'CVE-2026-12345', summary: 'Injection', description: 'It *is*', state: 'published' },
    ...{ cvss_vector_string: VECTOR, cwe_ids: ['CWE-79'], created_at: day(1), updated_at: day(4), published_at: day(2) },
    ...{ author: 'grace', publisher: 'ada', credits: [{ login: 'linus', type: 'finder' }], collaborating_teams: ['Security'] },
    vulnerabilities: [
      { package: 'web', vulnerable_version_range: '< 2.0', patched_versions: '2.0', vulnerable_functions: ['f'] },
    ],
  },
  { ghsa_id: ID.closed, summary: 'No leak', state: 'closed', created_at: day(2) },
];
const world = (viewer: string) => ({
  viewer,
  users: [
    ...['ada', 'grace', 'linus', 'eve'].map((login) => ({ login })),
    {
      ...{ login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'grace'] },
      teams: [{ name: 'Security', members: ['grace'] }],
    },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', collaborators: [{ login: 'ada', permission: 'admin' }, 'eve'] },
      security_advisories: advisories,
    },
    {
      ...{ owner: 'acme', name: 'api', archived: true, collaborators: [{ login: 'ada', permission: 'admin' }] },
      security_advisories: [{ ghsa_id: 'GHSA-5555-5555-5555', summary: 'Old', state: 'triage', created_at: day(4) }],
    },
  ],
  advisories: [{ ghsa_id: 'GHSA-9999-9999-9999', summary: 'x', cwes: [{ cwe_id: 'CWE-79', name: 'Scripting' }] }],
});

let twin: Served;
const served: Served[] = [];
const as = async (viewer: string): Promise<Served> => {
  const one = await serveGithub(world(viewer), { mode: 'logical', start: '2026-02-01T00:00:00Z' });
  served.push(one);
  return one;
};
beforeEach(async () => {
  twin = await as('ada');
});
afterEach(async () => {
  for (const one of served.splice(0)) await one.close();
});
const api = () => twin.octokit.rest.securityAdvisories;
const idsIn = async (path: string, by = twin): Promise<string[]> =>
  ((await by.send('GET', path)).json as { ghsa_id: string }[]).map(({ ghsa_id }) => ghsa_id);

describe('lists', () => {
  const web = '/repos/acme/web/security-advisories';
  test.each<[string, string[]]>([
    [web, [ID.draft, ID.closed, ID.published]],
    [`${web}?direction=asc`, [ID.published, ID.closed, ID.draft]],
    [`${web}?sort=updated`, [ID.draft, ID.published, ID.closed]],
    [`${web}?sort=published&direction=asc`, [ID.published, ID.draft, ID.closed]],
    [`${web}?state=closed`, [ID.closed]],
    [`${web}?state=triage`, []],
    [`${web}?per_page=1`, [ID.draft]],
    ['/orgs/acme/security-advisories', ['GHSA-5555-5555-5555', ID.draft, ID.closed, ID.published]],
    ['/orgs/acme/security-advisories?state=triage', ['GHSA-5555-5555-5555']],
  ])('%s', async (path, expected) => {
    expect(await idsIn(path)).toEqual(expected);
  });

  test('what is published to everybody, the rest to administrators and who works on it', async () => {
    expect(await idsIn(web, await as('eve'))).toEqual([ID.published]);
    const linus = await as('linus');
    expect(await idsIn(web, linus)).toEqual([ID.draft, ID.published]);
    expect((await linus.send('GET', `${web}/${ID.closed}`)).status).toBe(404);
    expect((await linus.send('GET', `${web}/${ID.draft.toLowerCase()}`)).status).toBe(200);
    for (const viewer of ['eve', 'grace'])
      expect((await (await as(viewer)).send('GET', '/orgs/acme/security-advisories')).status).toBe(404);
  });
});

test('one is shown as the seed has it', async () => {
  const { data } = await api().getRepositoryAdvisory({ ...at, ghsa_id: ID.published });
  expect(data).toMatchObject({
    ...{ ghsa_id: ID.published, cve_id: 'CVE-2026-12345', summary: 'Injection', description: 'It *is*', severity: 'critical' },
    ...{ state: 'published', published_at: day(2), author: { login: 'grace' }, publisher: { login: 'ada' } },
    ...{ cvss: { vector_string: VECTOR, score: 9.8 }, cwes: [{ cwe_id: 'CWE-79', name: 'Scripting' }], cwe_ids: ['CWE-79'] },
    identifiers: [
      { type: 'GHSA', value: ID.published },
      { type: 'CVE', value: 'CVE-2026-12345' },
    ],
    vulnerabilities: [
      {
        package: { ecosystem: 'npm', name: 'web' },
        ...{ vulnerable_version_range: '< 2.0', patched_versions: '2.0', vulnerable_functions: ['f'] },
      },
    ],
    ...{ credits: [{ login: 'linus', type: 'finder' }], credits_detailed: [{ user: { login: 'linus' }, state: 'pending' }] },
    ...{ collaborating_teams: [{ slug: 'security' }], private_fork: null },
  });
});

describe('an advisory', () => {
  const vulnerabilities = [{ package: { ecosystem: 'pip' as const, name: 'web' } }];

  test('is drafted, worked on, published and stays so', async () => {
    const given = { ...at, summary: 'New', description: 'Bad', vulnerabilities, severity: 'low' as const, cwe_ids: ['CWE-20'] };
    const { data: made, status } = await api().createRepositoryAdvisory(given);
    expect([status, made.state, made.severity, made.author?.login]).toEqual([201, 'draft', 'low', 'ada']);
    expect(made.ghsa_id).toMatch(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/);
    const of = { ...at, ghsa_id: made.ghsa_id };
    const change = {
      ...{
        cvss_vector_string: VECTOR,
        cve_id: 'CVE-2026-1000',
        collaborating_users: ['grace'],
        collaborating_teams: ['security'],
      },
      credits: [{ login: 'ada', type: 'analyst' as const }],
    };
    const { data: changed } = await api().updateRepositoryAdvisory({ ...of, ...change });
    expect(changed).toMatchObject({
      ...{ severity: 'critical', cve_id: 'CVE-2026-1000', collaborating_users: [{ login: 'grace' }] },
      ...{ collaborating_teams: [{ slug: 'security' }], credits_detailed: [{ state: 'accepted' }], summary: 'New' },
    });
    const { data: closed } = await api().updateRepositoryAdvisory({ ...of, state: 'closed' });
    expect(closed.closed_at).toBe('2026-02-01T00:00:03Z');
    expect((await api().updateRepositoryAdvisory({ ...of, state: 'draft' })).data).toMatchObject({
      state: 'draft',
      closed_at: null,
    });
    const { data: published } = await api().updateRepositoryAdvisory({ ...of, state: 'published' });
    expect(published).toMatchObject({ state: 'published', publisher: { login: 'ada' }, published_at: expect.any(String) });
    expect(await refusal(api().updateRepositoryAdvisory({ ...of, state: 'closed' }))).toMatchObject({ status: 422 });
    expect((await api().updateRepositoryAdvisory({ ...of, summary: 'Newer' })).data.summary).toBe('Newer');
    // A severity that somebody says takes the place of the vector.
    expect((await api().updateRepositoryAdvisory({ ...of, severity: 'low' })).data).toMatchObject({
      ...{ severity: 'low', cvss: { vector_string: null, score: null } },
    });
  });

  test('is changed by who works on it, who neither publishes nor closes it', async () => {
    const linus = (await as('linus')).octokit.rest.securityAdvisories;
    const of = { ...at, ghsa_id: ID.draft };
    expect((await linus.updateRepositoryAdvisory({ ...of, summary: 'Worse' })).data.summary).toBe('Worse');
    expect(await refusal(linus.updateRepositoryAdvisory({ ...of, state: 'published' }))).toMatchObject({ status: 403 });
    expect(await refusal(linus.updateRepositoryAdvisory({ ...at, ghsa_id: ID.published, summary: 'x' }))).toMatchObject({
      status: 403,
    });
    const grace = (await as('grace')).octokit.rest.securityAdvisories;
    expect((await grace.updateRepositoryAdvisory({ ...at, ghsa_id: ID.published, summary: 'x' })).status).toBe(200);
    expect(
      await refusal(grace.createRepositoryAdvisory({ ...at, summary: 'x', description: 'x', vulnerabilities })),
    ).toMatchObject({
      status: 403,
    });
  });

  test.each<[string, object, number, string | RegExp]>([
    ['a blank summary', { summary: ' ' }, 422, /summary/],
    ['no package', { vulnerabilities: undefined }, 422, /vulnerabilities/],
    ['an unknown ecosystem', { vulnerabilities: [{ package: { ecosystem: 'cargo' } }] }, 422, /cargo/],
    ['an id that is none', { cve_id: 'CVE-1' }, 422, /cve_id/],
    ['a weakness that is none', { cwe_ids: ['79'] }, 422, /cwe_ids/],
    ['a vector that is none', { cvss_vector_string: 'AV:N' }, 422, /cvss_vector_string/],
    ['a vector beside a severity', { cvss_vector_string: VECTOR, severity: 'low' }, 422, /You must choose/],
    ['a vector of a later version', { cvss_vector_string: 'CVSS:4.0/AV:N' }, 501, /CVSS 4/],
    ['credit for nobody', { credits: [{ login: 'nobody', type: 'finder' }] }, 422, /credits/],
    ['a private fork', { start_private_fork: true }, 501, /private forks/],
    ['an archived repository', { repo: 'api' }, 403, /archived/],
  ])('is refused with %s', async (_what, more, status, words) => {
    const before = await twin.evidence('state');
    const { repo = 'web', ...body } = { summary: 'x', description: 'x', vulnerabilities, ...more } as { repo?: string };
    const answer = await twin.send('POST', `/repos/acme/${repo}/security-advisories`, body);
    expect([answer.status, JSON.stringify(answer.json)]).toEqual([status, expect.stringMatching(words)]);
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('loses a team that is gone, and goes with its repository', async () => {
    await twin.octokit.rest.teams.deleteInOrg({ org: 'acme', team_slug: 'security' });
    expect((await api().getRepositoryAdvisory({ ...at, ghsa_id: ID.published })).data.collaborating_teams).toEqual([]);
    await twin.octokit.rest.repos.delete(at);
    const { repository_advisories } = (await twin.evidence('state')) as { repository_advisories: unknown[] };
    expect(repository_advisories).toHaveLength(1);
  });
});

// The examples of FIRST: https://www.first.org/cvss/v3.1/examples
test.each<[string, number, string]>([
  [VECTOR, 9.8, 'critical'],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4, 'medium'],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1, 'low'],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9, 'critical'],
  ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5, 'high'],
  ['CVSS:3.1/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L', 4.2, 'medium'],
  ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0, 'low'],
])('%s scores %d', (vector, score, severity) => {
  expect([baseScore(vector), severityOf(score)]).toEqual([score, severity]);
});

test.each(['CVSS:2.0/AV:N/AC:L/Au:N/C:P/I:P/A:P', 'CVSS:3.1/AV:N', ''])('%s is no vector', (vector) => {
  expect(baseScore(vector)).toBeUndefined();
});

describe('a seed', () => {
  const faultsOf = async (one: object, more: object = {}) => {
    const seed = {
      users: [{ login: 'ada' }],
      repositories: [{ owner: 'ada', name: 'web', security_advisories: [one] }],
      ...more,
    };
    const error = await serveGithub(seed).then(
      (twin_) => twin_.close(),
      (refused: unknown) => refused,
    );
    return String((error as Error | undefined)?.message ?? error);
  };
  test.each<[string, object, RegExp]>([
    ['both a severity and a vector', { summary: 'x', severity: 'low', cvss_vector_string: VECTOR }, /give either severity/],
    ['a vector that is none', { summary: 'x', cvss_vector_string: 'x' }, /must be a vector of CVSS 3/],
    ['a team that is none', { summary: 'x', collaborating_teams: ['Core'] }, /has no team "Core"/],
    ['an id that is none', { summary: 'x', ghsa_id: 'GHSA-1' }, /must be an id as GHSA/],
  ])('is refused with %s', async (_what, one, words) => {
    expect(await faultsOf(one)).toMatch(words);
  });
  test("is refused with an id of GitHub's database", async () => {
    const id = 'GHSA-2222-2222-2222';
    expect(await faultsOf({ summary: 'x', ghsa_id: id }, { advisories: [{ ghsa_id: id, summary: 'x' }] })).toMatch(
      /declared twice/,
    );
  });
});

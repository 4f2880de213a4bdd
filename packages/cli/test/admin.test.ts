import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { EmbeddedPostgres } from '@svc/platform';
import { startTestDatabase } from '@svc/platform/testing';
import { inTheWhole, isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { processesNaming, type Running, startService, stopAll, svc, temporaryFolder } from './support.ts';

// Each installation starts PostgreSQL, and a stopped one starts it for each command.
jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

const admin = (...args: string[]) => svc(['admin', ...args, '--data-dir', dataDir]);
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await admin(...args, '--json');
  if (code !== 0) throw new Error(`svc admin ${args.join(' ')} exited with ${code}: ${stderr}`);
  return JSON.parse(stdout);
};

describe('on a running installation', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService(dataDir);
  });
  afterAll(() => service.stop());

  const call = (key: string, method: string, path: string, body?: object) =>
    fetch(`${service.variables.SVC_BASE_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  test('a new team gets a key that works at once, with its quota and clocks, until the key is revoked', async () => {
    const team = await json(
      'team',
      'create',
      'acme',
      '--plan',
      'team',
      '--quota',
      '1',
      '--lifetime',
      '45s',
      '--idle',
      '500ms',
      '--journal-mib',
      '2',
    );
    expect(team).toMatchObject({
      slug: 'acme',
      plan_tier: 'team',
      quota: 1,
      lifetime_ms: 45_000,
      idle_ms: 500,
      journal_mib: 2,
      world_mib: null,
    });
    const { stdout } = await admin('key', 'create', '--team', 'acme', '--name', 'ci');
    const [, key = ''] = /^SVC_API_KEY=(svc_\w+)\n$/.exec(stdout) ?? [];
    const me = await (await call(key, 'GET', '/me')).json();
    expect(me).toMatchObject({ team: { id: team.id, slug: 'acme', plan_tier: 'team' }, api_key: { name: 'ci' } });
    expect(await (await call(key, 'GET', '/usage')).json()).toMatchObject({ sessions_quota: 1 });
    const created = (await (await call(key, 'POST', '/eval-sessions', {})).json()) as { session_id: string };
    const row = (await (await call(key, 'GET', `/sandboxes/${created.session_id}`)).json()) as Record<string, string>;
    expect(Date.parse(row.expires_at!) - Date.parse(row.created_at!)).toBe(45_000);

    const [kept] = await json('key', 'list', '--team', 'acme');
    expect(kept).toMatchObject({ id: key.split('_')[1], team: 'acme', name: 'ci', revoked_at: null });
    expect(JSON.stringify(kept)).not.toContain(key.split('_')[2]);
    expect((await admin('key', 'revoke', kept.id)).stdout).toBe(`Revoked ${kept.id}.\n`);
    expect((await call(key, 'GET', '/me')).status).toBe(403);
    expect((await admin('key', 'revoke', kept.id)).stdout).toBe(`${kept.id} was revoked before.\n`);
  });

  inTheWhole(test)('a change of a team holds at once, and default brings the plan back', async () => {
    await json('team', 'create', 'globex');
    const { api_key } = await json('key', 'create', '--team', 'globex', '--name', 'ci');
    const quota = async () =>
      ((await (await call(api_key, 'GET', '/usage')).json()) as { sessions_quota: number }).sessions_quota;
    expect(await quota()).toBe(3);
    expect(await json('team', 'set', 'globex', '--quota', '7', '--idle', '5m')).toMatchObject({ quota: 7, idle_ms: 300_000 });
    expect(await quota()).toBe(7);
    expect(await json('team', 'set', 'globex', '--quota', 'default')).toMatchObject({ quota: null, idle_ms: 300_000 });
    expect(await quota()).toBe(3);
  });

  test('an invitation lets one person into the team by the page that it names', async () => {
    const { stdout, stderr } = await admin('invite', 'ada@example.com', '--team', 'acme', '--role', 'owner');
    expect(stderr).toContain('works once, within a week');
    const page = await fetch(stdout.trim());
    expect(await page.text()).toContain('ada@example.com is invited to team <strong>acme</strong> as an owner.');
    const form = { token: new URL(stdout.trim()).searchParams.get('token')!, password: 'correct horse battery' };
    const joined = await fetch(stdout.trim(), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    expect(joined.status).toBe(303);
    expect(await json('invite', 'grace@example.com', '--url', 'https://sandboxes.example.com')).toEqual({
      team: 'local',
      email: 'grace@example.com',
      role: 'member',
      invitation: expect.stringMatching(/^https:\/\/sandboxes\.example\.com\/invitation\?token=\w{43}$/),
    });
  });

  const refused: [args: string[], message: string][] = [
    [['team', 'create', 'acme'], 'There is a team "acme" already.'],
    [['team', 'set', 'hooli', '--quota', '1'], 'There is no team "hooli".'],
    [['key', 'create', '--team', 'hooli', '--name', 'ci'], 'There is no team "hooli".'],
    [['invite', 'ada@example.com', '--team', 'hooli', '--url', 'http://a.test'], 'There is no team "hooli".'],
    [['invite', 'nobody'], 'An e-mail address is e.g. ada@example.com.'],
    [['key', 'revoke', 'svc_secret'], 'There is no key "svc_secret".'],
  ];
  test.each(shareOf(refused, 2))('%j is refused with 5', async (args, message) => {
    const { code, stdout, stderr } = await admin(...args);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('on a stopped installation', () => {
  test('commands work, and leave it stopped', async () => {
    expect((await admin('team', 'create', 'initech')).code).toBe(0);
    expect((await json('team', 'list')).map(({ slug }: { slug: string }) => slug)).toEqual([
      'acme',
      ...(isWhole ? ['globex'] : []),
      'initech',
      'local',
    ]);
    expect(processesNaming(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'service.lock'))).toBe(false);
    const { api_key } = await json('key', 'create', '--team', 'initech', '--name', 'ci');
    const service = await startService(dataDir);
    const answer = await fetch(`${service.variables.SVC_BASE_URL}/me`, { headers: { authorization: `Bearer ${api_key}` } });
    expect(answer.status).toBe(200);
    await service.stop();
  });

  test('an invitation needs the address of its page', async () => {
    const { code, stdout, stderr } = await admin('invite', 'ada@example.com');
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toContain('the service is not running');
  });
});

describe('with DATABASE_URL', () => {
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    server = await startTestDatabase();
  });
  afterAll(() => server.stop());
  const env = () => ({ DATABASE_URL: server.connectionString });

  inTheWhole(test)('commands work on that database, and --data-dir goes before it', async () => {
    expect((await svc(['admin', 'team', 'create', 'fleet'], { env: env() })).code).toBe(0);
    const teams = await svc(['admin', 'team', 'list', '--json'], { env: env() });
    expect(JSON.parse(teams.stdout).map(({ slug }: { slug: string }) => slug)).toEqual(['fleet']);
    const other = await svc(['admin', 'team', 'list', '--data-dir', join(folder.path, 'none')], { env: env() });
    expect(other.code).toBe(5);
    expect(other.stderr).toContain('There is no installation in');
    expect(existsSync(join(folder.path, 'none'))).toBe(false);
  });

  test('a database that is away exits with 2 and does not show its password', async () => {
    const away = { DATABASE_URL: 'postgresql://svc:hunter2@127.0.0.1:9/postgres' };
    const { code, stderr } = await svc(['admin', 'team', 'list'], { env: away });
    expect(code).toBe(2);
    expect(stderr).toContain("The database can't be used (ECONNREFUSED).");
    expect(stderr).not.toContain('hunter2');
  });
});

const wrongUses: [args: string[], message: string][] = [
  [['team', 'create', 'Not A Slug'], 'A slug has'],
  [['team', 'create', 'a', '--plan', 'gold'], 'A plan is one of free, team, enterprise.'],
  [['team', 'create', 'a', '--quota', '-1'], 'A quota is'],
  [['team', 'create', 'a', '--lifetime', '45'], 'A duration is'],
  [['team', 'set', 'a', '--journal-mib', '0'], 'A number of MiB from 1'],
  [['team', 'set', 'a', '--world-mib', '4097'], 'A number of MiB from 1'],
  [['team', 'create', 'a', '--idle', '0s'], 'A duration is'],
  [['team', 'set', 'a'], 'Nothing to change was given.'],
  [['key', 'create', '--team', 'a'], "required option '--name <name>' not specified"],
  [['key', 'create', '--team', 'a', '--name', 'a\nb'], 'A name has'],
];
test.each(shareOf(wrongUses, 3))('svc admin %j is a usage error', async (args, message) => {
  const { code, stdout, stderr } = await svc(['admin', ...args]);
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(stderr).toContain(message);
});

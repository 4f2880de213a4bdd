import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  agentCommand,
  LABEL_IT,
  type Running,
  SCENARIO,
  startService,
  stopAll,
  svc,
  temporaryFolder,
  using,
} from '../support.ts';
import { agent, call, connect, createSandbox } from './support.ts';

jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let service: Running;
beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
  service = await startService(dataDir, ['--port', '0', '--verbose']);
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

/** Files whose purpose is to keep a secret, each readable by its owner only, and PostgreSQL's own files, which are read through SQL. */
const KEEPERS = [
  /\/secrets\.json$/,
  /\/credentials\.json$/,
  /\/postgres\/password$/,
  /\/session\.json$/,
  /\/processes\/\w+\.json$/,
  /\/postgres\/cluster\//,
];

async function filesBelow(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || KEEPERS.some((keeper) => keeper.test(path))) continue;
    const bytes = await readFile(path);
    files.set(path, (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1'));
  }
  return files;
}

/** Every row of every table of every schema, as text. */
async function tablesAsText(): Promise<Map<string, string>> {
  const database = await connect(dataDir);
  try {
    const { rows } = await database.query<{ name: string }>(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
    );
    const texts = new Map<string, string>();
    for (const { name } of rows) {
      const table = await database.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.set(name, table.rows.map(({ row }) => row).join('\n'));
    }
    return texts;
  } finally {
    await database.end();
  }
}

test('no token appears in logs, tapes, journals, kept runs or the database in plain text', async () => {
  await writeFile(join(folder.path, 'scenario.md'), SCENARIO);
  const command = await agentCommand(folder.path, 'agent.mjs', LABEL_IT);
  const run = await svc(['run', 'scenario.md', '--agent', command, '--json'], { cwd: folder.path, env: using(service) });
  expect(run.code).toBe(0);
  const [graded] = (JSON.parse(run.stdout) as { results: [{ run_id: string }] }).results;

  // A sandbox that stays open, with its bearer sent in every way that official clients have, and in ways that nobody should.
  const created = await call(service, 'POST', '/sandboxes', { twins: ['github'] });
  const { session_id, agent_token, provider_credentials } = created.body as unknown as {
    session_id: string;
    agent_token: string;
    provider_credentials: { github: { token: string } };
  };
  const sandbox = { ...(await createSandbox(service)) };
  const first = `${service.variables.SVC_TWINS_URL}/github/s/${session_id}/repos/acme/storefront`;
  const basic = Buffer.from(`user:${agent_token}`).toString('base64');
  for (const authorization of [`Bearer ${agent_token}`, `token ${agent_token}`, agent_token, `Basic ${basic}`]) {
    expect((await fetch(first, { headers: { authorization, cookie: `session=${agent_token}` } })).status).toBe(200);
  }
  await fetch(`${first}?access_token=${agent_token}`, { headers: { authorization: `Bearer ${agent_token}` } });
  await agent({ ...sandbox, agent_token: service.variables.SVC_API_KEY as string }, 'GET', '/repos/acme/storefront');
  await fetch(`${service.variables.SVC_BASE_URL}/me`, { headers: { authorization: `Bearer ${agent_token}` } });
  await call(service, 'GET', `/sandboxes/${session_id}`);
  const { body: trace } = await call(service, 'GET', `/runs/${graded.run_id}/trace`);

  const secretOf = async (name: string) => readFile(join(dataDir, name), 'utf8');
  const record = JSON.parse(await secretOf(`twins/sandboxes/${session_id}/session.json`)) as {
    twins: [{ controlToken: string }];
  };
  const host = JSON.parse(await secretOf('twins/processes/github.json')) as { controlToken: string };
  const secrets = {
    'API key': service.variables.SVC_API_KEY as string,
    "API key's secret": (service.variables.SVC_API_KEY as string).split('_')[2] as string,
    'agent token': agent_token,
    "agent token's signature": agent_token.split('.')[2] as string,
    'agent token in Basic': basic,
    'second agent token': sandbox.agent_token,
    'control token': record.twins[0].controlToken,
    'control token of the process': host.controlToken,
    'installation secret': (JSON.parse(await secretOf('secrets.json')) as { installation_secret: string }).installation_secret,
    'database password': await secretOf('postgres/password'),
    'provider token': provider_credentials.github.token,
    'signature of a download': new URL(trace.url as string).search.slice(1),
  };
  for (const [name, secret] of Object.entries(secrets)) expect({ name, long: secret.length >= 20 }).toEqual({ name, long: true });

  const files = await filesBelow(folder.path);
  const tables = await tablesAsText();
  // What is searched is there: the log, a journal, a kept tape, and rows of our tables.
  expect([...files.keys()].some((path) => path.endsWith('/logs/svc.log'))).toBe(true);
  for (const kind of [/\/twins\/.*\.jsonl$/, /\/blobs\//, /\/events\.jsonl$/]) {
    const tapes = [...files].filter(([path]) => kind.test(path));
    expect({ kind, redacted: tapes.some(([, text]) => text.includes('[REDACTED]')) }).toEqual({ kind, redacted: true });
  }
  expect(tables.get('public.api_keys')).toMatch(/\w/);
  expect(tables.get('public.runs')).toContain(graded.run_id);
  const places = [...files, ...tables, ['what svc up printed on stderr', service.output.stderr] as const];
  const found = places.flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [`${name} in ${place}`] : [])),
  );
  expect(found).toEqual([]);
});

describe('files that keep secrets', () => {
  test('are readable by their owner only', async () => {
    const { stat } = await import('node:fs/promises');
    for (const name of ['secrets.json', 'credentials.json', 'postgres/password']) {
      expect((await stat(join(dataDir, name))).mode & 0o077).toBe(0);
    }
  });
});

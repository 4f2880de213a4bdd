import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { freePort } from '@svc/twin-kit/testing';
import { shareOf } from '@svc/twin-kit/testing/share';
import { connectionSnippets, type Snippet } from '@svc/twins/snippets';
import { sharedService } from '../shared.ts';
import { startSvc, stopAll, temporaryFolder, using, waitFor } from '../support.ts';
import { testWithPython } from './python.ts';

// Starts PostgreSQL and the twins.
jest.setTimeout(240_000);
const START_MS = 100_000;

const SANDBOXES = [
  ['github', 'stripe', 'slack'],
  ['gmail', 'linear'],
];
const TWINS = SANDBOXES.flat();
/** What each client of a twin prints in its default world. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  github: /\boctocat\b/,
  stripe: /\b(balance|customers)\b/,
  slack: /\bassistant\b/,
  gmail: /\w@\w+\./,
  linear: /^[A-Z]\w+|"name":"[A-Z]/,
};
const PYTHON: Readonly<Record<string, { module: string; debian: string }>> = {
  PyGithub: { module: 'github', debian: 'python3-github' },
  'stripe-python': { module: 'stripe', debian: 'python3-stripe' },
  'google-api-python-client': { module: 'googleapiclient', debian: 'python3-googleapi' },
};
const STRIPE = join(createRequire(import.meta.url).resolve('@stripe/cli/package.json'), '..', 'bin/shim.js');

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let snippets: readonly Snippet[];

beforeAll(async () => {
  folder = await temporaryFolder();
  snippets = [...(await snippetsOf(SANDBOXES[0]!)), ...(await snippetsOf(SANDBOXES[1]!))];
  // Modules are looked for beside the program that imports them.
  await symlink(join(import.meta.dirname, '../../node_modules'), join(folder.path, 'node_modules'));
});
afterAll(stopAll);
afterAll(() => folder.remove());

/** What is shown of a new sandbox with these twins. */
async function snippetsOf(twins: readonly string[]): Promise<Snippet[]> {
  const { SVC_BASE_URL, SVC_API_KEY } = service.variables;
  let [status, text] = [0, ''];
  // Twins that start for the first time may take longer on a busy machine than a caller is let wait.
  await waitFor(
    `a sandbox with ${twins}`,
    async () => {
      const answer = await fetch(`${SVC_BASE_URL}/sandboxes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SVC_API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ twins }),
      });
      [status, text] = [answer.status, await answer.text()];
      return status !== 503;
    },
    START_MS,
  );
  expect({ status, text }).toMatchObject({ status: 201 });
  const { session_id, agent_token, per_twin } = JSON.parse(text) as Sandbox;
  return connectionSnippets(session_id, per_twin, agent_token);
}

interface Sandbox {
  session_id: string;
  agent_token: string;
  per_twin: Parameters<typeof connectionSnippets>[1];
}

const of = (twin: string | null, title: string): Snippet => {
  const snippet = snippets.find((one) => one.twin === twin && one.title === title);
  if (!snippet) throw new Error(`There is no snippet ${title} of ${twin}.`);
  return snippet;
};

/** Runs a program of a person who knows nothing of the service but what he pasted. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const { SVC_BASE_URL, SVC_API_KEY, ...rest } = process.env;
  const own = { HOME: folder.path, XDG_CONFIG_HOME: join(folder.path, 'config'), STRIPE_CLI_TELEMETRY_OPTOUT: '1' };
  const env = { ...rest, ...own, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: join(import.meta.dirname, 'python') };
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder.path, env });
  return stdout;
}

const shell = (text: string): Promise<string> =>
  run('sh', ['-ec', `stripe() { "${process.execPath}" "${STRIPE}" "$@"; }\n${text}`]);

async function saved(name: string, text: string): Promise<string> {
  await mkdir(join(folder.path, 'pasted'), { recursive: true });
  const path = join(folder.path, 'pasted', name);
  await writeFile(path, text);
  return path;
}

describe('what is shown to connect with works as it is pasted', () => {
  const ofNode = [
    ['github', 'octokit'],
    ['stripe', 'stripe-node'],
    ['slack', '@slack/web-api'],
    ['gmail', '@googleapis/gmail'],
    ['linear', '@linear/sdk'],
  ] as const;
  test.each(shareOf(ofNode, 2))('in %s, for %s', async (twin, title) => {
    const program = await saved(`on_${twin}.mjs`, of(twin, title).text);
    expect(await run(process.execPath, [program])).toMatch(PRINTED[twin]!);
  });

  const ofPython = [
    ['github', 'PyGithub'],
    ['stripe', 'stripe-python'],
    ['gmail', 'google-api-python-client'],
  ] as const;
  for (const [twin, title] of shareOf(ofPython, 1))
    testWithPython(`in ${twin}, for ${title}`, PYTHON[title]!, async (python) => {
      const program = await saved(`on_${twin}.py`, `import guard\n${of(twin, title).text}\n`);
      expect(await run(python, [program])).toMatch(PRINTED[twin]!);
    });

  test.each(TWINS)('in %s, for curl', async (twin) => {
    expect(await shell(of(twin, 'curl').text)).toMatch(PRINTED[twin]!);
  });

  const connected = [
    ['github', 'gh'],
    ['github', 'hub'],
    ['stripe', 'stripe'],
  ] as const;
  test.each(shareOf(connected, 1))('in %s, for %s over svc connect', async (twin, client) => {
    const { before = '', text } = of(twin, `${client}, over svc connect`);
    const port = String(await freePort());
    const onPort = (words: string) => words.replaceAll('8080', port);
    const [svc, ...args] = onPort(before).split(' ');
    expect(svc).toBe('svc');
    const connection = await startSvc(args, /^Connected/m, { env: using(service) });
    expect(await shell(onPort(text))).toMatch(PRINTED[twin]!);
    expect(await connection.stop()).toBe(0);
  });

  test('in github, for gh in a shell that has the variables of svc connect', async () => {
    const { before = '', text } = of('github', 'gh in a shell');
    const [, words = '', file = ''] = /^svc (.*) > (\S+)$/.exec(before) ?? [];
    const connection = await startSvc(words.split(' '), /^Connected/m, { env: using(service) });
    await writeFile(join(folder.path, file), connection.output.stdout);
    expect(await shell(text)).toMatch(PRINTED.github!);
    expect(await connection.stop()).toBe(0);
  });

  test('in github, for git, once a repository is named', async () => {
    const text = of('github', 'git').text.replace('OWNER/REPOSITORY', 'acme/storefront');
    expect(await shell(`${text} 2>&1\ngit -C storefront log --oneline\ngit -C storefront remote get-url origin`)).toMatch(
      /^[0-9a-f]{7,} .*\nhttp:\/\/127\.0\.0\.1:\d+\S*\/acme\/storefront\n$/m,
    );
  });

  test('as variables of a shell', async () => {
    const words = `${of(null, 'Environment').text}\ncurl -s "$SVC_GITHUB_REST_URL/user" -H "Authorization: Bearer $SVC_AUTH_TOKEN"`;
    expect(JSON.parse(await shell(words))).toMatchObject({ login: 'octocat' });
  });

  test('as the settings of MCP clients', async () => {
    const { mcpServers } = JSON.parse(of(null, 'MCP clients').text) as {
      mcpServers: Record<string, { url: string; headers: Record<string, string> }>;
    };
    expect(Object.keys(mcpServers)).toEqual(SANDBOXES[0]);
    for (const { url, headers } of Object.values(mcpServers)) {
      const client = new Client({ name: 'a-client', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
      expect((await client.listTools()).tools.length).toBeGreaterThan(10);
      await client.close();
    }
  });

  test('and nothing else is shown', () => {
    const tried = new Set([
      ...Object.keys(PYTHON),
      'octokit',
      'stripe-node',
      '@slack/web-api',
      '@googleapis/gmail',
      '@linear/sdk',
    ]);
    for (const { title } of snippets)
      expect(
        tried.has(title) || /^(curl|git|Environment|MCP clients|gh in a shell|(gh|hub|stripe), over svc connect)$/.test(title),
      ).toBe(true);
  });
});

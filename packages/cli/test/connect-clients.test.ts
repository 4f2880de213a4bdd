import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sharedService } from './shared.ts';
import { type Running, startSvc, stopAll, svc, temporaryFolder, using } from './support.ts';

// Starts PostgreSQL; the clients are programs of their own.
jest.setTimeout(300_000);

const manifest = createRequire(import.meta.url).resolve('@stripe/cli/package.json');
const STRIPE = join(manifest, '..', 'bin/shim.js');

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let connection: Running;
let session: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  const env = using(service);
  const created = await svc(['sandbox', 'create', '--twin', 'github', '--twin', 'stripe', '--json'], { env });
  ({ session_id: session } = JSON.parse(created.stdout));
  const args = ['connect', session, '--port', '0', '--socket-dir', join(folder.path, 'sockets')];
  connection = await startSvc(args, /^Connected/m, { env });
});
// Hooks of their own: when one fails, the others still run.
afterAll(stopAll);
afterAll(() => folder.remove());

/** Runs shell words as a user pastes them; the clients keep their settings in a home folder of the test. */
async function paste(words: string, cwd = folder.path): Promise<string> {
  const { SVC_BASE_URL, SVC_API_KEY, ...rest } = process.env;
  const env = { ...rest, HOME: folder.path, XDG_CONFIG_HOME: join(folder.path, 'config'), STRIPE_CLI_TELEMETRY_OPTOUT: '1' };
  const { stdout } = await promisify(execFile)('sh', ['-ec', `stripe() { "${process.execPath}" "${STRIPE}" "$@"; }\n${words}`], {
    cwd,
    env,
  });
  return stdout;
}

/** What was printed for a client, in the order of the lines. */
const hints = (client: string): string[] =>
  [...connection.output.stderr.matchAll(new RegExp(`^${client} +(.*)$`, 'gm'))].map(([, words]) => words as string);

describe('what svc connect prints works as it stands', () => {
  test('for gh, over the port and over the socket', async () => {
    const words = hints('gh');
    expect(words).toHaveLength(2);
    for (const one of words) expect(JSON.parse(await paste(one))).toMatchObject({ login: 'octocat', type: 'User' });
  });

  test('for hub, and its repositories are found by the address of the remote', async () => {
    const [words = ''] = hints('hub');
    expect(JSON.parse(await paste(words))).toMatchObject({ login: 'octocat' });
    const remote = `${connection.variables.SVC_GITHUB_REST_URL}/acme/storefront.git`;
    const repository = join(folder.path, 'repository');
    await paste(`git init -q "${repository}" && git -C "${repository}" remote add origin "${remote}"`);
    const asked = words.replace('hub api user', 'hub issue');
    expect(await paste(asked, repository)).toContain('#1  Cart total ignores the quantity of an item');
    const address = await paste(words.replace('hub api user', 'hub issue create -m "By hub"'), repository);
    // It leads back to the listener, which answers there.
    expect(address).toMatch(new RegExp(`^${connection.variables.SVC_GITHUB_REST_URL}/.*/issues/2$`, 'm'));
    const api = address.trim().replace(/(\/s\/[^/]+)/, '$1/repos');
    expect(await (await fetch(api)).json()).toMatchObject({ title: 'By hub' });
  });

  test("for Stripe's command line", async () => {
    const [words = ''] = hints('stripe');
    const made = JSON.parse(await paste(words.replace('get /v1/customers', 'customers create --email ada@example.com')));
    expect(made).toMatchObject({ object: 'customer', email: 'ada@example.com' });
    expect(JSON.parse(await paste(words)).data).toEqual([made]);
  });

  test('--json has the same as data', async () => {
    const other = await startSvc(['connect', session, '--json'], /^Connected/m, { env: using(service) });
    const { twins, clients } = JSON.parse(other.output.stdout);
    expect(clients.map(({ client }: { client: string }) => client)).toEqual(['gh', 'hub', 'stripe']);
    expect(clients[0].use).toContain(twins.github.rest_url);
    expect(await other.stop()).toBe(0);
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eachTime, inTheWhole } from '@svc/twin-kit/testing/share';
import Stripe from 'stripe';
import { sharedService } from './shared.ts';
import { agentCommand, startSvc, stopAll, svc, temporaryFolder, using } from './support.ts';

jest.setTimeout(300_000);

const SCENARIO = `# Refund once

## Prompt

Refund 5.00 USD of charge ch_one.

## Success Criteria

- [code] Charge ch_one has exactly 1 refunds.

## Seed State

\`\`\`yaml
charges:
  - { id: ch_one, amount: 2000, description: Order 7 }
\`\`\`

## Config

\`\`\`yaml
twins: [stripe]
faults:
  - { tool: create_refund, nth: 1, kind: lost_after_write }
\`\`\`
`;

/** A program that asks again when there is no answer. @param key sent with both attempts */
const refunding = (key: string | undefined): string => `
  if (process.env.SVC_PREFLIGHT) process.exit(0);
  const refund = () => fetch(process.env.SVC_STRIPE_REST_URL + '/v1/refunds', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + process.env.SVC_AUTH_TOKEN, ...${JSON.stringify(key ? { 'idempotency-key': key } : {})} },
    body: new URLSearchParams({ charge: 'ch_one', amount: '500' }),
  });
  await refund().catch(refund);
`;

const service = sharedService();
let root: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
beforeAll(async () => {
  root = await temporaryFolder();
  folder = join(root.path, 'work');
  await mkdir(folder);
  await writeFile(join(folder, 'scenario.md'), SCENARIO);
});
afterAll(async () => {
  await stopAll();
  await root.remove();
});

const run = async (program: string, args: readonly string[] = []) =>
  svc(['run', 'scenario.md', '--agent', await agentCommand(folder, 'agent.mjs', program), ...args], {
    cwd: folder,
    env: using(service),
  });

describe('a scenario whose Config asks for a lost answer', () => {
  eachTime(test)(
    'is passed by an agent with a key, and the run, the report and svc inspect say that the loss was asked for',
    async () => {
      const { code, stdout } = await run(refunding('refund-7'));
      expect(stdout).toContain('injected: lost_after_write (no answer)');
      expect(stdout).toContain(
        "injected: the stripe twin was asked for lost_after_write (1 ×, first in row 1); that is none of the agent's faults",
      );
      expect(code).toBe(0);
      const inspected = await svc(['inspect', 'latest'], { cwd: folder });
      expect(inspected.stdout).toMatch(/POST +\/v1\/refunds +200 landed +create_refund injected: lost_after_write \(no answer\)/);
      const report = /report (\S+)/.exec(stdout)?.[1] as string;
      const headers = { authorization: `Bearer ${service.variables.SVC_API_KEY}` };
      expect(await (await fetch(report, { headers })).text()).toContain('| stripe | lost_after_write | 1 | 1 |');
      const record = await (await fetch(report.replace('/report.md', ''), { headers })).json();
      expect(record).toMatchObject({ injected_faults: [{ twin: 'stripe', kind: 'lost_after_write', count: 1, first_row: 1 }] });
    },
  );

  inTheWhole(test)('is not passed by one without', async () => {
    const { code, stdout } = await run(refunding(undefined));
    expect(stdout).toMatch(/failed +Charge ch_one has exactly 1 refunds\./);
    expect(code).toBe(1);
  });

  inTheWhole(test)('asks for it of local twins too', async () => {
    const { code, stdout } = await run(refunding('refund-7'), ['--local']);
    expect(code).toBe(0);
    expect(stdout).toContain('captured 2 calls');
  });

  eachTime(test)(
    'and that can not be had is an error of svc lint, of a local run and of a hosted one, with what there is',
    async () => {
      const wrong = SCENARIO.replace('create_refund', 'make_refund');
      await writeFile(join(folder, 'wrong.md'), wrong);
      const reason = 'faults[0].tool: the Stripe twin has no such action or MCP tool; of its';
      const linted = await svc(['lint', 'wrong.md'], { cwd: folder });
      expect([linted.code, linted.stdout]).toEqual([1, expect.stringContaining(`: error: Config: ${reason}`)]);
      for (const args of [['--local'], []]) {
        const { code, stderr } = await svc(['run', 'wrong.md', '--agent', 'node agent.mjs', ...args], {
          cwd: folder,
          env: using(service),
        });
        expect([args, code === 0, stderr]).toEqual([args, false, expect.stringContaining(reason)]);
      }
      await writeFile(join(folder, 'wrong.md'), SCENARIO.replace('nth: 1', 'share: 1.5'));
      const shared = await svc(['lint', 'wrong.md'], { cwd: folder });
      expect([shared.code, shared.stdout]).toEqual([
        1,
        expect.stringMatching(/wrong\.md:\d+: error: Config: faults\.0\.share: /),
      ]);
    },
  );
});

eachTime(test)('svc twin start takes faults, and refuses those that its twin lacks', async () => {
  await writeFile(join(folder, 'local.yaml'), '- { operation: GetCustomers, kind: server_error, status: 503 }\n');
  const running = await startSvc(['twin', 'start', 'stripe', '--port', '0', '--faults', 'local.yaml'], /runs/, { cwd: folder });
  const headers = { authorization: `Bearer ${running.variables.SVC_AUTH_TOKEN}` };
  expect((await fetch(`${running.variables.SVC_STRIPE_REST_URL}/v1/customers`, { headers })).status).toBe(503);
  await running.stop();
  const refused = await svc(['twin', 'start', 'github', '--port', '0', '--faults', 'local.yaml'], { cwd: folder });
  expect([refused.code, refused.stderr]).toEqual([
    5,
    expect.stringContaining('faults[0].operation: the GitHub twin models no such operation'),
  ]);
});

describe('svc sandbox', () => {
  eachTime(test)('creates with faults, shows what came of them, puts others in their place, and clears them', async () => {
    await writeFile(join(folder, 'faults.yaml'), '- { tool: create_customer, nth: 1, kind: lost_after_write }\n');
    await writeFile(
      join(folder, 'other.json'),
      JSON.stringify({ faults: [{ method: 'GET', path: '/v1/**', kind: 'slow', delay_ms: 5 }] }),
    );
    const options = { cwd: folder, env: using(service) };
    const created = JSON.parse(
      (await svc(['sandbox', 'create', '--twin', 'stripe', '--faults', 'faults.yaml', '--json'], options)).stdout,
    );
    const { session_id: id, agent_token: token, per_twin: twins } = created;
    const { api_url: url } = twins.stripe;
    // Through the proxy a client sees the connection end, and no answer of anybody's.
    const httpClient = Stripe.createFetchHttpClient(((address: string, init: RequestInit) =>
      fetch(url + new URL(address).pathname, init)) as typeof fetch);
    const stripe = new Stripe(token, { httpClient, maxNetworkRetries: 0, telemetry: false });
    await expect(fetch(`${url}/v1/customers`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })).rejects.toThrow(
      'fetch failed',
    );
    await stripe.customers.create({ name: 'Ada' });
    const shown = await svc(['sandbox', 'faults', id], options);
    expect(shown.stdout).toMatch(/stripe +lost_after_write +create_customer no\. 1 +2 +1/);
    const set = await svc(['sandbox', 'faults', id, '--set', 'other.json'], options);
    expect(set.stdout).toMatch(/stripe +slow +GET \/v1\/\*\* +0 +0/);
    const cleared = await svc(['sandbox', 'faults', id, '--clear'], options);
    expect(cleared.stdout).toBe('No faults.\n');
    await writeFile(join(folder, 'faults.yaml'), '- { kind: no_such }\n');
    const refused = await svc(['sandbox', 'faults', id, '--set', 'faults.yaml'], options);
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringContaining('faults[0].kind: the Stripe twin has no such fault; it has rate_limit'),
    ]);
    await svc(['sandbox', 'stop', id, '--confirm'], options);
    const closed = await svc(['sandbox', 'faults', id], options);
    expect([closed.code === 0, closed.stderr]).toEqual([false, expect.stringContaining('closed')]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, createClient } from '@svc/sdk';
import { BIN, layTestCluster } from '../../../packages/cli/test/support.ts';

/** `svc up` as a user starts it, in a folder of its own. */
export async function startService() {
  const folder = await mkdtemp(join(tmpdir(), 'svc-dashboard-'));
  const dataDir = join(folder, 'data');
  await layTestCluster(dataDir);
  const child = spawn(process.execPath, [BIN, 'up', '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  // The link goes beside what programs read: either may come first.
  const isUp = () => /^ready$/m.test(output) && /\/signin\?token=\w+\n/.test(output);
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', () => isUp() && resolve());
  });
  await Promise.race([ready, closed.then(() => Promise.reject(new Error(`svc up ended: ${output}`)))]);
  const told = (pattern: RegExp) => pattern.exec(output)?.[1] as string;
  const baseUrl = told(/^SVC_BASE_URL=(.*)$/m);
  return {
    origin: new URL(baseUrl).origin,
    signInLink: told(/(http\S+\/signin\?token=\w+)/),
    client: patient(createClient({ baseUrl, apiKey: told(/^SVC_API_KEY=(.*)$/m) })),
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const UNAVAILABLE = 503;
const BETWEEN_TRIES_MS = 1_000;

/** Twins that start for the first time may take longer on a busy machine than a caller is let wait: he is told to try again. */
function patient(client: ReturnType<typeof createClient>): typeof client {
  const create: typeof client.sandboxes.create = async (...request) => {
    for (;;) {
      try {
        return await client.sandboxes.create(...request);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== UNAVAILABLE) throw error;
        await delay(BETWEEN_TRIES_MS);
      }
    }
  };
  return { ...client, sandboxes: { ...client.sandboxes, create } };
}

export type Service = Awaited<ReturnType<typeof startService>>;
type Started = Awaited<ReturnType<Service['client']['sandboxes']['create']>>;

/** Shown as text it is harmless; anywhere else it would be noticed. */
export const HOSTILE = `<img src=x onerror="window.struck=1"><script>window.struck=1</script>"'\${struck}{{struck}}`;

export const SEED = {
  users: [{ login: 'acme', type: 'Organization' }],
  repositories: [
    {
      owner: 'acme',
      name: 'shop',
      default_branch: 'main',
      issues: [{ number: 1, title: HOSTILE, state: 'open' }],
    },
  ],
};

/** A run whose agent opened an issue that it should not have opened, with hostile text wherever a text may stand. */
export async function hostileRun({ client }: Service, group_id = 'hostile-1', fork?: Started): Promise<string> {
  const task_source = Buffer.from(`# ${HOSTILE}\n`).toString('base64');
  const sandbox =
    fork ??
    (await client.sandboxes.create({
      twins: ['github'],
      seed: SEED,
      task_source,
      agent_version: HOSTILE,
      group_id,
    }));
  const issues = `${sandbox.per_twin.github?.api_url}/repos/acme/shop/issues`;
  const headers = { authorization: `Bearer ${sandbox.agent_token}`, 'content-type': 'application/json' };
  await fetch(issues, { headers });
  await fetch(issues, { method: 'POST', headers, body: JSON.stringify({ title: `New ${HOSTILE}`, body: HOSTILE }) });
  await fetch(`${issues}/99`, { headers });
  const { run_id } = await client.sandboxes.finalize(sandbox.session_id, {
    criteria: [
      { id: 'open', text: 'Issue #1 in acme/shop is open.', kind: 'code', always_scored: true },
      { id: 'quiet', text: 'No new issues were opened in acme/shop.', kind: 'code', always_scored: true },
      { id: 'odd', text: HOSTILE, kind: 'model' },
    ],
    stop_reason: HOSTILE,
    exit_code: 0,
    duration_ms: 1200,
    agent_model: HOSTILE,
    scenario_name: HOSTILE.slice(0, 200),
    source: 'twin-pull',
  });
  return run_id;
}

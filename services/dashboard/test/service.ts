import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, createClient } from '@svc/sdk';
import type { SharedService } from '../../../packages/cli/test/shared.ts';
import { startService as startEmbedded, temporaryFolder, waitFor } from '../../../packages/cli/test/support.ts';

/** A service as somebody with a browser and a key of its API meets it. */
export interface Service {
  origin: string;
  signInLink: string;
  client: ReturnType<typeof createClient>;
}

/** What a file shares with others. */
export function serviceOf({ variables, signInLink }: Pick<SharedService, 'variables' | 'signInLink'>): Service {
  const { SVC_BASE_URL: baseUrl, SVC_API_KEY: apiKey } = variables as { SVC_BASE_URL: string; SVC_API_KEY: string };
  return { origin: new URL(baseUrl).origin, signInLink, client: patient(createClient({ baseUrl, apiKey })) };
}

/** One that nobody shares: for benchmarks and pictures. */
export async function startService(): Promise<Service & { stop(): Promise<void> }> {
  const folder = await temporaryFolder();
  const { output, variables, stop } = await startEmbedded(join(folder.path, 'data'));
  const linkIn = (text: string) => /http\S+\/signin\?token=\w+(?=\n)/.exec(text)?.[0];
  // The link goes beside what programs read: either may come first.
  await waitFor('the link', () => linkIn(output.stderr) !== undefined);
  return {
    ...serviceOf({ variables, signInLink: linkIn(output.stderr) as string }),
    async stop() {
      await stop('SIGTERM');
      await folder.remove();
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

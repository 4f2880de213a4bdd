import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import { freePort } from '@svc/twin-kit/testing';
import { type Running, startService, startSvc, stopAll, temporaryFolder, using } from '../support.ts';
import { faultsOf } from './conformity.ts';
import { onlyThisMachine } from './guard.ts';

/** A twin as a client reaches it. */
export interface Place {
  /** The address that clients are given, path included. */
  readonly url: string;
  readonly token: string;
  /** Calls without a credential get one on their way. */
  readonly addsBearer: boolean;
  /** Where the twin's webhooks may go. */
  readonly webhookPort: number;
  /** The world as it stands. */
  // biome-ignore lint/suspicious/noExplicitAny: worlds are JSON of five shapes
  state(): Promise<any>;
  rows(): Promise<TapeRow[]>;
}

const evidence = async ({ url, token }: { url: string; token: string }, name: string): Promise<unknown> =>
  (await fetch(`${url}/_svc/${name}`, { headers: { authorization: `Bearer ${token}` } })).json();

/** What stands behind an address: made before the tests of a place, and looked at after them. */
interface Standing {
  url: string;
  token: string;
  addsBearer?: true;
}

type Stand = (twin: string, seed: unknown, folder: string, webhookPort: number) => Promise<Standing>;

/** `svc twin start`: no sandbox, no proxy. */
const localTwin: Stand = async (twin, seed, folder, webhookPort) => {
  const file = join(folder, 'seed.json');
  await writeFile(file, JSON.stringify(seed));
  const command = ['twin', 'start', twin, '--port', '0', '--seed', file, '--webhook-port', `${webhookPort}`];
  const { variables } = await startSvc(command, /^SVC_AUTH_TOKEN=/m, { cwd: folder });
  return { url: variables[`SVC_${twin.toUpperCase()}_REST_URL`] as string, token: variables.SVC_AUTH_TOKEN as string };
};

let service: Running | undefined;

interface Sandbox {
  session_id: string;
  agent_token: string;
  per_twin: Record<string, { api_url: string }>;
}

async function sandbox(twin: string, seed: unknown, folder: string, port: number): Promise<Sandbox & { service: Running }> {
  service ??= await startService(join(folder, 'data'));
  const response = await fetch(`${service.variables.SVC_BASE_URL}/sandboxes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.variables.SVC_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ twins: [twin], seed, webhook_ports: [port] }),
  });
  const body = (await response.json()) as Sandbox;
  expect([response.status, body]).toEqual([201, expect.objectContaining({ agent_token: expect.any(String) })]);
  return { ...body, service };
}

/** A sandbox of the whole service, made over REST, behind the routing proxy at `/<twin>/s/<session>`. */
const proxied: Stand = async (twin, seed, folder, webhookPort) => {
  const { agent_token, per_twin } = await sandbox(twin, seed, folder, webhookPort);
  return { url: per_twin[twin]?.api_url as string, token: agent_token };
};

/** The same, seen at the root of a port of its own, as clients that take no path need it (`svc connect`). */
const connected: Stand = async (twin, seed, folder, webhookPort) => {
  const made = await sandbox(twin, seed, folder, webhookPort);
  const name = `SVC_${twin.toUpperCase()}_REST_URL`;
  const { variables } = await startSvc(['connect', made.session_id, '--port', '0'], new RegExp(`^${name}=`, 'm'), {
    cwd: folder,
    env: using(made.service),
  });
  return { url: variables[name] as string, token: made.agent_token, addsBearer: true };
};

const STANDS = {
  'a local twin': localTwin,
  'a sandbox, through the proxy': proxied,
  'a sandbox, at the root of its own port': connected,
} as const satisfies Record<string, Stand>;
type PlaceName = keyof typeof STANDS;

export const everyPlace = Object.keys(STANDS) as readonly PlaceName[];

/**
 * Runs the same tests with a client at places that a twin can stand at. They share one world a place. Afterwards
 * each answer on the tape is held against the vendor's schema, and no other machine may have been called.
 *
 * @param body declares the tests; `place` is there once they run
 */
export function atPlaces(names: readonly PlaceName[], twin: string, seed: unknown, body: (place: Place) => void): void {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let guard: ReturnType<typeof onlyThisMachine>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    guard = onlyThisMachine();
  });
  afterAll(async () => {
    guard.lift();
    await stopAll();
    service = undefined;
    await folder.remove();
    expect(guard.strangers).toEqual([]);
  });

  describe.each(names)('with %s,', (name) => {
    const stand: Stand = STANDS[name];
    let standing: Standing | undefined;
    let webhookPort: number;
    const there = (): Standing => {
      if (!standing) throw new Error('the place does not stand yet');
      return standing;
    };
    beforeAll(async () => {
      webhookPort = await freePort();
      standing = await stand(twin, seed, folder.path, webhookPort);
    });
    const place: Place = {
      get url() {
        return there().url;
      },
      get token() {
        return there().token;
      },
      get addsBearer() {
        return there().addsBearer ?? false;
      },
      get webhookPort() {
        return webhookPort;
      },
      state: () => evidence(there(), 'state'),
      rows: async () => (await evidence(there(), 'events')) as TapeRow[],
    };
    body(place);

    afterAll(async () => {
      const rows = await place.rows();
      expect(rows.length).toBeGreaterThan(0);
      expect(await faultsOf(twin, rows)).toEqual([]);
      expect(rows.filter(({ status }) => status >= 500 && status !== 501)).toEqual([]);
      expect(JSON.stringify(rows)).not.toContain(place.token);
    });
  });
}

import type { ClockSetting, Fault } from '@svc/twin-kit';
import type { TwinId } from '@svc/twins';
import { startLocalTwin } from '../local-twin.ts';
import { twinVariables } from '../variables.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import type { SeedOf, TwinVariables } from './types.ts';

export interface StartTwinOptions<Id extends TwinId = TwinId> {
  /** The world to start from; left out: the twin's default one. */
  seed?: SeedOf<Id>;
  /** A JSON or YAML file instead. */
  seedPath?: string;
  /** 0, the default, takes a free one. */
  port?: number;
  /** By default logical: the same calls give the same bytes in every run. */
  clock?: ClockSetting;
  /** Ports of this machine that its webhooks may go to; by default none. */
  webhookPorts?: readonly number[];
  /** Which calls fail, and how; a reset counts anew. */
  faults?: readonly Fault[];
}

/** A twin in this process. */
export interface LocalTwin<Id extends TwinId = TwinId> extends Evidence<Id>, AsyncDisposable {
  readonly id: Id;
  /** Where the twin's routes begin; REST and GraphQL. */
  readonly url: string;
  /** The same twin for clients that take a host and a port, but no path. */
  readonly rootUrl: string;
  readonly mcpUrl: string;
  /** The bearer, for the vendor's own client too. */
  readonly token: string;
  /** The SVC_… variables by which an agent finds the twin. */
  readonly variables: TwinVariables<Id>;
  /** Begins anew, at the same address with the same token: the declared world, or another one from now on; an empty tape. */
  reset(seed?: SeedOf<Id>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a twin for tests: no account, no service, nothing left behind after `close`.
 *
 * @throws when there is no such twin, or it refuses the seed; the message names each place
 * @example
 * const twin = await startTwin('github');
 * afterEach(() => twin.reset());
 * afterAll(() => twin.close());
 * const octokit = new Octokit({ baseUrl: twin.url, auth: twin.token });
 */
export async function startTwin<Id extends TwinId>(id: Id, options: StartTwinOptions<Id> = {}): Promise<LocalTwin<Id>> {
  const { clock = { mode: 'logical' }, seedPath, port = 0, webhookPorts, faults } = options;
  let world: { seed?: unknown; seedPath?: string | undefined } = { seed: options.seed, seedPath };
  let running = await startLocalTwin({ id, port, clock, webhookPorts, faults, ...world });
  const { url, token, port: taken } = running;
  const mcpUrl = `${url}/mcp`;
  const rootUrl = new URL(url).origin;
  return {
    id,
    url,
    rootUrl,
    mcpUrl,
    token,
    variables: twinVariables({ [id]: { api_url: url, mcp_url: mcpUrl, root_url: rootUrl } }, token) as TwinVariables<Id>,
    ...evidenceOf<Id>(() => ({ apiUrl: url, token })),
    reset: async (seed) => {
      const next = seed === undefined ? world : { seed };
      // A seed that is refused leaves the twin as it is.
      if (seed !== undefined) await (await startLocalTwin({ id, port: 0, clock, ...next })).close();
      await running.close();
      running = await startLocalTwin({ id, port: taken, token, clock, webhookPorts, faults, ...next });
      world = next;
    },
    close: () => running.close(),
    [Symbol.asyncDispose]: () => running.close(),
  };
}

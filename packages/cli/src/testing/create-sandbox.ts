import type { ClockRequest, CreateSandboxResponse, Criterion, DEFAULT_TWINS, Fault, FinalizeResult } from '@svc/contract';
import type { TwinId } from '@svc/twins';
import { type Client, openClient } from '../client.ts';
import { callerEnvironment, readConnection } from '../config.ts';
import { discardSandbox } from '../discard.ts';
import { CliError } from '../errors.ts';
import { twinVariables } from '../variables.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import type { SandboxSeed, TwinVariables } from './types.ts';

export interface CreateSandboxOptions<Ids extends readonly TwinId[] = readonly TwinId[]> {
  /** One to three twin ids; the first is primary. By default the service's own default. */
  twins?: Ids;
  /** Flat for one twin, an object by twin id for more. */
  seed?: SandboxSeed<Ids>;
  clock?: ClockRequest;
  groupId?: string;
  agentVersion?: string;
  /** Ports of the service's machine that the twins' webhooks may go to, beyond those it was started with. */
  webhookPorts?: readonly number[];
  /** Which calls fail, and how. */
  faults?: readonly Fault[];
  /** The service; by default that of SVC_BASE_URL and SVC_API_KEY, else of the last `svc login`. */
  baseUrl?: string;
  apiKey?: string;
}

/** One twin of a sandbox. */
export interface SandboxTwin<Id extends TwinId = TwinId> extends Evidence<Id> {
  readonly url: string;
  readonly mcpUrl: string;
}

/** The twins that were asked for, and no other; each perhaps, where the list isn't known beforehand. */
export type SandboxTwins<Ids extends readonly TwinId[]> = number extends Ids['length']
  ? { readonly [Id in Ids[number]]?: SandboxTwin<Id> }
  : { readonly [Id in Ids[number]]: SandboxTwin<Id> };

/** What a grade is asked by; `id` is the criterion's place in the list where it is left out. */
export type AskedCriterion = Omit<Criterion, 'id' | 'kind'> & Partial<Pick<Criterion, 'id' | 'kind'>>;

export interface GradeOptions {
  criteria: readonly (string | AskedCriterion)[];
  agentModel?: string;
  exitCode?: number;
  durationMs?: number;
  name?: string;
}

/** A sandbox of the service, for tests. */
export interface TestSandbox<Ids extends readonly TwinId[] = readonly TwinId[]> extends AsyncDisposable {
  /** `ses_…`; another one after a reset. */
  readonly id: string;
  readonly expiresAt: Date;
  /** The bearer of all its twins. */
  readonly token: string;
  readonly twins: SandboxTwins<Ids>;
  /** The SVC_… variables by which an agent finds the twins. */
  readonly variables: TwinVariables<number extends Ids['length'] ? TwinId : Ids[number]>;
  /** Grades what was done, by check sentences, and closes the sandbox. */
  grade(options: GradeOptions): Promise<FinalizeResult>;
  /** Throws this sandbox away and starts another with the same world: its id, token and addresses are new. */
  reset(): Promise<void>;
  /** Throws it away, unless it was graded. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox of a service for tests.
 *
 * @example
 * const sandbox = await createSandbox({ twins: ['github'] });
 * afterEach(() => sandbox.reset());
 * afterAll(() => sandbox.close());
 */
export async function createSandbox<const Ids extends readonly TwinId[] = typeof DEFAULT_TWINS>(
  options: CreateSandboxOptions<Ids> = {},
): Promise<TestSandbox<Ids>> {
  const { baseUrl, apiKey } = options;
  const environment = {
    ...callerEnvironment,
    ...(baseUrl !== undefined && { SVC_BASE_URL: baseUrl }),
    ...(apiKey !== undefined && { SVC_API_KEY: apiKey }),
  };
  try {
    const client = openClient(await readConnection(environment));
    return new Sandbox(client, options, await start(client, options));
  } catch (error) {
    throw withHint(error);
  }
}

/** Test runners show an error's message and nothing else of it. */
function withHint(error: unknown): unknown {
  if (!(error instanceof CliError) || error.hint === undefined) return error;
  return new CliError(error.exitCode, `${error.message} Hint: ${error.hint}`, { cause: error });
}

const start = <Ids extends readonly TwinId[]>(
  client: Client,
  { twins, seed, clock, groupId, agentVersion, webhookPorts, faults }: CreateSandboxOptions<Ids>,
) =>
  client.sandboxes.create({
    ...(twins && { twins: [...twins] }),
    ...(seed && { seed: seed as Record<string, unknown> }),
    ...(clock && { clock }),
    ...(groupId !== undefined && { group_id: groupId }),
    ...(agentVersion !== undefined && { agent_version: agentVersion }),
    ...(webhookPorts && { webhook_ports: [...webhookPorts] }),
    ...(faults && { faults: [...faults] }),
  });

class Sandbox<Ids extends readonly TwinId[]> implements TestSandbox<Ids> {
  readonly #client: Client;
  readonly #options: CreateSandboxOptions<Ids>;
  #made: CreateSandboxResponse;
  #open = true;

  constructor(client: Client, options: CreateSandboxOptions<Ids>, made: CreateSandboxResponse) {
    this.#client = client;
    this.#options = options;
    this.#made = made;
  }

  get id(): string {
    return this.#made.session_id;
  }

  get expiresAt(): Date {
    return new Date(this.#made.expires_at);
  }

  get token(): string {
    return this.#made.agent_token;
  }

  get twins(): SandboxTwins<Ids> {
    const twins = Object.entries(this.#made.per_twin).map(([twin, { api_url, mcp_url }]) => {
      const evidence = evidenceOf(() => ({ apiUrl: api_url, token: this.token }));
      return [twin, { url: api_url, mcpUrl: mcp_url, ...evidence }];
    });
    return Object.fromEntries(twins) as unknown as SandboxTwins<Ids>;
  }

  get variables(): TestSandbox<Ids>['variables'] {
    return twinVariables(this.#made.per_twin, this.token) as TestSandbox<Ids>['variables'];
  }

  async grade({
    criteria,
    agentModel = 'not stated',
    exitCode = 0,
    durationMs = 0,
    name,
  }: GradeOptions): Promise<FinalizeResult> {
    const asked = criteria.map((criterion, at): Criterion => {
      const given = typeof criterion === 'string' ? { text: criterion } : criterion;
      return { id: `c${at + 1}`, kind: 'code', ...given };
    });
    const result = await this.#client.sandboxes.finalize(this.id, {
      source: 'twin-pull',
      criteria: asked,
      stop_reason: 'exited',
      exit_code: exitCode,
      duration_ms: durationMs,
      agent_model: agentModel,
      ...(name !== undefined && { scenario_name: name }),
    });
    this.#open = false;
    return result;
  }

  async reset(): Promise<void> {
    await this.close();
    this.#made = await start(this.#client, this.#options);
    this.#open = true;
  }

  async close(): Promise<void> {
    if (this.#open) await discardSandbox(this.#client, this.id);
    this.#open = false;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

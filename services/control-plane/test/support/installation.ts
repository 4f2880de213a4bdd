import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorEnvelope } from '@svc/contract';
import {
  type ActivityLog,
  createActivityLog,
  createFileBlobStore,
  createRouteTable,
  type Database,
  type EmbeddedPostgres,
  type FileBlobStore,
  migrate,
  openDatabase,
  type RouteTable,
} from '@svc/platform';
import { startTestDatabase } from '@svc/platform/testing';
import { type Client, createClient } from '@svc/sdk';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import {
  answerEverything,
  type ControlPlane,
  type ControlPlaneSettings,
  createApiKey,
  createControlPlane,
  createTeam,
  createUser,
  type NewTeam,
} from '../../src/index.ts';
import { Description } from './described.ts';
import { RecordingRuntime } from './runtime.ts';
import { exampleTwins } from './twins.ts';
import { ExampleWorker } from './worker.ts';

export const INSTALLATION_SECRET = 'an installation secret of these tests, 40+';
export const TWINS_URL = 'https://twins.example.test';
export const DASHBOARD_URL = 'https://dashboard.example.test';
export const START = new Date('2026-03-14T10:00:00.000Z');

/** Time that moves only when a test says so. */
export class TestClock {
  #now = START.getTime();

  now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

export interface Account {
  teamId: string;
  userId: string;
  keyId: string;
  key: string;
  client: Client;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json: any;
}

const description = new Description();

/** A control plane over a real database, with everything around it in this process. */
export class Installation {
  readonly clock = new TestClock();
  readonly runtime = new RecordingRuntime();
  readonly routes: RouteTable = createRouteTable(() => this.clock.now().getTime());
  readonly activity: ActivityLog = createActivityLog();
  readonly logLines: string[] = [];
  baseUrl = '';
  database!: Kysely<Database>;
  worker!: ExampleWorker;
  blobs!: FileBlobStore;
  controlPlane!: ControlPlane;
  #postgres!: EmbeddedPostgres;
  #server!: Server;
  /** Where the blob store keeps its files. */
  blobDirectory = '';
  #teams = 0;
  #databaseStopped = false;

  static async start(settings: Partial<ControlPlaneSettings> = {}): Promise<Installation> {
    const installation = new Installation();
    await installation.#open(settings);
    return installation;
  }

  async #open(settings: Partial<ControlPlaneSettings>): Promise<void> {
    this.#postgres = await startTestDatabase();
    this.database = openDatabase({ connectionString: this.#postgres.connectionString });
    await migrate(this.database);
    this.worker = new ExampleWorker(this.database, () => this.clock.now());
    this.blobDirectory = await mkdtemp(join(tmpdir(), 'svc-test-blobs-'));
    const origin = () => this.baseUrl.replace(/\/v1$/, '');
    this.blobs = createFileBlobStore({ directory: this.blobDirectory, baseUrl: origin, signingKey: Buffer.alloc(32, 7) });
    this.#server = createServer((request, response) => this.controlPlane.app(request, response));
    answerEverything(this.#server, {
      app: (request, response) => this.controlPlane.app(request, response),
      refuseMalformed: (error, socket) => this.controlPlane.refuseMalformed(error, socket),
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
    await this.restart(settings);
  }

  get databaseUrl(): string {
    return this.#postgres.connectionString;
  }

  /** A new control plane over the same database and twins, as after a crash. */
  async restart(settings: Partial<ControlPlaneSettings> = {}): Promise<void> {
    await this.controlPlane?.stop();
    this.controlPlane = createControlPlane({
      database: this.database,
      runtime: this.runtime,
      routes: this.routes,
      activity: this.activity,
      blobs: this.blobs,
      signedBlobs: this.blobs,
      queue: this.worker,
      clock: this.clock,
      twins: exampleTwins,
      log: pino({ level: 'debug' }, { write: (line: string) => void this.logLines.push(line) }),
      config: {
        baseUrl: this.baseUrl,
        twinsUrl: TWINS_URL,
        dashboardUrl: DASHBOARD_URL,
        installationSecret: INSTALLATION_SECRET,
        // Rounds are run by the tests.
        reaperIntervalMs: 3_600_000,
        ...settings,
      },
    });
    await this.controlPlane.start();
  }

  async account(team: Partial<NewTeam> = {}): Promise<Account> {
    this.#teams += 1;
    const slug = team.slug ?? `team-${this.#teams}`;
    const { id: teamId } = await createTeam(this.database, { ...team, slug }, this.clock);
    const { id: userId } = await createUser(this.database, { teamId, email: `${slug}@example.test` }, this.clock);
    const { id: keyId, key } = await createApiKey(this.database, { teamId, userId, name: 'ci' }, this.clock);
    return { teamId, userId, keyId, key, client: createClient({ baseUrl: this.baseUrl, apiKey: key, fetch: this.fetch }) };
  }

  /** fetch, and every answer of the API is held against its description. */
  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const address = String(input);
    if (!address.startsWith(`${this.baseUrl}/`)) return response;
    const text = await response.clone().text();
    const contentType = response.headers.get('content-type');
    this.hold(init?.method ?? 'GET', address.slice(this.baseUrl.length).split('?')[0]!, {
      status: response.status,
      contentType,
      text,
    });
    return response;
  };

  /** Holds an answer against the API's description, for those that came without `fetch`. @throws when it isn't as described. */
  hold(method: string, path: string, answer: Parameters<Description['check']>[2]): void {
    description.check(method, path, answer);
  }

  /** One request as it is, without a client's help. */
  async request(
    method: string,
    path: string,
    options: { key?: string; body?: string | Uint8Array | ReadableStream; headers?: Record<string, string> } = {},
  ): Promise<RawAnswer> {
    const response = await this.fetch(this.baseUrl + path, {
      method,
      headers: { ...(options.key && { authorization: `Bearer ${options.key}` }), ...options.headers },
      ...(options.body !== undefined && { body: options.body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  post(path: string, key: string, body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
    return this.request('POST', path, {
      key,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  async stopDatabase(): Promise<void> {
    if (this.#databaseStopped) return;
    this.#databaseStopped = true;
    await this.#postgres.stop();
  }

  async stop(): Promise<void> {
    await this.controlPlane.stop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.worker.close();
    await this.database.destroy();
    await this.stopDatabase();
    await rm(this.blobDirectory, { recursive: true, force: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a refusal says, request id aside. */
export function refusal(answer: RawAnswer): { status: number } & Omit<ErrorEnvelope['error'], 'request_id'> {
  const { type, message, details } = (answer.json as ErrorEnvelope).error;
  return { status: answer.status, type, message, details };
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const finalizeBody = {
  criteria: [{ id: 'c1', text: 'Issue #1 exists.', kind: 'code' as const }],
  stop_reason: 'finished',
  exit_code: 0,
  duration_ms: 1200,
  agent_model: 'example-model',
  source: 'twin-pull' as const,
};

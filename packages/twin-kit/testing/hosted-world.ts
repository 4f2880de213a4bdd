import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ClockSetting, State, TapeRow, Twin, WorldSpec } from '@svc/twin-kit';
import type { RecordedRequest, ReplayedAnswer } from '@svc/twin-kit/replay';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { temporaryFolder } from './served.ts';

const CONTROL = 'control-token-of-the-platform';
const TOKEN = 'agent-token-of-the-sandbox';
const SESSION = 'ses_00000000000000000000000000';
const FORK = 'ses_11111111111111111111111111';

/** A process, and what it takes to have another one on the same journals. */
interface Host extends Awaited<ReturnType<typeof serveHostedTwin>> {
  folder: string;
  start(): ReturnType<typeof serveHostedTwin>;
}

/** A twin as a sandbox has it, closed by `using`. Each has the same address for its callers, so that what they say can be compared. */
export class HostedWorld {
  readonly #host: Host;
  readonly #session: string;
  readonly #close: () => Promise<unknown>;
  /** Opens this world's control routes. */
  #token = CONTROL;

  private constructor(host: Host, session: string, close: () => Promise<unknown>) {
    this.#host = host;
    this.#session = session;
    this.#close = close;
  }

  /** @param shared by any number of sessions */
  static async start(twin: Twin, shared = false): Promise<HostedWorld> {
    const folder = await temporaryFolder();
    const journals = shared ? { folder: folder.path } : { path: join(folder.path, 'journal') };
    const start = () => serveHostedTwin({ twin, host: '127.0.0.1', port: 0, journals, controlToken: CONTROL });
    const host: Host = { folder: folder.path, start, ...(await start()) };
    return new HostedWorld(host, SESSION, async () => {
      await host.server.close();
      await folder[Symbol.asyncDispose]();
    });
  }

  /** One with a seed's world, in a process for any number of them. */
  static async booted(twin: Twin, { seed, clock }: { seed?: unknown; clock: ClockSetting }): Promise<HostedWorld> {
    const world = await HostedWorld.start(twin, true);
    await mkdir(join(world.#host.folder, SESSION));
    await world.#begin('boot', Buffer.from(JSON.stringify({ ...envelope(twin, SESSION), seed, clock })));
    return world;
  }

  /** One with this world after its first `rows` rows, in a process of its own. */
  async fork(twin: Twin, rows: number, clock: ClockSetting): Promise<HostedWorld> {
    const fork = await HostedWorld.start(twin);
    const journal = await this.#raw('GET', `/_svc/control/journal?rows=${rows}`, { 'x-svc-control': this.#token });
    if (journal.status !== 200) throw new Error(`the journal was answered with ${journal.status}: ${journal.body}`);
    const line = `${JSON.stringify({ ...envelope(twin, SESSION), clock, inherited: rows })}\n`;
    await fork.#begin('fork', Buffer.concat([Buffer.from(line), journal.body]));
    return fork;
  }

  /** The same in this world's process. */
  async forkBeside(twin: Twin, rows: number, clock: ClockSetting): Promise<HostedWorld> {
    const end = () => this.#raw('DELETE', `/_svc/control/sessions/${FORK}`, { 'x-svc-control': CONTROL });
    const fork = new HostedWorld(this.#host, FORK, end);
    await mkdir(join(this.#host.folder, FORK), { recursive: true });
    const body = JSON.stringify({ ...envelope(twin, FORK), clock, inherited: rows });
    await fork.#begin(`fork?from=${this.#session}`, Buffer.from(body));
    return fork;
  }

  /** Its process ends, and another one takes everything up from the journals. */
  async restart(): Promise<void> {
    await this.#host.server.close();
    Object.assign(this.#host, await this.#host.start());
  }

  /** One call of the agent. */
  async call({ method, path, headers, body }: RecordedRequest): Promise<ReplayedAnswer> {
    const forwarded = { 'x-forwarded-host': 'twins.test', 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/twin' };
    const sent = { authorization: `Bearer ${TOKEN}`, ...headers, ...forwarded };
    const target = `/s/${this.#session}${this.#own(path)}`;
    const answer = await this.#raw(method, target, sent, body && Buffer.from(this.#own(body.toString('latin1')), 'latin1'));
    return this.#session === SESSION ? answer : { ...answer, ...this.#asTold(answer) };
  }

  /** What another world's callers say, as this one's would. */
  #own(text: string): string {
    return text.replaceAll(SESSION, this.#session);
  }

  /** What this world's callers are told, as another one's would be. */
  #asTold({ headers, body }: ReplayedAnswer): Pick<ReplayedAnswer, 'headers' | 'body'> {
    const other = (text: string) => text.replaceAll(this.#session, SESSION);
    return {
      headers: JSON.parse(other(JSON.stringify(headers))) as ReplayedAnswer['headers'],
      body: Buffer.from(other(body.toString('latin1')), 'latin1'),
    };
  }

  state = async (step?: number): Promise<State<WorldSpec>> => this.#evidence(`state${step === undefined ? '' : `?step=${step}`}`);

  rows = async (): Promise<TapeRow[]> => this.#evidence('events');

  async #evidence<T>(path: string): Promise<T> {
    const { body } = await this.#raw('GET', `/s/${this.#session}/_svc/${path}`, { 'x-svc-control': CONTROL });
    return JSON.parse(body.toString().replaceAll(this.#session, SESSION));
  }

  async #begin(path: string, body: Buffer): Promise<void> {
    const answer = await this.#raw('PUT', `/_svc/control/${path}`, { 'x-svc-control': CONTROL }, body);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
    this.#token = (JSON.parse(answer.body.toString()) as { control_token?: string }).control_token ?? CONTROL;
  }

  #raw(method: string, path: string, headers: RecordedRequest['headers'], body?: Buffer): Promise<ReplayedAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ReplayedAnswer>();
    const length = body && { 'content-length': String(body.length) };
    const options = { host: '127.0.0.1', port: this.#host.port, method, path, agent: false, headers: { ...headers, ...length } };
    const outgoing = request(options, (answer) => {
      buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }), reject);
    });
    outgoing.once('error', reject).end(body);
    return promise;
  }

  [Symbol.asyncDispose] = async (): Promise<void> => {
    await this.#close();
  };
}

const envelope = (twin: Twin, session: string) => ({
  session_id: session,
  twin: twin.id,
  token_sha256: createHash('sha256').update(TOKEN).digest('hex'),
});

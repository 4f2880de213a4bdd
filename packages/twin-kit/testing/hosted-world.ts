import { createHash } from 'node:crypto';
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

/** A twin as a sandbox has it, closed by `using`. Each has the same address for its callers, so that what they say can be compared. */
export class HostedWorld {
  readonly #port: number;
  readonly #close: () => Promise<void>;

  private constructor(port: number, close: () => Promise<void>) {
    this.#port = port;
    this.#close = close;
  }

  static async start(twin: Twin): Promise<HostedWorld> {
    const folder = await temporaryFolder();
    const journalPath = join(folder.path, 'journal');
    const { port, server } = await serveHostedTwin({
      twin,
      host: '127.0.0.1',
      port: 0,
      journals: { path: journalPath },
      controlToken: CONTROL,
    });
    return new HostedWorld(port, async () => {
      await server.close();
      await folder[Symbol.asyncDispose]();
    });
  }

  /** One with a seed's world. */
  static async booted(twin: Twin, { seed, clock }: { seed?: unknown; clock: ClockSetting }): Promise<HostedWorld> {
    const world = await HostedWorld.start(twin);
    await world.#control('boot', Buffer.from(JSON.stringify({ ...envelope(twin), seed, clock })));
    return world;
  }

  /** One with this world after its first `rows` rows. */
  async fork(twin: Twin, rows: number, clock: ClockSetting): Promise<HostedWorld> {
    const fork = await HostedWorld.start(twin);
    const journal = await this.#raw('GET', `/_svc/control/journal?rows=${rows}`, { 'x-svc-control': CONTROL });
    if (journal.status !== 200) throw new Error(`the journal was answered with ${journal.status}: ${journal.body}`);
    const line = `${JSON.stringify({ ...envelope(twin), clock, inherited: rows })}\n`;
    await fork.#control('fork', Buffer.concat([Buffer.from(line), journal.body]));
    return fork;
  }

  /** One call of the agent. */
  call({ method, path, headers, body }: RecordedRequest): Promise<ReplayedAnswer> {
    const forwarded = { 'x-forwarded-host': 'twins.test', 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/twin' };
    return this.#raw(method, `/s/${SESSION}${path}`, { authorization: `Bearer ${TOKEN}`, ...headers, ...forwarded }, body);
  }

  state = async (step?: number): Promise<State<WorldSpec>> => this.#evidence(`state${step === undefined ? '' : `?step=${step}`}`);

  rows = async (): Promise<TapeRow[]> => this.#evidence('events');

  async #evidence<T>(path: string): Promise<T> {
    const { body } = await this.#raw('GET', `/s/${SESSION}/_svc/${path}`, { 'x-svc-control': CONTROL });
    return JSON.parse(body.toString());
  }

  async #control(path: string, body: Buffer): Promise<void> {
    const answer = await this.#raw('PUT', `/_svc/control/${path}`, { 'x-svc-control': CONTROL }, body);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
  }

  #raw(method: string, path: string, headers: RecordedRequest['headers'], body?: Buffer): Promise<ReplayedAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ReplayedAnswer>();
    const length = body && { 'content-length': String(body.length) };
    const options = { host: '127.0.0.1', port: this.#port, method, path, agent: false, headers: { ...headers, ...length } };
    const outgoing = request(options, (answer) => {
      buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }), reject);
    });
    outgoing.once('error', reject).end(body);
    return promise;
  }

  [Symbol.asyncDispose] = (): Promise<void> => this.#close();
}

const envelope = (twin: Twin) => ({
  session_id: SESSION,
  twin: twin.id,
  token_sha256: createHash('sha256').update(TOKEN).digest('hex'),
});

import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { AGENT_LINE, type Connected, type HostAddress, openTunnel } from '../../hosts/tunnel.ts';
import { AGENT_PATHS, type AgentAnswers, type AgentRequest, agentAnswerSchemas } from './protocol.ts';

/** What a runtime needs of the host that its twins run on. */
export interface TwinHost {
  ask<R extends AgentRequest>(question: R): Promise<AgentAnswers[R['ask']]>;
  /** Tells of events until `signal`, as JSON lines. */
  events(signal: AbortSignal): Promise<Readable>;
}

/** An agent said no, or nothing. */
export class AgentFailed extends Error {}

/** An agent that is started again is back within this time, also on a host under load. In milliseconds. */
const AWAY_MS = 10_000;
const AGAIN_MS = 20;
const CONNECT_MS = 3_000;
/** Longer than the agent gives its engine for the longest of its answers, in milliseconds. */
const ANSWER_MS = 45_000;

/** Asks a host's agent: that of this host over the Unix socket that it listens on, that of another over the network. */
export class AgentClient implements TwinHost {
  readonly #at: string | HostAddress;
  readonly #awayMs: number;

  /**
   * @param at the path of its socket, or its host's address
   * @param options.awayMs how long an agent that isn't there is waited for
   */
  constructor(at: string | HostAddress, { awayMs = AWAY_MS }: { awayMs?: number } = {}) {
    this.#at = at;
    this.#awayMs = awayMs;
  }

  /** @throws AgentFailed with the agent's own words when it refuses or fails */
  async ask<R extends AgentRequest>(question: R): Promise<AgentAnswers[R['ask']]> {
    const response = await this.#reach('POST', AGENT_PATHS.ask, AbortSignal.timeout(ANSWER_MS), JSON.stringify(question));
    const body = await text(response).catch((cause: unknown) => {
      throw new AgentFailed("The host's agent ended before it had answered.", { cause });
    });
    const answer = JSON.parse(body) as { value?: unknown; error?: string };
    if (response.statusCode !== 200) throw new AgentFailed(answer.error ?? `The host's agent answered ${response.statusCode}.`);
    return agentAnswerSchemas[question.ask].parse(answer.value) as AgentAnswers[R['ask']];
  }

  async events(signal: AbortSignal): Promise<Readable> {
    return this.#reach('GET', AGENT_PATHS.events, signal);
  }

  /** Asks again while nobody listens, which is when nothing can have been done yet. */
  async #reach(method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: string): Promise<IncomingMessage> {
    const until = performance.now() + this.#awayMs;
    for (;;) {
      try {
        return await this.#send(method, path, signal, body);
      } catch (cause) {
        const absent = isAbsent(cause as NodeJS.ErrnoException);
        if (!absent || performance.now() > until) {
          throw new AgentFailed(`The host's agent ${absent ? 'could not be reached' : 'did not answer'}.`, { cause });
        }
        await delay(AGAIN_MS, undefined, { signal });
      }
    }
  }

  #send(method: string, path: string, signal: AbortSignal, body: string | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      // A connection each: one that was kept could belong to an agent that has ended.
      const options = { ...reaching(this.#at), method, path, signal };
      const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const outgoing = request({ ...options, headers }, resolve);
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }
}

const reaching = (at: string | HostAddress): RequestOptions =>
  typeof at === 'string'
    ? { socketPath: at, agent: false }
    : { createConnection: (_options, made) => void openTunnel(at, AGENT_LINE, CONNECT_MS, made as Connected) };

const isAbsent = ({ code }: NodeJS.ErrnoException): boolean => code === 'ECONNREFUSED' || code === 'ENOENT';

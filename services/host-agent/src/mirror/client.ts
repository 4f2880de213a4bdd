import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Connected, type HostIdentity, hostAddressOf, MIRROR_LINE, openTunnel } from '@svc/platform/agent';

const CONNECT_MS = 3_000;
/** For one answer, in milliseconds. */
const ANSWER_MS = 10_000;

export interface MirrorAnswer {
  status: number;
  body: Record<string, number>;
}

/** The other end of copies, over one connection that is kept. */
export class MirrorClient {
  readonly #agent: Agent;

  constructor(address: string, identity: HostIdentity) {
    const at = hostAddressOf(address);
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#agent.createConnection = (_options, made) => {
      openTunnel(at, MIRROR_LINE, CONNECT_MS, made as Connected, identity);
      return undefined;
    };
  }

  /** @throws where no answer comes */
  ask(method: 'GET' | 'PUT', path: string, body?: Buffer): Promise<MirrorAnswer> {
    return new Promise((resolve, reject) => {
      const headers = body ? { 'content-length': body.length } : {};
      const signal = AbortSignal.timeout(ANSWER_MS);
      const outgoing = request({ method, path, headers, signal, agent: this.#agent }, (response) => {
        text(response).then((told) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(told) }), reject);
      });
      outgoing.once('error', reject).end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

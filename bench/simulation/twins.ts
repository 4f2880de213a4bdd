import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { StandInContainer, StandInProcesses } from '@svc/host-agent/testing/stand-in-engine';
import type { Recorded } from './recorded.ts';

/** One that runs: no more than whose it is and how often it was called. */
interface SimulatedTwin {
  server: Server;
  controlToken: string;
  session: string | null;
  rows: number;
}

interface Answer {
  status: number;
  body: string;
}

const OK: Answer = { status: 200, body: '{}' };
const NOBODY: Answer = { status: 404, body: '{}' };

/**
 * In place of twins' containers: each has its socket, its boot and its tape as a twin has, and answers what a real one was recorded with. Thousands of
 * them take no more than one process, so that what carries them is what is measured.
 */
export class SimulatedTwins implements StandInProcesses {
  readonly #recorded: Recorded;
  readonly #running = new Map<string, SimulatedTwin>();
  /** One for all: it is told whose a connection is. */
  readonly #http = createHttpServer((request, response) => void this.#serve(request, response));

  constructor(recorded: Recorded) {
    this.#recorded = recorded;
  }

  async started({ id, made }: StandInContainer): Promise<void> {
    const { HostConfig, Env } = made as { HostConfig?: { Binds?: string[] }; Env?: string[] };
    const [folder = ''] = HostConfig?.Binds?.[0]?.split(':') ?? [];
    const controlToken = Env?.find((one) => one.startsWith('SVC_CONTROL_TOKEN='))?.slice('SVC_CONTROL_TOKEN='.length) ?? '';
    const server = createServer((socket) => {
      Object.assign(socket, { twin });
      this.#http.emit('connection', socket);
    });
    const twin: SimulatedTwin = { server, controlToken, session: null, rows: 0 };
    this.#running.set(id, twin);
    server.listen({ path: join(folder, 'twin.sock'), writableAll: true });
    await once(server, 'listening');
  }

  async removed({ id }: StandInContainer): Promise<void> {
    this.#running.get(id)?.server.close();
    this.#running.delete(id);
  }

  close(): void {
    this.#http.closeAllConnections();
    for (const { server } of this.#running.values()) server.close();
    this.#running.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { twin } = request.socket as typeof request.socket & { twin: SimulatedTwin };
    const body = await text(request);
    const { status, body: answer } = this.#answer(twin, request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  }

  #answer(twin: SimulatedTwin, { method, url = '', headers }: IncomingMessage, body: string): Answer {
    if (url.startsWith('/_svc/control/')) {
      if (headers['x-svc-control'] !== twin.controlToken) return NOBODY;
      return this.#control(twin, `${method} ${url}`, body);
    }
    const [, session, path] = /^\/s\/([^/]+)(\/[^?]*)/.exec(url) ?? [];
    if (session === undefined || session !== twin.session) return NOBODY;
    if (path === '/_svc/state') return { status: 200, body: this.#recorded.state };
    if (path === '/_svc/events') return { status: 200, body: this.#tape(twin) };
    twin.rows += 1;
    return { status: 200, body: this.#recorded.answer };
  }

  #control(twin: SimulatedTwin, call: string, body: string): Answer {
    const { session, rows } = twin;
    switch (call) {
      case 'GET /_svc/control/health':
        return { status: 200, body: JSON.stringify({ status: 'ok', session_id: session, rows }) };
      case 'PUT /_svc/control/boot':
        twin.session = (JSON.parse(body) as { session_id: string }).session_id;
        return OK;
      case 'PUT /_svc/control/seal':
        return { status: 200, body: JSON.stringify({ rows }) };
      case 'DELETE /_svc/control/seal':
        return OK;
      default:
        return NOBODY;
    }
  }

  #tape({ rows, session }: SimulatedTwin): string {
    const line = (_: unknown, at: number) => `${JSON.stringify({ ...this.#recorded.row, step: at + 1, session_id: session })}\n`;
    return Array.from({ length: rows }, line).join('');
  }
}

import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { AGENT_PATHS, type AgentEvent } from '@svc/platform/agent';
import { Refusal } from './refusal.ts';
import { requestIn } from './request.ts';
import type { Twins } from './twins.ts';

/** Far more than the longest request has. */
const MOST_BYTES = 4_096;
/** How long answers under way may take at a stop, in milliseconds. */
const DRAIN_MS = 15_000;

/** The protocol over HTTP on a Unix socket: requests, and a stream of events. */
export class AgentServer {
  readonly #twins: Twins;
  readonly #server: Server;
  readonly #listeners = new Set<ServerResponse>();

  constructor(twins: Twins) {
    this.#twins = twins;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(socketPath: string): Promise<void> {
    await mkdir(dirname(socketPath), { recursive: true });
    await rm(socketPath, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(socketPath, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    // Whoever the folder is mounted for may ask; nobody else reaches it.
    await chmod(socketPath, 0o666);
  }

  /** Serves a connection that came another way. */
  take(socket: Socket): void {
    this.#server.emit('connection', socket);
  }

  tell(event: AgentEvent): void {
    for (const listener of this.#listeners) listener.write(`${JSON.stringify(event)}\n`);
  }

  /** Takes no more, and lets what is under way end. */
  async close(): Promise<void> {
    for (const listener of this.#listeners) listener.end();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const late = setTimeout(() => this.#server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(late);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      switch (`${request.method} ${request.url}`) {
        case `POST ${AGENT_PATHS.ask}`:
          return send(response, 200, { value: await this.#twins.answer(requestIn(await bodyOf(request))) });
        case `GET ${AGENT_PATHS.events}`:
          return this.#listen(response);
        case 'GET /healthz':
          return send(response, 200, { value: 'ok' });
        default:
          return send(response, 404, { error: 'There is nothing here.' });
      }
    } catch (error) {
      send(response, error instanceof Refusal ? 400 : 503, { error: (error as Error).message });
    }
  }

  #listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    response.flushHeaders();
    this.#listeners.add(response);
    response.once('close', () => this.#listeners.delete(response));
  }
}

function send(response: ServerResponse, status: number, answer: { value: unknown } | { error: string }): void {
  const body = JSON.stringify(answer);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_BYTES) throw new Refusal(`A request has ${MOST_BYTES} bytes at most.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

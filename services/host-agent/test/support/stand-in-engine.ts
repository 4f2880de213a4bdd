import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const newId = (): string => randomBytes(32).toString('hex');

export interface StandInContainer {
  id: string;
  name: string;
  state: 'created' | 'running' | 'exited' | 'removing';
  /** What it was made with. */
  made: Record<string, unknown> & { Labels: Record<string, string> };
}

/** What is done in place of running a container, where something is to be. */
export interface StandInProcesses {
  started(container: StandInContainer): Promise<void>;
  removed(container: StandInContainer): Promise<void>;
}

/** The Docker engine's API, as far as an agent uses it, over containers that are only written down. */
export class StandInEngine {
  readonly containers = new Map<string, StandInContainer>();
  /** So many removals fail as where a container's files are still in use. */
  heldUp = 0;
  /** Set where what was removed stays listed: without a name, and removed for ever. */
  keepsListing = false;
  readonly #ghosts: StandInContainer[] = [];
  /** Every request that may change something, as `METHOD path`. */
  readonly changes: string[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #events = new Set<ServerResponse>();
  readonly #processes: StandInProcesses | undefined;

  constructor(processes?: StandInProcesses) {
    this.#processes = processes;
  }

  async listen(socketPath: string): Promise<void> {
    this.#server.listen(socketPath);
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** A container that somebody else made. */
  add(name: string, labels: Record<string, string>): StandInContainer {
    const container: StandInContainer = { id: newId(), name, state: 'running', made: { Labels: labels } };
    this.containers.set(container.id, container);
    return container;
  }

  /** Ends a container's process, and tells of it. */
  end(container: StandInContainer): void {
    container.state = 'exited';
    const event = { Type: 'container', Action: 'die', Actor: { ID: container.id, Attributes: container.made.Labels } };
    for (const listener of this.#events) listener.write(`${JSON.stringify(event)}\n`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://engine');
    const body = await text(request);
    if (request.method !== 'GET') this.changes.push(`${request.method} ${pathname}`);
    if (pathname === '/events') {
      response.writeHead(200).flushHeaders();
      this.#events.add(response);
      return;
    }
    const { status, answer } = await this.#answer(`${request.method} ${pathname}`, searchParams, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer === undefined ? '' : JSON.stringify(answer));
  }

  async #answer(call: string, parameters: URLSearchParams, body: string): Promise<{ status: number; answer?: unknown }> {
    if (call === 'GET /containers/json')
      return { status: 200, answer: this.#list(JSON.parse(parameters.get('filters') ?? '{}')) };
    if (call === 'POST /containers/create') {
      const made = JSON.parse(body) as StandInContainer['made'];
      const container: StandInContainer = { id: newId(), name: parameters.get('name') ?? '', state: 'created', made };
      this.containers.set(container.id, container);
      return { status: 201, answer: { Id: container.id } };
    }
    if (call.startsWith('GET /images/')) return { status: 200, answer: { Id: 'sha256:image' } };
    const [, method, id, what] = /^(\w+) \/containers\/([^/]+)\/?(\w*)$/.exec(call) ?? [];
    const container = this.containers.get(id ?? '');
    if (!container) return { status: 404, answer: { message: 'No such container' } };
    if (method === 'DELETE' && this.heldUp > 0) {
      this.heldUp -= 1;
      return { status: 500, answer: { message: `unable to remove filesystem for ${id}: directory not empty` } };
    }
    if (method === 'DELETE') {
      this.containers.delete(container.id);
      if (this.keepsListing) this.#ghosts.push({ ...container, name: '', state: 'removing' });
      await this.#processes?.removed(container);
    }
    if (what === 'start') {
      container.state = 'running';
      await this.#processes?.started(container);
    }
    if (what === 'rename') container.name = parameters.get('name') ?? '';
    return { status: method === 'GET' ? 200 : 204 };
  }

  #list({ label = [] }: { label?: string[] }): unknown[] {
    const found = [...this.containers.values(), ...this.#ghosts].filter(({ made }) =>
      label.every((wanted) => {
        const [name = '', value] = wanted.split('=');
        return made.Labels[name] === value;
      }),
    );
    return found.map(({ id, name, state, made }) => ({
      Id: id,
      Names: name === '' ? [] : [`/${name}`],
      Labels: made.Labels,
      State: state,
      ImageID: 'sha256:image',
    }));
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { credentialsIn } from '@svc/plain-http';
import { admission } from '../src/admission.ts';
import type { Caller, Delivery, Tool, Twin } from '../src/definition.ts';
import { TwinError, UNMODELLED } from '../src/errors.ts';
import { jsonText, normalise, type Reply, replyOf } from '../src/http/reply.ts';
import { parseBody, parseQuery, type TwinRequest } from '../src/http/request.ts';
import { type Match, OperationRouter } from '../src/http/router.ts';
import { Inputs } from '../src/inputs.ts';
import { settling } from '../src/settling.ts';
import { type Landed, Universe } from '../src/universe.ts';
import type { Change, State, WorldSpec } from '../src/world/collection.ts';
import { keepFilesOf } from '../src/world-files.ts';
import { DIRECT_LINKS, directContext } from './direct-context.ts';

/** A call of the vendor's surface; a body that is no text is sent as JSON. */
export interface DirectCall {
  method: string;
  path: string;
  body?: unknown;
  headers?: IncomingHttpHeaders;
}

export interface DirectAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  body: any;
  headers: Readonly<Record<string, string | string[]>>;
  /** Did the call change the world? */
  wrote: boolean;
  /** What webhooks say of it. */
  told: readonly string[];
}

export interface ToolAnswer extends DirectAnswer {
  /** Of the world, by the call. */
  changes: readonly Change[];
}

const FIRST_ERROR = 400;

/** A world that is called in this process, without sockets, journal or tape: thousands of calls a second, each as the server would answer it. */
export class DirectWorld {
  readonly #twin: Twin;
  readonly #universe: Universe<WorldSpec>;
  readonly #router: OperationRouter<WorldSpec>;
  readonly #inputs: Inputs;
  readonly #landed: Landed[] = [];
  #calls = 0;

  static async start(twin: Twin, seed: unknown): Promise<DirectWorld> {
    await twin.definition.load?.();
    return new DirectWorld(twin, seed);
  }

  private constructor(twin: Twin, seed: unknown) {
    this.#twin = twin;
    this.#universe = Universe.begin<WorldSpec>(twin.definition, { clock: { mode: 'logical' }, bootedAt: 0, seed }, () => 0);
    this.#router = OperationRouter.of(twin.definition);
    this.#inputs = new Inputs(twin.definition.errors);
  }

  /** Gives the world a folder for what doesn't lie in its records, as it would have beside its journal. */
  keepFiles(folder: string): void {
    keepFilesOf(this.#universe.store.world, join(folder, 'journal'));
  }

  state(): State<WorldSpec> {
    return this.#universe.store.state();
  }

  async call(call: DirectCall): Promise<DirectAnswer> {
    const [path = '', search = ''] = call.path.split('?');
    const match = this.#router.find(call.method, path);
    const request = this.#request(call, path, search, match);
    await this.#twin.definition.loadFor?.({ path: request.path, body: request.rawBody }, this.#universe.store.world);
    let written: Landed | undefined;
    let reply: Reply;
    try {
      if (!match) throw this.#unmatched(request);
      const input = this.#checked(match, request);
      const prepared = await match.operation.prepare?.(input, { world: this.#universe.store.world });
      if (prepared !== undefined) Object.assign(input, { prepared });
      const done = this.#universe.run(
        () =>
          settling(this.#twin.definition.settle, directContext(this.#universe, input), (context) =>
            match.operation.handle(context, input),
          ),
        (made) => made.status < FIRST_ERROR || made.commit === true,
      );
      reply = done.result;
      written = done.write;
      if (written) this.#landed.push(written);
    } catch (error) {
      if (!(error instanceof TwinError)) throw error;
      // Where a vendor knows no status for it, what isn't modelled has another.
      reply = error.unmodelled ? { ...replyOf(error), status: UNMODELLED } : replyOf(error);
    }
    this.#universe.store.takeActions();
    const { status, body, headers } = normalise(reply);
    const text = jsonText(body) ?? '';
    const wrote = (written?.changes.length ?? 0) > 0;
    return { status, body: /^[[{"]/.test(text) ? JSON.parse(text) : text, headers, wrote, told: this.#told(request, written) };
  }

  #unmatched(request: TwinRequest): TwinError {
    const { errors } = this.#twin.definition;
    const documented = this.#router.documented(request.method, request.path);
    return documented === undefined ? errors.notFound(request) : errors.unsupported(request, documented);
  }

  /**
   * Runs a tool, as its MCP door would.
   *
   * @param watched what the tool gets for its checked input
   */
  tool(name: string, args: object, watched: (input: object) => object = (input) => input): ToolAnswer {
    const tool = this.#twin.definition.tools.find((one: Tool<WorldSpec>) => one.name === name) as Tool<WorldSpec> | undefined;
    if (!tool) throw new Error(`there is no tool ${name}`);
    const request = this.#request({ method: 'POST', path: '/mcp/call' }, '/mcp/call', '');
    const { result, write } = this.#universe.run(
      () =>
        settling(this.#twin.definition.settle, directContext(this.#universe, request), (context) =>
          tool.handle(context, watched(tool.input.parse(args) as object)),
        ),
      () => true,
    );
    this.#universe.store.takeActions();
    if (write) this.#landed.push(write);
    const { body } = normalise({ status: 200, body: result as Reply['body'] });
    const answer = { status: 200, body: jsonText(body) ?? '', headers: {}, told: this.#told(request, write) };
    return { ...answer, wrote: write !== undefined, changes: write?.changes ?? [] };
  }

  #told(request: TwinRequest, write: Landed | undefined): string[] {
    const { deliveries } = this.#twin.definition;
    if (!deliveries || !write) return [];
    return deliveries(directContext(this.#universe, request), write.changes).map((one: Delivery) => one.message(0, 'id').body);
  }

  /** Keeps what was written so far. */
  settle(): void {
    this.#landed.length = 0;
  }

  /** Takes back what calls wrote since the beginning, or since it was settled. */
  rewind(): void {
    for (let write = this.#landed.pop(); write; write = this.#landed.pop()) write.undo();
  }

  /** Whom the world gave what a call presents; without anything it is whoever the sandbox's bearer stands for. */
  #callerOf(path: string, headers: IncomingHttpHeaders | undefined): Caller | undefined {
    const found = admission(this.#twin.definition, this.#universe, { path, credentials: credentialsIn(headers?.authorization) });
    return found instanceof TwinError ? undefined : found;
  }

  #request({ method, body, headers }: DirectCall, path: string, search: string, match?: Match<WorldSpec>): TwinRequest {
    this.#calls += 1;
    const isText = typeof body === 'string';
    const type: IncomingHttpHeaders = body === undefined || isText ? {} : { 'content-type': 'application/json' };
    return {
      method,
      path,
      search,
      params: match?.params ?? {},
      query: parseQuery(search),
      body: undefined,
      rawBody: Buffer.from(body === undefined ? '' : isText ? body : JSON.stringify(body)),
      headers: { ...type, ...headers },
      links: DIRECT_LINKS,
      caller: this.#callerOf(path, headers),
      requestId: `req_${this.#calls}`,
      now: this.#universe.clock.now(),
      docs: match?.operation.docs,
    };
  }

  /** What the server does before it runs an operation. @throws the vendor's refusal */
  #checked({ operation }: Match<WorldSpec>, request: TwinRequest): TwinRequest {
    const { errors, bodies } = this.#twin.definition;
    const parsed = parseBody(request.rawBody, request.headers['content-type'], operation.bodies ?? bodies);
    if (!parsed.ok) throw errors.malformedBody(request);
    const input = this.#inputs.of(operation, request, parsed.value);
    if (input instanceof TwinError) throw input;
    return input;
  }
}

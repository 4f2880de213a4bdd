import type { IncomingHttpHeaders } from 'node:http';
import type { ZodType } from 'zod';
import type { Context, Fidelity, InputIssue, Operation, Twin, TwinDefinition } from './definition.ts';
import { TwinError } from './errors.ts';
import { parseBody } from './http/body.ts';
import { linksFor } from './http/links.ts';
import { type NormalReply, normalise, type Reply } from './http/reply.ts';
import { parseQuery, type TwinRequest } from './http/request.ts';
import { OperationRouter } from './http/router.ts';
import { idSeed, toIssue } from './seeds.ts';
import type { Journal, JournalHead } from './tape/journal.ts';
import { type CallRecord, Recorder } from './tape/recorder.ts';
import { Redactor } from './tape/redact.ts';
import { Universe, type Write } from './universe.ts';
import type { State, WorldSpec } from './world/collection.ts';

/** The only ways a twin learns of the world outside. */
export interface Ambient {
  /** Wall time in milliseconds since 1970. */
  wall(): number;
  /** A monotonic time in milliseconds, for latencies. */
  monotonic(): number;
  /** Reports a fault of the twin itself. Never gets a credential. */
  fault(error: unknown): void;
}

/** A call as the transport hands it over. */
export interface IncomingCall {
  method: string;
  /** With the session prefix and the query, for the tape. */
  url: string;
  /** Below the session prefix, without the query. */
  path: string;
  search: string;
  /** The session prefix as the caller used it; empty where the twin stands at the root. */
  mount: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Monotonic start, for the latency. */
  startedAt: number;
  credentials: readonly string[];
}

/** What a call came to. */
export interface Answer {
  reply: NormalReply;
  payload: string | Buffer | undefined;
}

/** What a door has to say of a call for the tape. */
export interface Handled {
  reply: Reply;
  write: Write | undefined;
  tool: string | null;
  fidelity: Fidelity | 'unsupported' | null;
  secrets?: readonly string[];
}

/** A request id is this much of the world's own digest and the call's number in base 36. */
const REQUEST_DIGEST_LENGTH = 16;
const REQUEST_NUMBER_LENGTH = 8;

/** One booted twin: its universe, its tape, and the doors to its actions. */
export class Engine {
  readonly twin: Twin;
  readonly head: JournalHead;
  readonly journal: Journal;
  readonly behindProxy: boolean;
  readonly definition: TwinDefinition<WorldSpec, unknown>;
  readonly #ambient: Ambient;
  readonly #universe: Universe<WorldSpec>;
  readonly #router: OperationRouter<WorldSpec>;
  readonly #recorder: Recorder;
  readonly #idSeed: string;

  /** Takes up the journal where it has one, else begins it. @throws SeedError | JournalError */
  constructor(twin: Twin, journal: Journal, head: JournalHead | undefined, options: { ambient: Ambient; behindProxy: boolean }) {
    this.twin = twin;
    this.definition = twin.definition;
    this.journal = journal;
    this.behindProxy = options.behindProxy;
    this.#ambient = options.ambient;
    this.#router = new OperationRouter(this.definition.operations, this.definition.documented);
    this.#recorder = new Recorder(new Redactor(this.definition.secrets));
    const wall = (): number => options.ambient.wall();
    if (head) {
      this.head = head;
      this.#universe = new Universe(this.definition, head, wall);
      journal.begin(head);
    } else {
      const recovered: { head?: JournalHead; universe?: Universe<WorldSpec> } = {};
      journal.recover(
        (found) => {
          recovered.head = found;
          recovered.universe = new Universe(this.definition, found, wall);
        },
        (write) => recovered.universe?.replay(write),
      );
      if (!recovered.head || !recovered.universe) throw new Error('the journal is empty');
      this.head = recovered.head;
      this.#universe = recovered.universe;
    }
    this.#idSeed = idSeed(this.head.twin, this.head.seed).slice(0, REQUEST_DIGEST_LENGTH);
  }

  /** Reports a fault of the twin itself. */
  fault(error: unknown): void {
    this.#ambient.fault(error);
  }

  state(): State<WorldSpec> {
    return this.#universe.store.state();
  }

  /** The state after the first `step` rows of the tape; 0 is the seed. */
  stateAt(step: number): State<WorldSpec> {
    const past = new Universe(this.definition, this.head, () => this.#ambient.wall());
    this.journal.writes(step, (write) => past.replay(write));
    return past.store.state();
  }

  /** Builds the request that operations and vendor errors see. */
  request(
    call: IncomingCall,
    match?: { operation: Operation<WorldSpec>; params: Record<string, string> },
  ): TwinRequest & { body: unknown } {
    return {
      method: call.method,
      path: call.path,
      search: call.search,
      params: match?.params ?? {},
      query: parseQuery(call.search),
      body: undefined,
      rawBody: call.body,
      headers: call.headers,
      links: linksFor(call.headers, call.mount, this.behindProxy),
      requestId: this.#requestId(),
      now: this.#universe.clock.now(),
      docs: match?.operation.docs,
    };
  }

  /** Runs work on the world; see `Universe.run`. */
  run<R>(
    request: TwinRequest,
    work: (context: Context<WorldSpec>) => R,
    keep: (result: R) => boolean,
    mutates: boolean,
  ): { result: R; write: Write | undefined } {
    const context: Context<WorldSpec> = {
      world: this.#universe.store.world,
      now: request.now,
      ids: this.#universe.ids,
      links: request.links,
    };
    return this.#universe.run(
      () => work(context),
      (result, changes) => {
        if (!keep(result)) return false;
        if (!mutates) throw new Error(`a read changed ${changes.map((change) => change.collection).join(', ')}`);
        return true;
      },
    );
  }

  /** The vendor's HTTP surface. */
  vendorCall(call: IncomingCall): Handled & { request: TwinRequest; body: unknown } {
    const path = this.#withoutPrefix(call.path);
    const match = this.#router.find(call.method, path);
    const request = this.request({ ...call, path }, match);
    const refuse = (error: TwinError, fidelity: Handled['fidelity'] = null, body?: unknown) => ({
      request,
      body: body ?? (call.body.length > 0 ? call.body.toString('utf8') : null),
      reply: replyOf(error),
      write: undefined,
      tool: match?.operation.action ?? null,
      fidelity: match?.operation.fidelity ?? fidelity,
    });
    if (!match) return this.#unmatched(request, refuse);
    const { operation } = match;
    const parsed = parseBody(call.body, call.headers['content-type'], this.definition.bodies);
    if (!parsed.ok) return refuse(this.definition.errors.malformedBody(request));
    const body = Buffer.isBuffer(parsed.value) ? parsed.value.toString('utf8') : (parsed.value ?? null);
    const secrets = operation.secrets ?? [];
    const input = this.#input(operation, request, parsed.value);
    if (input instanceof TwinError) return { ...refuse(input, null, body), secrets };
    const handled = this.#attempt(request, () => {
      const keep = (reply: Reply): boolean => reply.status < 400;
      const { result, write } = this.run(request, (context) => operation.handle(context, input), keep, operation.mutates);
      return { reply: result, write };
    });
    return { ...handled, request, body, tool: operation.action ?? null, fidelity: operation.fidelity, secrets };
  }

  /** Turns whatever went wrong into the vendor's answer. This is the only catch of vendor errors on HTTP. */
  #attempt(
    request: TwinRequest,
    work: () => { reply: Reply; write: Write | undefined },
  ): { reply: Reply; write: Write | undefined } {
    try {
      return work();
    } catch (error) {
      if (error instanceof TwinError) return { reply: replyOf(error), write: undefined };
      this.#ambient.fault(error);
      return { reply: replyOf(this.definition.errors.internal(request)), write: undefined };
    }
  }

  /** Takes the call down and hands the answer over once it is in the journal. */
  finish(call: IncomingCall, request: TwinRequest, handled: Handled & { body: unknown }, answer: (answer: Answer) => void): void {
    let reply = normalise(handled.reply);
    if (this.definition.headers) reply.headers = { ...this.definition.headers(request, reply), ...reply.headers };
    const finished = this.definition.finish?.(request, reply) ?? reply;
    if (finished !== reply) reply = normalise(finished);
    reply.headers['x-svc-request-id'] = request.requestId;
    const entry: CallRecord = {
      seq: this.journal.rows + 1,
      at: request.now,
      requestId: request.requestId,
      twin: this.twin.id,
      method: call.method,
      path: call.url,
      headers: call.headers,
      body: handled.body,
      reply,
      latencyMs: this.#ambient.monotonic() - call.startedAt,
      write: handled.write,
      tool: handled.tool,
      fidelity: handled.fidelity,
      credentials: call.credentials,
      secrets: handled.secrets ?? [],
    };
    const { row, payload, changes } = this.#recorder.record(entry);
    const commit = handled.write && { ...(handled.write.ids && { ids: handled.write.ids }), ...(changes && { changes }) };
    this.journal.append(row, commit, () => answer({ reply, payload }));
  }

  #unmatched<R>(request: TwinRequest, refuse: (error: TwinError, fidelity?: Handled['fidelity']) => R): R {
    const { errors } = this.definition;
    const documented = this.#router.documented(request.method, request.path);
    if (documented) return refuse(errors.unsupported(request, documented), 'unsupported');
    const allowed = errors.methodNotAllowed ? this.#router.methodsAt(request.path) : [];
    if (errors.methodNotAllowed && allowed.length > 0) return refuse(errors.methodNotAllowed(request, allowed));
    return refuse(errors.notFound(request));
  }

  #input(operation: Operation<WorldSpec>, request: TwinRequest, body: unknown): TwinRequest | TwinError {
    const issues: InputIssue[] = [];
    const parse = (schema: ZodType | undefined, part: 'body' | 'query', value: unknown): unknown => {
      if (!schema) return value;
      const parsed = schema.safeParse(value, { reportInput: true });
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) {
        const received = issue.input;
        const expected = 'expected' in issue ? { expected: String(issue.expected) } : {};
        issues.push({ ...toIssue(issue), ...expected, part, missing: received === undefined, received });
      }
      return undefined;
    };
    const input = {
      ...request,
      query: parse(operation.query, 'query', request.query),
      body: parse(operation.body, 'body', body ?? {}),
    };
    return issues.length > 0 ? this.definition.errors.invalidInput(request, issues) : (input as TwinRequest);
  }

  #withoutPrefix(path: string): string {
    const prefix = this.definition.prefixes?.find((candidate) => path.startsWith(`${candidate}/`) || path === candidate);
    return prefix === undefined ? path : path.slice(prefix.length) || '/';
  }

  /** Repeatable, and unique within the sandbox's twin. */
  #requestId(): string {
    return `req_${this.#idSeed}${(this.journal.rows + 1).toString(36).padStart(REQUEST_NUMBER_LENGTH, '0')}`;
  }
}

export function replyOf(error: TwinError): Reply {
  return { status: error.status, headers: { ...error.headers }, body: error.body };
}

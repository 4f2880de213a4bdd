import { unmodelledStatus } from '@svc/contract/final-answers';
import { lend } from '@svc/contract/lent-credential';
import { signTarget } from '@svc/contract/signed-target';
import { type Admission, admission, type Presented } from './admission.ts';
import type { Ambient, Answer, Answering, EngineOptions, HandledCall, IncomingCall, TextedWrite, VendorCall } from './calls.ts';
import type { Context, Operation, Twin, TwinDefinition } from './definition.ts';
import { Outbox, type Outgoing } from './deliveries.ts';
import { TwinError, UNMODELLED } from './errors.ts';
import { isLost } from './faults/catalogue.ts';
import { Faults } from './faults/faults.ts';
import { faultOnTape } from './faults/on-tape.ts';
import type { Refusal } from './faults/refusal.ts';
import { contentTypeOf, FIRST_ERROR, isRefused, normalise, type Reply, replyOf } from './http/reply.ts';
import { linksFor, parseBody, parseQuery, type Signer, type TwinRequest } from './http/request.ts';
import { belowPrefix, OperationRouter } from './http/router.ts';
import { unmatched } from './http/unmatched.ts';
import { Inputs, noteIgnored } from './inputs.ts';
import { type Opened, openJournal, type Present } from './opened.ts';
import { PastWorld, stateAfter } from './past-world.ts';
import type { Place, Room } from './room.ts';
import { idSeed } from './seeds.ts';
import { settling } from './settling.ts';
import type { Journal } from './tape/journal.ts';
import type { JournalHead } from './tape/journal-format.ts';
import { commitText, rowLength, withFaults } from './tape/journal-writer.ts';
import { type CallRecord, type Recorded, Recorder, tapeBytes } from './tape/recorder.ts';
import { Redactor } from './tape/redact.ts';
import { isOver, TooLong } from './time.ts';
import { Universe } from './universe.ts';
import { isAllowedAddress } from './webhook-ports.ts';
import { refusedActions } from './world/action-log.ts';
import type { State, WorldSpec } from './world/collection.ts';
import { keepFilesOf } from './world-files.ts';

export type { Ambient, Answer, EngineOptions, Handled, HandledCall, IncomingCall, VendorCall } from './calls.ts';

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
  readonly faults: Faults;
  readonly #ambient: Ambient;
  readonly #universe: Universe<WorldSpec>;
  #loaded = false;
  readonly #router: OperationRouter<WorldSpec>;
  readonly #recorder: Recorder;
  readonly #room: Room;
  readonly #idSeed: string;
  readonly #outbox: Outbox | undefined;
  readonly #inputs: Inputs;

  /** Takes up the journal where it has one, else begins it, or goes on with one that was opened. @throws SeedError | JournalError */
  constructor(twin: Twin, journal: Journal, head: JournalHead | Opened | undefined, options: EngineOptions) {
    this.twin = twin;
    this.definition = twin.definition;
    this.journal = journal;
    this.behindProxy = options.behindProxy;
    this.#ambient = options.ambient;
    this.#router = OperationRouter.of(this.definition);
    this.#recorder = new Recorder(Redactor.of(this.definition));
    const opened =
      head && 'universe' in head ? head : openJournal(this.definition, journal, head, options.ambient, options.sharedRoom);
    this.head = opened.head;
    this.#universe = opened.universe;
    keepFilesOf(opened.universe.store.world, journal.path);
    this.#room = opened.room;
    const { universe, faults: standing } = opened;
    this.faults = new Faults({ definition: this.definition, journal, universe, standing, begin: () => this.#begin() });
    this.#inputs = new Inputs(this.definition.errors);
    this.#idSeed = idSeed(this.head.twin, this.head.seed).slice(0, REQUEST_DIGEST_LENGTH);
    this.#outbox =
      this.definition.deliveries &&
      new Outbox(options.ambient, this.#universe.clock, this.#idSeed, (url) =>
        isAllowedAddress(url, this.head.webhookPorts ?? [], options.ownPorts()),
      );
  }

  /** Does ahead what the first call would have to wait for. */
  prepare(): void {
    this.#router.prepare();
  }

  /** Another thread has its world from now on: its room is free, and what is still to be delivered is delivered. */
  release(): void {
    this.#room.close();
  }

  /** Gives up what is still to be delivered, and its room. */
  close(): void {
    this.#room.close();
    this.#outbox?.close();
  }

  /** What a call waits for before it runs; undefined once that is there. */
  loading(call: Pick<IncomingCall, 'path' | 'body'>): Promise<unknown> | undefined {
    const more = this.definition.loadFor?.(call, this.#universe.store.world);
    if (more) return more;
    if (this.#loaded || !this.definition.load) return undefined;
    return this.definition.load().then(() => {
      this.#loaded = true;
    });
  }

  /** Reports a fault of the twin itself. */
  fault(error: unknown): void {
    this.#ambient.fault(error);
  }

  state(): State<WorldSpec> {
    return this.#universe.store.state();
  }

  /** The state after the first `step` rows of the tape; 0 is the seed. Other calls run meanwhile. */
  async stateAt(step: number): Promise<State<WorldSpec>> {
    if (step === this.journal.rows) return this.state();
    return stateAfter(step, this.journal, new PastWorld(this.definition.collections, this.#begin().store.state()));
  }

  /** What a fork of the world as it is now begins with. */
  get present(): Present {
    return { head: this.head, universe: this.#universe, worldBytes: this.#room.worldBytes };
  }

  /** The world as its journal began. */
  #begin(): Universe<WorldSpec> {
    return Universe.begin(this.definition, this.head, () => this.#ambient.wall());
  }

  /** Builds the request that operations and vendor errors see. */
  request(
    call: IncomingCall,
    match?: { operation: Operation<WorldSpec>; params: Record<string, string> },
    path = call.path,
  ): TwinRequest & { body: unknown } {
    return {
      method: call.method,
      path,
      search: call.search,
      params: match?.params ?? {},
      query: parseQuery(call.search),
      body: undefined,
      rawBody: call.body,
      ...(call.upload && { upload: call.upload }),
      headers: call.headers,
      links: linksFor(call.headers, call.mount, this.behindProxy, this.#sign),
      requestId: this.#requestId(),
      caller: call.caller instanceof TwinError ? undefined : call.caller,
      now: this.#universe.clock.now(),
      docs: match?.operation.docs,
    };
  }

  readonly admit = (presented: Presented): Admission => admission(this.definition, this.#universe, presented);

  /** Runs work on the world; see `Universe.run`. @throws the vendor's refusal of a write that there is no room for */
  run<R>(
    request: TwinRequest,
    work: (context: Context<WorldSpec>) => R,
    keep: (result: R) => boolean,
    mutates: boolean,
  ): { result: R; write: TextedWrite | undefined } {
    const universe = this.faults.elsewhere ?? this.#universe;
    const context: Context<WorldSpec> = {
      world: universe.store.world,
      now: request.now,
      ids: universe.ids,
      links: request.links,
      requestId: request.requestId,
      caller: request.caller,
      savepoint: (part) => universe.store.savepoint(part),
      action: this.#action,
      refuseAction: this.#refuseAction,
      ignore: (names) => noteIgnored(request, names),
      lend: this.#lend,
      delivered: this.#delivered,
    };
    let text: ReturnType<Room['admit']> = '';
    const { result, write } = universe.run(
      () => (mutates && this.definition.settle ? settling(this.definition.settle, context, work) : work(context)),
      (done, changes, hidden, actions) => {
        if (!keep(done)) return false;
        if (isOver()) throw new TooLong();
        if (!mutates && changes.length > 0)
          throw new Error(`a read changed ${changes.map((change) => change.collection).join(', ')}`);
        text = this.#room.admit({ changes, hidden, actions }, request.rawBody.length);
        if (typeof text === 'string') throw this.definition.errors.outOfRoom(request, text);
        return true;
      },
    );
    return { result, write: write && typeof text !== 'string' ? Object.assign(write, { text }) : undefined };
  }

  /**
   * The vendor's HTTP surface, in two parts: what may have to wait, and the call itself, which runs in the turn that tapes
   * it, so that the order of the tape is the order of the commits.
   *
   * @param refusal what the call gets instead of being carried out
   */
  vendorCall(call: IncomingCall, refusal?: Refusal): VendorCall | Promise<VendorCall> {
    const path = belowPrefix(this.definition.prefixes, call.path);
    const match = this.#router.find(call.method, path);
    const request = this.request(call, match, path);
    if (!match) return () => unmatched(request, refusal, this.definition, this.#router);
    const { operation } = match;
    const parsed = parseBody(call.body, call.headers['content-type'], operation.bodies ?? this.definition.bodies);
    const taken = { request, tool: operation.action ?? null, fidelity: operation.fidelity, secrets: operation.secrets ?? [] };
    const refuse = (error: TwinError, body: unknown): HandledCall => ({
      ...taken,
      body,
      reply: replyOf(error),
      write: undefined,
    });
    if (refusal) {
      const shown = parsed.ok && !Buffer.isBuffer(parsed.value) ? (parsed.value ?? null) : tapeBytes(call.body);
      return () => refuse(refusal.refuse(request), shown);
    }
    if (!parsed.ok) return () => refuse(this.definition.errors.malformedBody(request), tapeBytes(call.body));
    const body = call.upload
      ? { $omitted: call.upload.size }
      : Buffer.isBuffer(parsed.value)
        ? tapeBytes(parsed.value)
        : (parsed.value ?? null);
    const input = this.#inputs.of(operation, request, parsed.value);
    if (input instanceof TwinError) return () => refuse(input, body);
    const run = (): HandledCall => {
      const { reply, write } = this.#attempt(request, () => this.#handle(operation, input));
      return { ...taken, body, reply, write, tool: reply.action === undefined ? taken.tool : reply.action };
    };
    if (!operation.prepare) return run;
    const { world } = (this.faults.elsewhere ?? this.#universe).store;
    return operation.prepare(input, { world }).then(
      // Other calls may have come between: this one is numbered and dated when it happens.
      (prepared) => () => {
        Object.assign(input, { prepared, requestId: this.#requestId(), now: this.#universe.clock.now() });
        return run();
      },
      (error) => () => ({
        ...taken,
        body,
        ...this.#attempt(request, () => {
          throw error;
        }),
      }),
    );
  }

  #handle(operation: Operation<WorldSpec>, input: TwinRequest): { reply: Reply; write: TextedWrite | undefined } {
    const keep = (reply: Reply): boolean => reply.status < FIRST_ERROR || reply.commit === true;
    const { result, write } = this.run(input, (context) => operation.handle(context, input), keep, operation.mutates);
    return { reply: result, write };
  }

  /** Turns whatever went wrong into the vendor's answer. This is the only catch of vendor errors on HTTP. */
  #attempt(
    request: TwinRequest,
    work: () => { reply: Reply; write: TextedWrite | undefined },
  ): { reply: Reply; write: TextedWrite | undefined } {
    try {
      return work();
    } catch (error) {
      if (error instanceof TwinError) return { reply: replyOf(error), write: undefined };
      if (error instanceof TooLong) throw error;
      this.#ambient.fault(error);
      return { reply: replyOf(this.definition.errors.internal(request)), write: undefined };
    }
  }

  /** Takes the call down and hands the answer over once it is in the journal. */
  finish(call: IncomingCall, done: HandledCall, answer: Answering): void {
    // The call has run in this turn, so that the last transaction was its own.
    const actions = this.#universe.store.takeActions();
    const handled: HandledCall = actions ? { ...done, actions } : done;
    const { strike } = call;
    // What was not carried out still has the name of what was asked for.
    if (strike?.fault && (handled.tool === null || handled.reply.refused)) handled.tool = strike.fault.action ?? handled.tool;
    const { write, request } = handled;
    const { row, taken, changes } = this.#takeDown(call, handled);
    const bytes = rowLength(row);
    const place = write ? 'journal' : this.#room.placeOf(bytes);
    if (place !== 'journal') {
      this.#refuse(call, handled, place, answer);
      return;
    }
    const text = write && commitText(write, write.text, changes);
    const commit = strike ? withFaults(text, strike.note) : text;
    const outgoing = write && this.#outbox && this.#outgoing(write, request, this.#outbox);
    this.journal.append(row, commit, {
      acknowledge: () => {
        answer(taken);
        if (outgoing) this.#outbox?.send(outgoing);
      },
      lose: () => answer(undefined),
      takeBack: () => {
        this.#room.takeBack(write);
        write?.undo();
      },
      refuse: () => this.#refuse(call, { ...handled, write: undefined }, 'memory', answer),
    });
    this.#room.disk.wrote(bytes);
  }

  /** Answers a call that there is no room for a row of. Nothing was changed, and nothing that was read is told. */
  #refuse(call: IncomingCall, handled: HandledCall, place: Exclude<Place, 'journal'>, answer: Answering): void {
    const reply = replyOf(this.definition.errors.outOfRoom(handled.request, this.#room.reason));
    const refused = { ...handled, reply, actions: refusedActions(handled.actions) };
    const { row, taken } = this.#takeDown(call, refused, place === 'last');
    if (place === 'last') {
      this.journal.append(row, undefined, {
        acknowledge: () => answer(taken),
        lose: () => answer(undefined),
        takeBack: () => this.#room.takeBack(undefined),
        refuse: () => this.#refuse(call, handled, 'memory', answer),
      });
      return;
    }
    const kept = place === 'memory' ? this.#room.keep(rowLength(row)) : 'nowhere';
    if (kept !== 'nowhere') this.journal.hold(kept === 'last' ? this.#takeDown(call, refused, true).row : row);
    answer(taken);
  }

  /** The answer as it is sent, and the row that tells of it. */
  #takeDown(call: IncomingCall, handled: HandledCall, cut = false): Recorded & { taken: Answer } {
    const { request } = handled;
    let reply = normalise(handled.reply);
    if (reply.status === UNMODELLED) reply.status = unmodelledStatus(call.headers['user-agent']);
    if (this.definition.headers) reply.headers = Object.assign(this.definition.headers(request, reply), reply.headers);
    const finished = this.definition.finish?.(request, reply) ?? reply;
    if (finished !== reply) reply = normalise(finished);
    if (reply.body !== undefined) reply.headers['content-type'] ??= contentTypeOf(reply.body);
    reply.headers['x-svc-request-id'] = request.requestId;
    const fault = call.strike?.fault;
    // Nobody gets it, and nobody is told.
    if (fault && isLost(fault.kind)) reply = { status: reply.status, headers: {}, body: undefined };
    const heldBackMs = fault?.delay_ms ?? 0;
    const latencyMs = this.#ambient.monotonic() - call.startedAt;
    const entry: CallRecord = {
      seq: this.journal.rows + 1,
      at: request.now,
      receivedAt: this.#universe.clock.isLogical ? Math.floor(this.#ambient.wall() - latencyMs) : undefined,
      requestId: request.requestId,
      twin: this.twin.id,
      method: call.method,
      path: call.url,
      headers: call.headers,
      rawHeaders: call.rawHeaders,
      links: request.links,
      body: handled.write ? handled.body : this.#room.shownBody(handled.body, call.body.length),
      reply,
      latencyMs: latencyMs + heldBackMs,
      write: handled.write,
      tool: handled.tool,
      actions: handled.actions,
      refused: isRefused(handled),
      fidelity: handled.reply.fidelity ?? handled.fidelity,
      ignored: request.ignored,
      credentials: call.credentials,
      secrets: handled.secrets ?? [],
      cut,
      fault: fault && faultOnTape(fault),
    };
    const recorded = this.#recorder.record(entry);
    return Object.assign(recorded, { taken: { reply, payload: recorded.payload } });
  }

  /** What a committed write causes to be sent. Told now, as the world may have moved on when the write is in the journal. */
  #outgoing(write: TextedWrite, { now, links }: TwinRequest, outbox: Outbox): Outgoing | undefined {
    try {
      const caused = { world: this.#universe.store.world, now, links, delivered: this.#delivered };
      return outbox.outgoing(this.definition.deliveries?.(caused, write.changes) ?? [], this.journal.rows + 1);
    } catch (error) {
      this.#ambient.fault(error);
      return undefined;
    }
  }

  readonly #delivered = (subject: string): number => this.#outbox?.delivered(subject) ?? 0;

  readonly #action = <R>(tool: string | null, work: () => R): R =>
    (this.faults.elsewhere ?? this.#universe).store.action(tool, work);

  readonly #refuseAction = (tool: string | null): void => (this.faults.elsewhere ?? this.#universe).store.refuseAction(tool);

  readonly #sign: Signer = (path) => signTarget(`/${this.twin.id}/s/${this.head.sessionId}${path}`, this.head.tokenSha256).suffix;

  readonly #lend = (credential: string): string => lend(credential, this.head.tokenSha256);

  /** Repeatable, and unique within the sandbox's twin. */
  #requestId(): string {
    return `req_${this.#idSeed}${(this.journal.rows + 1).toString(36).padStart(REQUEST_NUMBER_LENGTH, '0')}`;
  }
}

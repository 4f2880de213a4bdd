import type { IncomingHttpHeaders } from 'node:http';
import type { Operation, Twin } from '../src/definition.ts';
import { TwinError, UNMODELLED } from '../src/errors.ts';
import { jsonText, normalise, type Reply } from '../src/http/reply.ts';
import { parseQuery, type TwinRequest } from '../src/http/request.ts';
import { unreadInput } from '../src/inputs.ts';
import { Universe } from '../src/universe.ts';
import type { WorldSpec } from '../src/world/collection.ts';
import { DIRECT_LINKS, directContext } from './direct-context.ts';

/** A call on an operation, by the operation's id. */
export interface TrialCall {
  operation: string;
  params?: Readonly<Record<string, string>>;
  search?: string;
  body?: unknown;
  headers?: IncomingHttpHeaders;
}

/** What a call came to. Equal calls on equal worlds have equal traces. */
export interface Trial {
  status: number;
  /** Answer and changes. */
  trace: string;
  body: unknown;
  ignored: readonly string[];
}

/** What became of an input: `rejected` is an error that the call hasn't got without it; `silent` is what a twin must never be. */
export type TrialFate = 'effective' | 'ignored' | 'refused' | 'rejected' | 'silent';

const FIRST_ERROR = 400;

/** One world in which calls are tried and taken back, so that each finds the world as it was. */
export class InputTrials {
  readonly #universe: Universe<WorldSpec>;
  readonly #operations: ReadonlyMap<string, Operation<WorldSpec>>;
  readonly #twin: Twin;

  constructor(twin: Twin, seed?: unknown) {
    this.#twin = twin;
    const genesis = { clock: { mode: 'logical' as const }, bootedAt: 0, ...(seed !== undefined && { seed }) };
    this.#universe = Universe.begin<WorldSpec>(twin.definition, genesis, () => 0);
    this.#operations = new Map(twin.definition.operations.map((operation: Operation<WorldSpec>) => [operation.id, operation]));
  }

  /** Makes a call that stays. @throws where it is refused */
  land(call: TrialCall): unknown {
    const { status, body } = this.#run(call, true);
    if (status >= FIRST_ERROR) throw new Error(`${call.operation} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Makes a call and takes it back. */
  attempt(call: TrialCall): Trial {
    return this.#run(call, false);
  }

  /** Compares a call with one that has an input more, or another value of it. */
  fateOf(without: TrialCall, withInput: TrialCall): TrialFate {
    const [before, after] = [this.attempt(without), this.attempt(withInput)];
    if (after.status === UNMODELLED) return 'refused';
    if (after.ignored.length > before.ignored.length) return 'ignored';
    if (after.trace === before.trace) return 'silent';
    return after.status >= FIRST_ERROR && before.status < FIRST_ERROR ? 'rejected' : 'effective';
  }

  #run(call: TrialCall, keep: boolean): Trial {
    const operation = this.#operations.get(call.operation);
    if (!operation) throw new Error(`there is no operation ${call.operation}`);
    const request = this.#request(operation, call);
    let changes: unknown;
    const work = (): Reply => {
      const unread = unreadInput(operation.inputs, request, { query: parseQuery(request.search), body: call.body });
      if (unread !== undefined) throw this.#twin.definition.errors.unsupported(request, unread);
      return operation.handle(directContext(this.#universe, request), request);
    };
    try {
      const { result } = this.#universe.run(work, (_reply, made) => {
        changes = made;
        return keep;
      });
      return told(result, changes, request);
    } catch (error) {
      if (!(error instanceof TwinError)) throw error;
      // Where a vendor knows no status for it, what isn't modelled has another.
      return told({ status: error.unmodelled ? UNMODELLED : error.status, body: error.body }, undefined, request);
    }
  }

  #request(operation: Operation<WorldSpec>, call: TrialCall): TwinRequest {
    const { search = '', body = {} } = call;
    const query = parseQuery(search);
    return {
      method: operation.method,
      path: operation.path,
      search,
      params: call.params ?? {},
      query: (operation.query?.parse(query) ?? query) as TwinRequest['query'],
      body: operation.body?.parse(body) ?? body,
      rawBody: Buffer.alloc(0),
      headers: call.headers ?? {},
      links: DIRECT_LINKS,
      requestId: 'req_trial',
      now: this.#universe.clock.now(),
      docs: operation.docs,
    };
  }
}

function told(reply: Reply, changes: unknown, { ignored = [] }: TwinRequest): Trial {
  const { status, body } = normalise(reply);
  const text = jsonText(body) ?? '';
  return {
    status,
    trace: JSON.stringify([status, text, changes ?? null]),
    body: text === '' ? undefined : JSON.parse(text),
    ignored,
  };
}

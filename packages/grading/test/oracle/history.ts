/** Runs as an agent could have made them, drawn by lot: a world before, the calls, and the world after. */
import type { Chance } from '@svc/twin-kit/testing';

export type Row = Record<string, unknown>;
export type World = Record<string, Row[]>;

export interface Written {
  collection: string;
  id: string | number;
  before: Row | null;
  after: Row | null;
}

export interface Did {
  tool: string | null;
  refused?: true;
  writes: Written[];
}

export interface Call {
  seq: number;
  twin: string;
  ts: string;
  method: string;
  path: string;
  status: number;
  tool: string | null;
  fidelity: string | null;
  request_headers: Record<string, string>;
  request_body: unknown;
  response_body: unknown;
  state_delta: Written[] | null;
  actions?: Did[];
}

/** The same records in lists of their own: a record is replaced, never changed. */
export const copied = (world: World): World =>
  Object.fromEntries(Object.entries(world).map(([collection, records]) => [collection, [...records]]));

/** A world that is written to, with what was written on the way. */
export class Board {
  readonly world: World;
  #written: Written[] = [];
  #made = 0;

  constructor(seed: World) {
    this.world = copied(seed);
  }

  all(collection: string): Row[] {
    return this.world[collection] ?? [];
  }

  /** A number that nothing in the seed has. */
  next(): number {
    this.#made += 1;
    return 900_000 + this.#made;
  }

  put(collection: string, id: string | number, is: (record: Row) => boolean, after: Row | null): void {
    const records = this.all(collection);
    const at = records.findIndex(is);
    const before = at < 0 ? null : (records[at] as Row);
    if (after === null) records.splice(at, 1);
    else if (at < 0) records.push(after);
    else records[at] = after;
    this.#written.push({ collection, id, before, after });
  }

  change(collection: string, record: Row, fields: Row): void {
    this.put(collection, record.id as string | number, (one) => one === record, { ...record, ...fields });
  }

  /** What was written since this was last asked. */
  taken(): Written[] {
    const written = this.#written;
    this.#written = [];
    return written;
  }
}

/** One thing that an agent may do; a tool's name where it was one. */
export type Deed = (board: Board, chance: Chance) => string | null;

/** The first and the last of what happened to each record, as a row's delta has it. */
function net(written: readonly Written[]): Written[] {
  const changes = new Map<string, Written>();
  for (const one of written) {
    const key = `${one.collection}/${one.id}`;
    const known = changes.get(key);
    changes.set(key, known ? { ...known, after: one.after } : { ...one });
  }
  return [...changes.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

interface Request {
  method: string;
  path: string;
  request_body?: unknown;
}

/** Calls without an action's name: one that was to write, and one that was to read. */
const UNNAMED: Readonly<Record<string, { write: Request; read: Request }>> = {
  github: { write: { method: 'PATCH', path: '/repos' }, read: { method: 'GET', path: '/repos' } },
  linear: {
    write: { method: 'POST', path: '/graphql', request_body: { query: 'mutation { x }' } },
    read: { method: 'POST', path: '/graphql', request_body: { query: '{ x }' } },
  },
  gmail: { write: { method: 'POST', path: '/gmail/v1/users/me/x' }, read: { method: 'GET', path: '/gmail/v1/users/me/x' } },
  stripe: { write: { method: 'POST', path: '/v1/x' }, read: { method: 'GET', path: '/v1/x' } },
  slack: { write: { method: 'POST', path: '/chat.postMessage' }, read: { method: 'POST', path: '/users.list' } },
};

/** Calls of some deeds, a few of them refused, unknown to the twin, or of several actions. */
export function play(twin: string, board: Board, deeds: readonly Deed[], tools: readonly string[], chance: Chance): Call[] {
  const calls: Call[] = [];
  const length = chance.below(7);
  for (let seq = 1; seq <= length; seq += 1) {
    const base = {
      seq,
      twin,
      ts: '2026-01-01T00:00:00Z',
      method: 'POST',
      path: '/s/ses_1/call',
      request_headers: {},
      request_body: null,
      response_body: null,
    };
    const fate = chance.next();
    if (fate < 0.1) {
      const tool = chance.maybe(0.7) ? chance.of(tools) : null;
      const actions: Did[] = tool === null ? [] : [{ tool, refused: true, writes: [] }];
      const request = tool === null ? UNNAMED[twin]?.write : {};
      calls.push({ ...base, ...request, status: 422, tool, fidelity: 'semantic', state_delta: null, actions });
    } else if (fate < 0.15) {
      calls.push({
        ...base,
        ...UNNAMED[twin]?.read,
        status: 501,
        tool: null,
        fidelity: 'unsupported',
        state_delta: null,
        actions: [],
      });
    } else if (fate < 0.3) {
      const tool = chance.of(tools);
      calls.push({
        ...base,
        method: 'GET',
        status: 200,
        tool,
        fidelity: 'semantic',
        state_delta: null,
        actions: [{ tool, writes: [] }],
      });
    } else {
      const actions: Did[] = [];
      for (let left = chance.maybe(0.3) ? 2 : 1; left > 0; left -= 1) {
        const tool = chance.of(deeds)(board, chance);
        actions.push({ tool, writes: board.taken() });
      }
      const delta = net(actions.flatMap(({ writes }) => writes));
      const call = { ...base, status: 200, tool: actions[0]?.tool ?? null, fidelity: 'semantic', state_delta: delta };
      // A recorder without a list of actions says the same of a call that did one thing.
      calls.push(actions.length === 1 && chance.maybe(0.2) ? call : { ...call, actions });
    }
  }
  return calls;
}

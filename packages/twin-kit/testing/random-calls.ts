import { expect, test } from '@jest/globals';
import type { State, TapeRow, Tool, Twin, WorldSpec } from '@svc/twin-kit';
import { type ServedTwin, type ServeOptions, serveTwin } from '@svc/twin-kit/server';
import { z } from 'zod';
import { Chance } from './chance.ts';
import { Replayed } from './replayed.ts';
import { type JsonSchema, SchemaValues } from './schema-values.ts';
import { isWhole } from './share.ts';

/** One random HTTP call. */
export interface RandomCall {
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
  /** What is called, e.g. the operation's id: how much of the twin was reached is counted by it. */
  operation: string;
}

export interface RandomAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Makes the calls of one vendor. */
export interface RandomCaller {
  /** Told the world, every hundred calls. */
  know(state: State<WorldSpec>): void;
  next(): RandomCall;
  /** A value for an argument of a tool, mostly one that the world has. */
  named(argument: string, tool: string): unknown;
  /** Told what each call was answered. */
  learn?(answer: RandomAnswer): void;
}

/** What the suite needs to know of a vendor. */
export interface RandomSuite {
  serve: ServeOptions;
  /** How many calls: thousands, or a share of them. */
  calls: number;
  /** Among how many worlds they are shared, one after the other: one that was called for long has lost much of what calls can hit. By default one. */
  worlds?: number;
  caller(chance: Chance): RandomCaller;
  /** What can't be in a world, in words; none where it is sound. */
  faults(state: State<WorldSpec>): Iterable<string>;
  /** Looks for faults after every call that landed, instead of every five hundred calls. */
  everyCall?: boolean;
  /** What else holds at the end. */
  end?(state: State<WorldSpec>, read: (path: string) => Promise<unknown>): Promise<void>;
  /** What is wrong with an answer by the vendor's own description. */
  answerFault?(call: RandomCall, answer: RandomAnswer): string | undefined | Promise<string | undefined>;
  /** Was the call refused? By default: a status of 400 or more. */
  refused?(row: TapeRow): boolean;
  /** Refusals that leave something behind, as the vendor's do. */
  leavesTrace?(row: TapeRow): boolean;
  /** The shares of `operations` that the whole has to meet by a landed and by a refused call: calls that hit nothing prove nothing. */
  operations: readonly string[];
  reach: { landed: number; refused: number };
}

/** Calls after which the caller is told the world. */
const STRIDE = 100;
/** Calls after which the whole world is looked at. */
const LOOK = 500;
/** The share of calls that come by MCP. */
const BY_TOOL = 0.1;
/** The share of tools that have to be met by a landed call. */
const TOOL_REACH = 0.7;
/** How much of this a share of the calls has to meet. */
const OF_A_SHARE = isWhole ? 1 : 0.25;
const SEED = 20_260_101;
/** Seconds of work; several times that beside other suites on a slow machine. */
const TIMEOUT_MS = 600_000;

/** Calls a twin's tools with arguments that mostly fit. */
class ToolCaller {
  readonly #chance: Chance;
  readonly #tools: readonly { name: string; input: JsonSchema }[];
  readonly #values: SchemaValues;
  #tool = '';

  constructor(twin: Twin, chance: Chance, caller: RandomCaller) {
    this.#chance = chance;
    this.#values = new SchemaValues(chance, (argument) => caller.named(argument, this.#tool), 0.2);
    this.#tools = twin.definition.tools.map(({ name, input }: Tool<WorldSpec>) => ({
      name,
      input: z.toJSONSchema(input, { io: 'input', target: 'draft-7' }) as JsonSchema,
    }));
  }

  next(): RandomCall {
    const { name, input } = this.#chance.of(this.#tools);
    this.#tool = name;
    const body = JSON.stringify({ name, arguments: this.#values.object(input) });
    return {
      operation: name,
      method: 'POST',
      path: '/mcp/call',
      body: this.#chance.maybe(0.01) ? body.slice(0, -1) : body,
      headers: { 'content-type': 'application/json' },
    };
  }
}

/** The calls of one run of chance, on the vendor's surface and by tool. */
export class RandomCalls {
  readonly #caller: RandomCaller;
  readonly next: () => RandomCall;

  constructor(twin: Twin, suite: RandomSuite, chance: Chance) {
    this.#caller = suite.caller(chance);
    const tools = new ToolCaller(twin, chance, this.#caller);
    this.next = () => (chance.maybe(BY_TOOL) ? tools.next() : this.#caller.next());
  }

  know(state: State<WorldSpec>): void {
    this.#caller.know(state);
  }

  learn(answer: RandomAnswer): void {
    this.#caller.learn?.(answer);
  }
}

const isTool = (row: TapeRow): boolean => /^\/s\/[^/]+\/mcp\/call$/.test(row.path);

interface ToolAnswer {
  isError?: boolean;
  content?: { text: string }[];
}

/** What was called, by operation or tool. */
interface Reached {
  landed: Set<string>;
  refused: Set<string>;
}

/** A world under random calls, and all that is held against it. */
class Run {
  readonly #twin: ServedTwin;
  readonly #suite: RandomSuite;
  readonly #calls: RandomCalls;
  readonly #replayed: Replayed;
  readonly #reached: Reached;

  constructor(twin: Twin, served: ServedTwin, suite: RandomSuite, start: State<WorldSpec>, reached: Reached, seed: number) {
    this.#twin = served;
    this.#suite = suite;
    this.#reached = reached;
    this.#calls = new RandomCalls(twin, suite, new Chance(seed));
    this.#replayed = new Replayed(twin, start);
  }

  /** Makes a stride of calls, and reads what the tape says of them. */
  async stride(done: number): Promise<void> {
    this.#calls.know(this.#replayed.state());
    const calls: RandomCall[] = [];
    const statuses: number[] = [];
    for (let made = 0; made < STRIDE; made += 1) {
      const call = this.#calls.next();
      calls.push(call);
      statuses.push(await this.#send(call));
    }
    const rows = (await readEvidence(this.#twin, `events?after=${done}`)) as TapeRow[];
    expect(rows.map(({ status }) => status)).toEqual(statuses);
    for (const [at, row] of rows.entries()) this.#taped(calls[at] as RandomCall, row);
  }

  async #send(call: RandomCall): Promise<number> {
    const headers = { authorization: `Bearer ${this.#twin.token}`, ...call.headers };
    const init: RequestInit = { method: call.method, headers, redirect: 'manual' };
    const response = await fetch(this.#twin.url + call.path, { ...init, ...(call.body !== undefined && { body: call.body }) });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    const fault = answer.status >= 500 && answer.status !== 501 ? answer.text : await this.#answerFault(call, answer);
    if (fault !== undefined) throw new Error(`${JSON.stringify(call)} got ${answer.status}: ${fault}`);
    this.#calls.learn(answer);
    return answer.status;
  }

  async #answerFault(call: RandomCall, answer: RandomAnswer): Promise<string | undefined> {
    if (call.path !== '/mcp/call') return this.#suite.answerFault?.(call, answer);
    const { isError, content } = JSON.parse(answer.text) as ToolAnswer;
    return isError && content?.[0]?.text.startsWith('The twin failed') ? answer.text : undefined;
  }

  #taped(call: RandomCall, row: TapeRow): void {
    const refused = this.#isRefused(row);
    const changed = (row.state_delta ?? []).length > 0;
    if (refused && row.state_mutation && !(this.#suite.leavesTrace?.(row) ?? false))
      throw new Error(`${JSON.stringify(call)} was refused and changed ${JSON.stringify(row.state_delta)}`);
    if (row.state_mutation !== changed) throw new Error(`${JSON.stringify(call)} says ${row.state_mutation} of what it changed`);
    const unmodelled = row.fidelity === 'unsupported';
    if (!isTool(row) && (row.status === 501 ? !unmodelled : unmodelled && !refused))
      throw new Error(`${JSON.stringify(call)} was answered ${row.status}, its row says ${row.fidelity}`);
    (refused ? this.#reached.refused : this.#reached.landed).add(call.operation);
    this.#replayed.apply(row);
    if (this.#suite.everyCall && changed) this.#sound(call);
  }

  #isRefused(row: TapeRow): boolean {
    if (isTool(row)) return row.status >= 400 || (row.response_body as ToolAnswer).isError === true;
    return this.#suite.refused?.(row) ?? row.status >= 400;
  }

  #sound(after: unknown): void {
    const faults = [...this.#suite.faults(this.#replayed.state())];
    if (faults.length > 0) throw new Error(`after ${JSON.stringify(after)}: ${faults.join('; ')}`);
  }

  /** Looks at the whole world after so many rows. */
  async look(step: number): Promise<void> {
    expectSame(await readEvidence(this.#twin, `state?step=${step}`), this.#replayed.state());
    this.#sound(`${step} calls`);
  }

  async end(): Promise<void> {
    const state = this.#replayed.state();
    expectSame(await readEvidence(this.#twin, 'state'), state);
    await this.#suite.end?.(state, (path) => readJson(this.#twin, path));
  }
}

/** Worlds are large: the matcher, which is slow and shows the difference, sees only what differs. */
function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}

const readJson = async ({ url, token }: ServedTwin, path: string): Promise<unknown> =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json();

const readEvidence = (twin: ServedTwin, path: string): Promise<unknown> => readJson(twin, `/_svc/${path}`);

/**
 * Thousands of random calls on a twin, valid and invalid, over the vendor's surface and over MCP: no answer is a 5xx but the
 * loud 501, invariants hold, a refused call changes nothing, and the seed with the deltas is the state, at every look.
 */
export function testManyCalls(twin: Twin, suite: RandomSuite): void {
  const title = `${suite.calls} random calls: no failure, no broken rule, refusals change nothing, seed + deltas = state`;
  test(
    title,
    async () => {
      const reached: Reached = { landed: new Set(), refused: new Set() };
      for (let world = 0; world < (suite.worlds ?? 1); world += 1) await testWorld(twin, suite, reached, SEED + world);
      expectReach(twin, suite, reached);
    },
    TIMEOUT_MS,
  );
}

/** One world's share of the calls. */
async function testWorld(twin: Twin, suite: RandomSuite, reached: Reached, seed: number): Promise<void> {
  const served = await serveTwin(twin, suite.serve);
  try {
    const run = new Run(twin, served, suite, (await readEvidence(served, 'state')) as State<WorldSpec>, reached, seed);
    for (let done = 0; done < suite.calls / (suite.worlds ?? 1); done += STRIDE) {
      await run.stride(done);
      if ((done + STRIDE) % LOOK === 0) await run.look(done + STRIDE);
    }
    await run.end();
  } finally {
    await served.close();
  }
}

/** Calls that hit nothing prove nothing. */
function expectReach(twin: Twin, { operations, reach }: RandomSuite, { landed, refused }: Reached): void {
  const tools = twin.definition.tools.map(({ name }: Tool<WorldSpec>) => name);
  const unmet = (of: ReadonlySet<string>, names: readonly string[], share: number): readonly string[] => {
    const missed = names.filter((name) => !of.has(name));
    return missed.length > names.length * (1 - share * OF_A_SHARE) ? missed : [];
  };
  expect({
    landedNever: unmet(landed, operations, reach.landed),
    refusedNever: unmet(refused, operations, reach.refused),
    toolsLandedNever: unmet(landed, tools, TOOL_REACH),
  }).toEqual({ landedNever: [], refusedNever: [], toolsLandedNever: [] });
}

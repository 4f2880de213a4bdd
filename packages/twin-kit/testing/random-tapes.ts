import { expect, test } from '@jest/globals';
import type { ClockSetting, State, TapeRow, Twin, WorldSpec } from '@svc/twin-kit';
import { differenceOf, type RecordedRequest, type ReplayedAnswer, requestOf } from '@svc/twin-kit/replay';
import { Chance } from './chance.ts';
import { HostedWorld } from './hosted-world.ts';
import { type RandomCall, RandomCalls, type RandomSuite } from './random-calls.ts';
import { many } from './share.ts';

const LOGICAL = { mode: 'logical' } as const;
const SEED = 20_260_202;
/** Tapes of each twin; `SVC_RANDOM_TAPES` says otherwise. The whole of those that are made again are a thousand of five twins. */
const FORKED_TAPES = many(2, 25);
const REPLAYED_TAPES = many(2, 200);
/** Calls of a tape that is forked at each of them: of the first one, and of others at most. */
const FORKED = { first: many(12, 30), most: 8 };
/** Calls of a tape that is made again. */
const REPLAYED = { first: many(100, 300), most: 60 };
/** Calls after which the caller is told the world. */
const STRIDE = 25;
/** Seconds of work by default; several times that beside other suites, and more where more tapes are asked for. */
const TIMEOUT_MS = 3_600_000;

/** How one tape comes to be. */
interface Origin {
  world: { seed?: unknown; clock: ClockSetting };
  chance: Chance;
  length: number;
}

const asRequest = ({ method, path, headers = {}, body }: RandomCall): RecordedRequest => ({
  method,
  path,
  headers,
  body: body === undefined ? undefined : Buffer.from(body),
});

/** Each session signs for itself. */
const withoutSignature = (text: string): string => text.replaceAll(/svc_signature=[\w-]{43}/g, 'svc_signature=');

/** What an answer says, but for the time that the vendor's server has, and signatures of addresses. */
const told = ({ status, headers, body }: ReplayedAnswer) => {
  const { date, ...rest } = headers;
  return { status, headers: JSON.parse(withoutSignature(JSON.stringify(rest))), body: withoutSignature(body.toString()) };
};

/** Makes random calls. @returns them as they were made */
async function play(twin: Twin, suite: RandomSuite, world: HostedWorld, { chance, length }: Origin): Promise<RecordedRequest[]> {
  const calls = new RandomCalls(twin, suite, chance);
  const made: RecordedRequest[] = [];
  while (made.length < length) {
    if (made.length % STRIDE === 0) calls.know((await world.state()) as State<WorldSpec>);
    const call = asRequest(calls.next());
    made.push(call);
    const { status, headers, body } = await world.call(call);
    const fields = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    calls.learn({ status, headers: new Headers(fields as [string, string][]), text: body.toString() });
  }
  return made;
}

/** A row but for when it was made and whose it is. */
const alike = ({ latency_ms: _latency, received_at: _at, inherited: _inherited, ...row }: TapeRow) => row;

/** Each tape has chances of its own, and every other one begins with the twin's default world. */
async function forEachTape(
  { serve }: RandomSuite,
  tapes: number,
  lengths: { first: number; most: number },
  work: (origin: Origin) => Promise<void>,
): Promise<void> {
  for (let tape = 0; tape < tapes; tape += 1) {
    const chance = new Chance(SEED + tape);
    const length = tape === 0 ? lengths.first : 1 + chance.below(lengths.most);
    const world = { clock: LOGICAL, ...(tape % 2 === 0 && { seed: serve.seed }) };
    try {
      await work({ world, chance, length });
    } catch (cause) {
      throw new Error(`tape ${tape}, of ${length} calls: ${(cause as Error).message}`, { cause });
    }
  }
}

/** A fork at each call of a tape, by each way that there is, against a fresh world that has come as far. */
async function forkedAnywhere(twin: Twin, suite: RandomSuite, origin: Origin): Promise<void> {
  await using parent = await HostedWorld.booted(twin, origin.world);
  const calls = await play(twin, suite, parent, origin);
  await using fresh = await HostedWorld.booted(twin, origin.world);
  for (const [step, call] of calls.entries()) {
    await using elsewhere = await parent.fork(twin, step, LOGICAL);
    // The one of a world that has moved on, the other of one as it is now.
    await using earlier = await parent.forkBeside(twin, step, LOGICAL);
    await using now = await fresh.forkBeside(twin, step, LOGICAL);
    const before = await fresh.state();
    const forks = [elsewhere, earlier, now];
    const answers = [];
    for (const fork of forks) {
      expect(await fork.state()).toEqual(before);
      answers.push(told(await fork.call(call)));
    }
    expect(await fresh.state()).toEqual(before);
    const answer = told(await fresh.call(call));
    expect(answers).toEqual(forks.map(() => answer));
    const made = (await fresh.rows()).map(alike);
    for (const fork of forks) {
      expect(await fork.state()).toEqual(await fresh.state());
      const rows = await fork.rows();
      expect(rows.map(({ inherited = false }) => inherited)).toEqual(rows.map((_row, at) => at < step));
      expect(rows.map(alike)).toEqual(made);
      expect(await fork.state(Math.floor(step / 2))).toEqual(await parent.state(Math.floor(step / 2)));
    }
  }
  expect(await parent.state()).toEqual(await fresh.state());
}

/** The calls of a tape, made of its rows as `svc replay` makes them. */
async function replayed(twin: Twin, suite: RandomSuite, origin: Origin): Promise<void> {
  await using recorded = await HostedWorld.booted(twin, origin.world);
  await play(twin, suite, recorded, origin);
  await using fresh = await HostedWorld.booted(twin, origin.world);
  for (const row of await recorded.rows()) {
    const request = requestOf(row) as RecordedRequest;
    const answer = await fresh.call(request);
    if (request.isPartial && !row.state_mutation) continue;
    expect([row.seq, row.method, row.path, differenceOf(row, answer)]).toEqual([row.seq, row.method, row.path, undefined]);
  }
  expect(await fresh.state()).toEqual(await recorded.state());
}

/** Random tapes, forked after each of their calls and made again on another sandbox. */
export function testRandomTapes(twin: Twin, suite: RandomSuite): void {
  const asked = process.env.SVC_RANDOM_TAPES;
  const [forked, again] = [Number(asked ?? FORKED_TAPES), Number(asked ?? REPLAYED_TAPES)];
  test(
    `forked after any call of ${forked} random tapes, a world is that of a fresh sandbox with the calls until then: its state, its ids, its next answer`,
    () => forEachTape(suite, forked, FORKED, (origin) => forkedAnywhere(twin, suite, origin)),
    TIMEOUT_MS,
  );

  test(
    `made again from their rows on a fresh sandbox, the calls of ${again} random tapes get the answers that they got`,
    () => forEachTape(suite, again, REPLAYED, (origin) => replayed(twin, suite, origin)),
    TIMEOUT_MS,
  );
}

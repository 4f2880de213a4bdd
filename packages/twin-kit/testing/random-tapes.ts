import { expect, test } from '@jest/globals';
import type { State, TapeRow, Twin, WorldSpec } from '@svc/twin-kit';
import { differenceOf, type RecordedRequest, type ReplayedAnswer, requestOf } from '@svc/twin-kit/replay';
import { Chance } from './chance.ts';
import { HostedWorld } from './hosted-world.ts';
import { type RandomCall, RandomCalls, type RandomSuite } from './random-calls.ts';

const LOGICAL = { mode: 'logical' } as const;
const SEED = 20_260_202;
/** Calls of a tape that is forked at each of them. */
const FORKED_CALLS = 30;
/** Calls of a tape that is replayed. */
const REPLAYED_CALLS = 300;
/** Calls after which the caller is told the world. */
const STRIDE = 25;
/** Seconds of work; several times that beside other suites on a slow machine. */
const TIMEOUT_MS = 120_000;

const asRequest = ({ method, path, headers = {}, body }: RandomCall): RecordedRequest => ({
  method,
  path,
  headers,
  body: body === undefined ? undefined : Buffer.from(body),
});

/** Each session signs for itself. */
const withoutSignature = (text: string): string => text.replaceAll(/svc_signature=[\w-]{43}/g, 'svc_signature=');

/** What an answer says, but for the time that the vendor's server has. */
const told = ({ status, headers, body }: ReplayedAnswer) => {
  const { date, ...rest } = headers;
  return { status, headers: JSON.parse(withoutSignature(JSON.stringify(rest))), body: withoutSignature(body.toString()) };
};

/** Makes random calls. @returns them as they were made */
async function play(twin: Twin, suite: RandomSuite, world: HostedWorld, count: number): Promise<RecordedRequest[]> {
  const calls = new RandomCalls(twin, suite, new Chance(SEED));
  const made: RecordedRequest[] = [];
  while (made.length < count) {
    if (made.length % STRIDE === 0) calls.know((await world.state()) as State<WorldSpec>);
    const call = asRequest(calls.next());
    made.push(call);
    const { status, headers, body } = await world.call(call);
    const fields = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    calls.learn({ status, headers: new Headers(fields as [string, string][]), text: body.toString() });
  }
  return made;
}

const withoutClock = ({ latency_ms: _latency, received_at: _at, inherited: _inherited, ...row }: TapeRow) => row;

/** Random tapes, forked after each of their calls and made again on another sandbox. */
export function testRandomTapes(twin: Twin, suite: RandomSuite): void {
  const { seed } = suite.serve;
  test(
    'forked after any call, a world is that of a fresh sandbox with the calls until then: its state, its ids, its next answer',
    async () => {
      await using parent = await HostedWorld.booted(twin, { seed, clock: LOGICAL });
      const calls = await play(twin, suite, parent, FORKED_CALLS);
      await using fresh = await HostedWorld.booted(twin, { seed, clock: LOGICAL });
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
        const made = (await fresh.rows()).map(withoutClock);
        for (const fork of forks) {
          expect(await fork.state()).toEqual(await fresh.state());
          const rows = await fork.rows();
          expect(rows.map(({ inherited = false }) => inherited)).toEqual(rows.map((_row, at) => at < step));
          expect(rows.map(withoutClock)).toEqual(made);
          expect(await fork.state(Math.floor(step / 2))).toEqual(await parent.state(Math.floor(step / 2)));
        }
      }
      expect(await parent.state()).toEqual(await fresh.state());
    },
    TIMEOUT_MS,
  );

  test(
    'made again from their rows on a fresh sandbox, calls get the answers that they got',
    async () => {
      await using recorded = await HostedWorld.booted(twin, { seed, clock: LOGICAL });
      await play(twin, suite, recorded, REPLAYED_CALLS);
      await using fresh = await HostedWorld.booted(twin, { seed, clock: LOGICAL });
      for (const row of await recorded.rows()) {
        const request = requestOf(row) as RecordedRequest;
        const answer = await fresh.call(request);
        if (request.isPartial && !row.state_mutation) continue;
        expect([row.seq, row.method, row.path, differenceOf(row, answer)]).toEqual([row.seq, row.method, row.path, undefined]);
      }
      expect(await fresh.state()).toEqual(await recorded.state());
    },
    TIMEOUT_MS,
  );
}

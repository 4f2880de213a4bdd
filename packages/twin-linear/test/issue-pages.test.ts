import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { processorMsOf } from '@svc/twin-kit/testing/processor';
import { type Served, serveLinear } from './served.ts';

const SMALL = 100;
const LARGE = 10_000;
const PAGE = 30;
const CALLS = 40;
/** A page of a world a hundred times as large; work that grows with the world would show as a factor far above this. */
const MAX_RATIO = 3;

const seedOf = (count: number) => ({
  teams: [
    { name: 'Engineering', key: 'ENG' },
    { name: 'Design', key: 'DES' },
  ],
  issues: Array.from({ length: count }, (_, at) => ({ title: `Issue ${at + 1}`, team: at % 2 ? 'ENG' : 'DES' })),
});

let small: Served;
let large: Served;
beforeAll(async () => {
  small = await serveLinear(seedOf(SMALL));
  large = await serveLinear(seedOf(LARGE));
});
afterAll(async () => {
  await small.close();
  await large.close();
});

/** The processor's time for a page. Each call differs by a variable, so that none is answered from what was kept. */
async function timed(twin: Served, args: string, call: number): Promise<number> {
  const query = `query { issues(first: ${PAGE}${args}) { nodes { id identifier title state { name } } pageInfo { endCursor } } }`;
  return processorMsOf(async () => {
    const { issues } = await twin.data(query, { call });
    expect(issues.nodes).toHaveLength(PAGE);
  });
}

/** How many times as long a page takes in the large world. The worlds take turns, and the best times count: others use the machine too. */
async function ratio(inLarge: string, inSmall: string): Promise<number> {
  let [longest, shortest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let call = 0; call < CALLS; call += 1) {
    longest = Math.min(longest, await timed(large, inLarge, call));
    shortest = Math.min(shortest, await timed(small, inSmall, call));
  }
  return longest / shortest;
}

/** A cursor in the middle of a world's list. */
async function middle(twin: Served, count: number): Promise<string> {
  const { issues } = await twin.data(
    `{ issues(first: 1, filter: { number: { eq: ${count / 4} }, team: { key: { eq: "ENG" } } }) { nodes { id } } }`,
  );
  return `, after: "${issues.nodes[0].id}"`;
}

describe('a page of issues costs the page, whatever the size of the world:', () => {
  test.each(['', ', orderBy: updatedAt', ', includeArchived: true', ', filter: { team: { key: { eq: "ENG" } } }'])(
    '%j',
    async (args) => {
      expect(await ratio(args, args)).toBeLessThan(MAX_RATIO);
    },
  );

  test('after a cursor', async () => {
    const [far, near] = [await middle(large, LARGE), await middle(small, SMALL)];
    expect(await ratio(far, near)).toBeLessThan(MAX_RATIO);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { processorMsOf } from '@svc/twin-kit/testing/processor';
import { type Served, serveGithub } from './served.ts';

const SMALL = 40;
const LARGE = 4000;
const CALLS = 60;
/** A page of a world a hundred times as large; work that grows with the world would show as a factor far above this. */
const MAX_RATIO = 3;

const seedOf = (count: number) => ({
  users: [{ login: 'ada' }],
  repositories: [
    {
      owner: 'ada',
      name: 'big',
      issues: Array.from({ length: count }, (_, at) => ({ title: `Issue ${at + 1}`, labels: ['bug'] })),
    },
  ],
});

let small: Served;
let large: Served;
beforeAll(async () => {
  small = await serveGithub(seedOf(SMALL));
  large = await serveGithub(seedOf(LARGE));
});
afterAll(async () => {
  await small.close();
  await large.close();
});

const timeOf = ({ url, token }: Served, path: string): Promise<number> =>
  processorMsOf(async () => {
    const response = await fetch(`${url}/repos/ada/big/${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await response.json()) as unknown[]).length).toBe(30);
  });

/** How many times as long a page of the large world takes. The two take turns, and the fastest call of each counts: load on the machine only ever slows calls down. */
async function ratio(path: string): Promise<number> {
  let [inSmall, inLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let call = 0; call < CALLS; call++) {
    inSmall = Math.min(inSmall, await timeOf(small, path));
    inLarge = Math.min(inLarge, await timeOf(large, path));
  }
  return inLarge / inSmall;
}

describe('a page of issues costs the page, whatever the size of the world:', () => {
  test.each(['issues', 'issues?state=all&sort=updated&direction=asc', 'issues?labels=bug', 'issues?creator=ada'])(
    '%s',
    async (path) => {
      expect(await ratio(path)).toBeLessThan(MAX_RATIO);
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isWhole } from '@svc/twin-kit/testing/share';
import { github } from '../src/index.ts';
import { type Served, serveGithub } from './served.ts';

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub();
});
afterAll(() => twin.close());

const PARAMS: Readonly<Record<string, string>> = { owner: 'acme', repo: 'storefront', issue_number: '1', username: 'octocat' };
const STRANGE = ['0', '-1', '1e3', '%00', '..', '%F0%9F%98%80', 'x'.repeat(300)];

const bodies: [name: string, body: string][] = [
  ['no body', ''],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"x"'],
  ['a list of nulls', '[null]'],
  ['an empty object', '{}'],
  [
    'an object of the wrong types',
    '{"title":{},"body":7,"labels":[{}],"assignees":"x","milestone":[],"state":3,"name":[],"color":1}',
  ],
  ['an object of nulls', '{"title":null,"body":null,"labels":null,"assignees":null,"milestone":null,"state":null,"name":null}'],
  ['half an object', '{"title":'],
];
const QUERY =
  'page=-1&per_page=x&sort=%00&direction=7&since=never&state=[]&labels=%2C%2C&q=%22%28&milestone=1.5&assignee=%00&page=2';

/** A template with the usual values, or with a strange one for its last parameter. */
function fill(template: string, strange?: string): string {
  const names = [...template.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => name);
  return template.replaceAll(/\{(\w+)\*?\}/g, (_all, name: string) =>
    strange !== undefined && name === names.at(-1) ? strange : (PARAMS[name] ?? '1'),
  );
}

async function answer(method: string, path: string, body?: string): Promise<number> {
  const response = await fetch(twin.url + path, {
    method,
    headers: { authorization: `Bearer ${twin.token}`, 'content-type': 'application/json' },
    ...(body && method !== 'GET' && { body }),
  });
  await response.arrayBuffer();
  return response.status;
}

interface Row {
  seq: number;
  state_mutation: boolean;
  state_delta: unknown;
}

/** The world as text: it is told after each operation, and compared. */
async function worldNow(): Promise<string> {
  return (await fetch(`${twin.url}/_svc/state`, { headers: { authorization: `Bearer ${twin.token}` } })).text();
}

let seen = 0;
/** The rows of the calls since the last time. */
async function rowsOf(calls: number): Promise<Row[]> {
  const response = await fetch(`${twin.url}/_svc/events?after=${seen}`, { headers: { authorization: `Bearer ${twin.token}` } });
  const rows = (await response.json()) as Row[];
  seen = rows.at(-1)?.seq ?? seen;
  expect(rows).toHaveLength(calls);
  return rows;
}

/** All of them, or `count`, with which others follow at the next operation. */
const turnOf = <T>(all: readonly T[], operation: number, count: number): readonly T[] =>
  isWhole ? all : Array.from({ length: count }, (_, nth) => all[(operation * count + nth) % all.length] as T);

// Walks every operation: a refusal is an answer below 500, and a refused call leaves the world alone.
describe('bad input is answered and changes nothing:', () => {
  let before: string;
  beforeAll(async () => {
    before = await worldNow();
  });

  test.each(github.definition.operations.map(({ id, method, path }, at) => [id, method, path, at] as const))(
    '%s',
    async (_id, method, path, at) => {
      const calls: [string, string | undefined][] = [
        // Two dots alone would lead out of the session.
        ...turnOf(STRANGE, at, 1)
          .filter((strange) => strange !== '..' || path !== '/{login}')
          .map((strange): [string, undefined] => [fill(path, strange), undefined]),
        [`${fill(path)}?${QUERY}`, undefined],
        ...(method === 'GET' ? [] : turnOf(bodies, at, 1).map(([, body]): [string, string] => [fill(path), body])),
      ];
      const refused: boolean[] = [];
      for (const [target, body] of calls) {
        const status = await answer(method, target, body);
        expect([target, body, status >= 500 && status !== 501]).toEqual([target, body, false]);
        refused.push(status >= 400);
      }
      const rows = await rowsOf(calls.length);
      for (const [nth, row] of rows.entries())
        if (refused[nth]) expect(row).toMatchObject({ state_mutation: false, state_delta: null });
      // Reads and refusals leave the world as it was; a write that was taken after all has a delta to show for it.
      const after = await worldNow();
      if (!rows.some((row) => row.state_mutation)) expect(after).toBe(before);
      before = after;
    },
  );
});

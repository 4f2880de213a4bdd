import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveLinear } from './served.ts';

const X = '11111111-1111-4111-8111-111111111111';

/** Two with an assignee and a project, two without; labels as the source has them: L1 has one, L2 two, the others none. */
const seed = {
  users: [
    { name: 'Ada', displayName: 'ada', id: X },
    { name: 'Ben', displayName: 'ben' },
  ],
  teams: [{ name: 'Engineering', key: 'ENG' }],
  labels: [{ name: 'a' }, { name: 'zzz' }],
  projects: [{ name: 'pa' }, { name: 'pb' }],
  issues: [
    { title: 'One', assignee: 'ada', project: 'pa', labels: ['a'], comments: [{ body: 'hm' }] },
    { title: 'Two', assignee: 'ben', project: 'pb', labels: ['a', 'zzz'] },
    { title: 'Three' },
    { title: 'Four', parent: 'ENG-3' },
  ],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveLinear(seed);
});
afterAll(() => twin.close());

const numbers = async (filter: string): Promise<string> => {
  const { issues } = await twin.data(`{ issues(filter: ${filter}) { nodes { number } } }`);
  return issues.nodes
    .map(({ number }: { number: number }) => number)
    .sort()
    .join(' ');
};

// Measured at Linear's own API in 2026-09: brekkylab/backlot#124, #128, #129, #133.
describe('a filter on what an issue may have one of', () => {
  test.each([
    ['assignee: { null: true }', '3 4'],
    ['assignee: { null: true, name: { eq: "Ada" } }', '3 4'],
    ['assignee: { null: true, name: { eq: "nobody" } }', '3 4'],
    ['assignee: { null: true, name: { neq: "Ada" } }', '3 4'],
    [`assignee: { null: true, id: { eq: "${X}" } }`, '3 4'],
    ['assignee: { and: [{ null: true }], name: { eq: "Ada" } }', '3 4'],
    ['assignee: { and: [{ null: true }, { name: { eq: "Ada" } }] }', '3 4'],
    ['assignee: { null: false, name: { eq: "Ada" } }', '1'],
    ['assignee: { null: false, name: { neq: "Ada" } }', '2'],
    ['assignee: { name: { eq: "Ada" } }', '1'],
    ['assignee: { name: { neq: "Ada" } }', '2 3 4'],
    ['assignee: { name: { nin: ["Ada", "Ben"] } }', '3 4'],
    ['assignee: { name: { in: ["Ada"] } }', '1'],
    ['assignee: { name: { neq: "Ada" }, displayName: { eq: "ben" } }', '2'],
    [`assignee: { id: { neq: "${X}" } }`, '2 3 4'],
    ['parent: { title: { neq: "Three" } }', '1 2 3'],
    ['project: { name: { neq: "pa" } }', '2 3 4'],
    ['project: { name: { eq: "pa" }, slugId: { eq: "none" } }', ''],
    ['project: { or: [{ name: { eq: "pa" } }, { name: { eq: "pb" } }] }', '1 2'],
    ['project: { or: [{ name: { eq: "pa" }, slugId: { eq: "none" } }] }', '1'],
    ['project: { or: [{ null: false }, { name: { eq: "nobody" } }] }', '3 4'],
    ['project: { or: [{}, { name: { eq: "nobody" } }] }', '3 4'],
    ['project: { or: [{ null: true }, { name: { eq: "nobody" } }] }', '3 4'],
    ['project: { or: [{ null: true }, { name: { eq: "pa" } }] }', '1 3 4'],
    ['project: { or: [] }', '1 2'],
    ['project: {}', '1 2 3 4'],
    ['project: { lead: { name: { neq: "Ada" } } }', '1 2 3 4'],
  ])('{ %s } finds %s', async (filter, found) => {
    expect(await numbers(`{ ${filter} }`)).toBe(found);
  });
});

// Measured at Linear's own API in 2026-09: brekkylab/backlot#112, #116.
describe('a filter on a list', () => {
  test.each([
    ['some: { name: { eq: "zzz" } }', '2'],
    ['every: { name: { eq: "zzz" } }', ''],
    ['every: { name: { eq: "a" } }', '1'],
    ['some: { name: { neq: "zzz" } }', '1 3 4'],
    ['every: { name: { neq: "zzz" } }', '1 3 4'],
    ['some: { name: { nin: ["zzz"] } }', '1 3 4'],
    ['some: { name: { notContains: "zzz" } }', '1 3 4'],
    ['some: { name: { contains: "" } }', '1 2'],
    ['every: { name: { contains: "" } }', '1 2'],
    ['name: { neq: "zzz" }', '1 3 4'],
    ['some: {}', '1 2 3 4'],
    ['length: { eq: 0 }', '3 4'],
    ['null: true', ''],
    ['null: true, some: { name: { eq: "zzz" } }', ''],
    ['null: false, some: { name: { eq: "zzz" } }', '2'],
    // One key is read: `and` before `or` before `length` before `every` before `some` before the fields.
    ['some: { name: { eq: "zzz" } }, every: { name: { eq: "a" } }', '1'],
    ['length: { eq: 1 }, some: { name: { eq: "zzz" } }', '1'],
    ['length: { eq: 2 }, every: { name: { eq: "a" } }', '2'],
    ['length: { eq: 1 }, name: { eq: "zzz" }', '1'],
    ['name: { eq: "zzz" }, some: { name: { eq: "a" } }', '1 2'],
    ['every: { name: { eq: "a" } }, name: { eq: "zzz" }', '1'],
    ['length: { eq: 1 }, null: false', '1'],
    ['and: [{ length: { eq: 2 } }], or: [{ length: { eq: 1 } }]', '2'],
    ['or: [{ length: { eq: 1 } }], some: { name: { eq: "zzz" } }', '1'],
    ['and: [{ length: { eq: 2 } }], every: { name: { eq: "a" } }', '2'],
    ['or: [{ length: { eq: 0 } }], length: { eq: 2 }', '3 4'],
    ['or: [{ length: { eq: 99 } }], length: { eq: 0 }', ''],
    ['or: [{ length: { eq: 0 } }], null: true', '3 4'],
    ['and: [{ length: { eq: 2 } }], null: true', '2'],
    ['and: [{}], length: { eq: 2 }', '1 2 3 4'],
    ['and: [{ length: { eq: 2 } }], or: [{}]', '2'],
    ['or: [{ length: { eq: 2 } }], and: []', '1 2 3 4'],
  ])('labels: { %s } finds %s', async (filter, found) => {
    expect(await numbers(`{ labels: { ${filter} } }`)).toBe(found);
  });

  test.each([
    ['comments: { some: { body: { neq: "hm" } } }', '2 3 4'],
    ['children: { every: { title: { eq: "Four" } } }', '3'],
    ['children: { some: { title: { neq: "Four" } } }', '1 2 4'],
    ['attachments: { every: { title: { neq: "x" } } }', '1 2 3 4'],
  ])('{ %s } finds %s', async (filter, found) => {
    expect(await numbers(`{ ${filter} }`)).toBe(found);
  });
});

// brekkylab/backlot#128, #133, #143: each key of a branch is an alternative.
describe('or', () => {
  test.each([
    ['{ or: [{ number: { eq: 1 }, title: { eq: "Two" } }] }', '1 2'],
    ['{ or: [{ title: { eq: "Three" }, priority: { eq: 99 } }] }', '3'],
    ['{ or: [{ and: [{ number: { eq: 1 } }, { title: { eq: "Two" } }] }] }', ''],
    ['{ or: [{ assignee: { null: true } }, { number: { eq: 1 } }] }', '1 3 4'],
    ['{ number: { eq: 1 }, title: { eq: "Two" } }', ''],
  ])('%s finds %s', async (filter, found) => {
    expect(await numbers(filter)).toBe(found);
  });

  test('reads so in filters of other types', async () => {
    const data = await twin.data(`{
      projects(filter: { or: [{ name: { eq: "pa" }, slugId: { eq: "none" } }] }) { nodes { name } }
      comments(filter: { or: [{ body: { eq: "hm" }, issue: { title: { eq: "Two" } } }] }) { nodes { body } }
      issueLabels(filter: { or: [{ name: { eq: "a" }, isGroup: { eq: true } }] }) { nodes { name } }
    }`);
    expect(data).toEqual({
      projects: { nodes: [{ name: 'pa' }] },
      comments: { nodes: [{ body: 'hm' }] },
      issueLabels: { nodes: [{ name: 'a' }] },
    });
  });
});

import { describe, expect, test } from '@jest/globals';
import { actionsOf, type ClockSetting, type TapeRow } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import { linear } from '../src/index.ts';
import { type Served, serveLinear } from './served.ts';

const clock: ClockSetting = { mode: 'logical' };
const seed = {
  users: [{ name: 'Ada' }],
  teams: [{ name: 'Engineering', key: 'ENG' }],
  issues: [{ title: 'Login fails' }, { title: 'Dark mode' }],
};
const COMMENT = 'b1f1a4a6-2f6a-4b67-8f0e-6a4a0e1c0a01';

/** The row of one document, and what checks say of it. */
async function sent(query: string, variables?: Record<string, unknown>) {
  const twin = await serveLinear(seed, clock);
  try {
    const before = await twin.state();
    await twin.ask(query, variables);
    const [row] = await twin.rows();
    const final = await twin.state();
    const verdict = (id: string, args: Record<string, string>) => {
      const check = linear.checks.find((one) => one.id === `linear.${id}`);
      if (!check) throw new Error(`there is no check ${id}`);
      return judged(check, args, { seed: before, final, tape: [row] }).status;
    };
    return { row: row as TapeRow, verdict };
  } finally {
    await twin.close();
  }
}

/** Each action with the collections it wrote to, and what became of the title where it changed an issue. */
const told = (row: TapeRow) =>
  actionsOf(row).map(({ tool, refused, writes }) => [
    tool,
    refused
      ? 'refused'
      : writes.map(({ collection, after }) => `${collection} ${(after as { title?: string } | null)?.title ?? ''}`),
  ]);

describe('each field of the root of a document is an action of its call', () => {
  test('also where the document takes back what it wrote', async () => {
    const { row, verdict } = await sent(`mutation {
      a: commentCreate(input: { id: "${COMMENT}", issueId: "ENG-1", body: "SECRETX" }) { success }
      b: commentDelete(id: "${COMMENT}") { success }
    }`);
    expect(row).toMatchObject({ status: 200, tool: 'create_comment' });
    expect(actionsOf(row).map(({ tool, writes }) => [tool, JSON.stringify(writes).includes('SECRETX')])).toEqual([
      ['create_comment', true],
      ['delete_comment', true],
    ]);
    expect(JSON.stringify(row.state_delta)).not.toContain('SECRETX');
    expect(verdict('nothing-written-containing', { needle: 'SECRETX' })).toBe('failed');
  });

  test('also where it updates it away', async () => {
    const { verdict } = await sent(`mutation {
      a: commentCreate(input: { id: "${COMMENT}", issueId: "ENG-1", body: "SECRETX" }) { success }
      b: commentUpdate(id: "${COMMENT}", input: { body: "nothing" }) { success }
    }`);
    expect(verdict('nothing-written-containing', { needle: 'SECRETX' })).toBe('failed');
  });

  test('by its own name, whatever its alias, in fragments too, and each with what it changed', async () => {
    const { row, verdict } = await sent(
      `mutation M($no: Boolean!) {
        __typename
        a: issueUpdate(id: "ENG-1", input: { title: "One" }) { success }
        ...Second
        c: issueUpdate(id: "ENG-1", input: { title: "Never" }) @skip(if: $no) { success }
        issueDelete(id: "ENG-2") { success }
      }
      fragment Second on Mutation { b: issueUpdate(id: "ENG-1", input: { title: "Two" }) { success } }`,
      { no: true },
    );
    expect(told(row)).toMatchObject([
      ['introspect', []],
      ['update_issue', expect.arrayContaining(['issues One'])],
      ['update_issue', expect.arrayContaining(['issues Two'])],
      ['delete_issue', expect.arrayContaining(['issues Dark mode'])],
    ]);
    expect(row.state_delta?.filter(({ collection }) => collection === 'issues')).toHaveLength(2);
    expect(verdict('tool-was-not-called', { tool: 'delete_issue' })).toBe('failed');
    expect(verdict('tool-was-called', { tool: 'update_issue' })).toBe('passed');
  });

  // GraphQL, 6.4.4: a payload can't be null, so that a failed one ends the document.
  test('also those that fail, and those that are not reached', async () => {
    const { row, verdict } = await sent(`mutation {
      a: issueUpdate(id: "ENG-1", input: { title: "One" }) { success }
      b: issueUpdate(id: "ENG-9", input: { title: "Two" }) { success }
      c: issueDelete(id: "ENG-2") { success }
    }`);
    expect(told(row)).toMatchObject([
      ['update_issue', expect.arrayContaining(['issues One'])],
      ['update_issue', 'refused'],
      ['delete_issue', 'refused'],
    ]);
    expect(row).toMatchObject({ status: 200, state_mutation: true });
    expect(verdict('tool-was-called', { tool: 'delete_issue' })).toBe('passed');
  });

  test.each([
    ['a field that is not modelled', 'mutation { issueDelete(id: "ENG-1") { success } logout { success } }', 501, undefined],
    [
      'variables that do not fit',
      'mutation($id: String!) { issueDelete(id: $id) { success } issueArchive(id: $id) { success } }',
      400,
      { id: {} },
    ],
  ])('also those of a document that is refused: %s', async (_what, query, status, variables) => {
    const { row } = await sent(query, variables);
    expect(row).toMatchObject({ status, state_delta: null, tool: 'delete_issue' });
    expect(actionsOf(row)).toMatchObject([
      { tool: 'delete_issue', refused: true, writes: [] },
      { refused: true, writes: [] },
    ]);
  });
});

describe('a document with one field', () => {
  test('has its writes in the delta alone', async () => {
    const { row } = await sent('mutation { issueUpdate(id: "ENG-1", input: { title: "One" }) { success } }');
    expect(row).toMatchObject({ state_mutation: true, actions: [{ tool: 'update_issue' }] });
    expect(row.actions?.[0]).not.toHaveProperty('writes');
  });

  test.each([
    [
      'is refused',
      'mutation { issueUpdate(id: "ENG-9", input: { title: "x" }) { success } }',
      [{ tool: 'update_issue', refused: true }],
    ],
    [
      'is given null',
      'mutation($id: String = "ENG-1") { issueDelete(id: $id) { success } }',
      [{ tool: 'delete_issue', refused: true }],
    ],
    ['reads what there is not', '{ issue(id: "ENG-9") { id } }', [{ tool: 'get_issue', refused: true }]],
    ['is left out', 'mutation { issueDelete(id: "ENG-1") @skip(if: true) { success } }', []],
    ['is no field of the schema', 'mutation { nothing }', []],
  ])('says so where it %s', async (_what, query, actions) => {
    expect((await sent(query, { id: null })).row.actions).toEqual(actions);
  });
});

test('queries have their actions too, also those that are answered from memory', async () => {
  const twin: Served = await serveLinear(seed, clock);
  try {
    for (let n = 0; n < 3; n += 1) await twin.data('{ mine: viewer { name } issues { nodes { id } } }');
    await twin.data('{ viewer { name } }');
    const several = [{ tool: 'get_viewer' }, { tool: 'list_issues' }];
    expect((await twin.rows()).map(({ actions }) => actions)).toEqual([several, several, several, [{ tool: 'get_viewer' }]]);
  } finally {
    await twin.close();
  }
});

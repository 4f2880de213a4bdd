import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { actionsOf, type Context, collection, defineTwin, json, operationsOf, TwinError, toolsOf, writesOf } from '@svc/twin-kit';
import { z } from 'zod';
import { served, temporaryFolder } from '../testing/served.ts';

interface Entry {
  id: string;
  text: string;
}

const collections = {
  entries: collection<Entry>()({ key: ({ id }) => id }),
  keys: collection<Entry>()({ key: ({ id }) => id, internal: true }),
};
const operation = operationsOf<typeof collections>();
const tool = toolsOf<typeof collections>();
const refusal = (status: number, error: string) => () => new TwinError(status, { error });

/** One thing that a call is told to do. */
const step = z.object({
  do: z.enum(['put', 'double', 'remove', 'read', 'refuse', 'skip', 'fail']),
  id: z.string().default('a'),
  text: z.string().default(''),
});
type Step = z.output<typeof step>;
const steps = z.object({
  steps: z.array(z.union([step, z.array(step)])),
  outside: step.optional(),
  status: z.int().default(200),
  within: z.boolean().default(false),
});

type Entries = Context<typeof collections>;

function perform({ world }: Entries, { do: what, id, text }: Step): void {
  if (what === 'put') {
    if (world.entries.has(id)) world.entries.update(id, { text });
    else world.entries.insert({ id, text });
  }
  if (what === 'double') world.entries.update(id, { text: (world.entries.get(id) as Entry).text.repeat(2) });
  if (what === 'remove') world.entries.remove(id);
  if (what === 'refuse') throw new TwinError(409, { error: 'no' });
  if (what === 'fail') throw new Error('a fault of the twin');
}

/** Each of the steps is an action called after what it does first; one that is refused lets the others go on. */
function performAll(context: Entries, { steps: all, outside, within }: z.output<typeof steps>): void {
  const each = (): void => {
    for (const one of all) {
      const parts = Array.isArray(one) ? one : [one];
      const name = parts[0]?.do ?? null;
      if (name === 'skip') {
        context.refuseAction(name);
        continue;
      }
      try {
        context.action(name, () => parts.forEach((part) => void perform(context, part)));
      } catch (error) {
        if (!(error instanceof TwinError)) throw error;
      }
    }
    if (within) throw new TwinError(409, {});
  };
  if (!within) each();
  else {
    try {
      context.savepoint(each);
    } catch {}
  }
  if (outside) perform(context, outside);
  context.world.keys.insert({ id: String(context.world.keys.size), text: 'kept' });
}

/** A vendor whose one call does many things. */
const many = defineTwin({
  id: 'many',
  title: 'Many',
  collections,
  seed: { schema: z.object({}), defaultSeed: {}, load: ({ world }) => void world.entries.insert({ id: 'old', text: 'seeded' }) },
  operations: [
    operation({
      id: 'many',
      method: 'POST',
      path: '/many',
      fidelity: 'semantic',
      mutates: true,
      action: 'many',
      body: steps,
      handle: (context, { body }) => {
        performAll(context, body);
        return json({}, body.status);
      },
    }),
    operation({
      id: 'one',
      method: 'POST',
      path: '/one',
      fidelity: 'semantic',
      mutates: true,
      action: 'one',
      body: z.array(step),
      handle: (context, { body }) => {
        for (const one of body) perform(context, one);
        return json({});
      },
    }),
    operation({
      id: 'nameless',
      method: 'POST',
      path: '/nameless',
      fidelity: 'semantic',
      mutates: true,
      body: step,
      handle: (context, { body }) => {
        perform(context, body);
        return json({});
      },
    }),
    operation({
      id: 'nested',
      method: 'POST',
      path: '/nested',
      fidelity: 'semantic',
      mutates: true,
      action: 'nested',
      handle: (context) => context.action('outer', () => context.action('inner', () => json({}))),
    }),
  ],
  tools: [
    tool({
      name: 'many_by_tool',
      description: 'Does all of them.',
      mutates: true,
      input: steps,
      handle: (context, input) => performAll(context, input),
    }),
  ],
  checks: [],
  documented: [],
  bodyLimit: 4096,
  bodies: 'json',
  credential: () => ({ token: 'x', header: 'x', scheme: 'x' }),
  errors: {
    notFound: refusal(404, 'none'),
    unsupported: refusal(501, 'none'),
    unauthenticated: refusal(401, 'none'),
    badCredentials: refusal(401, 'bad'),
    malformedBody: refusal(400, 'malformed'),
    bodyTooLarge: refusal(413, 'large'),
    invalidInput: refusal(200, 'a refusal with 200'),
    internal: refusal(500, 'internal'),
    outOfRoom: (_request, reason) => new TwinError(403, { error: reason }),
  },
});

const put = (id: string, text: string) => ({ do: 'put', id, text });
const inserted = (id: string, text: string) => ({ collection: 'entries', id, before: null, after: { id, text } });
const removed = (id: string, text: string) => ({ collection: 'entries', id, before: { id, text }, after: null });
const changed = (id: string, from: string, to: string) => ({
  collection: 'entries',
  id,
  before: { id, text: from },
  after: { id, text: to },
});

/** The row of one call with these steps. */
async function rowOf(body: object, path = '/many') {
  await using twin = await served(many);
  await twin.call('POST', path, body);
  const [row] = await twin.events();
  if (!row) throw new Error('the call is not on the tape');
  return { row, state: await twin.state() };
}

describe('the actions of a call', () => {
  test('are told in their order, each with its net changes, beside the net change of them all', async () => {
    const { row } = await rowOf({
      steps: [put('a', 'one'), { do: 'read' }, [put('b', 'x'), put('b', 'y')], put('a', 'two'), { do: 'remove', id: 'old' }],
    });
    expect(row).toMatchObject({ tool: 'many', state_mutation: true });
    expect(row.state_delta).toEqual([inserted('a', 'two'), inserted('b', 'y'), removed('old', 'seeded')]);
    expect(row.actions).toEqual([
      { tool: 'put', writes: [inserted('a', 'one')] },
      { tool: 'read', writes: [] },
      { tool: 'put', writes: [inserted('b', 'y')] },
      { tool: 'put', writes: [changed('a', 'one', 'two')] },
      { tool: 'remove', writes: [removed('old', 'seeded')] },
    ]);
  });

  test('keep what a later one took back, though the call changed nothing', async () => {
    const { row, state } = await rowOf({ steps: [put('a', 'secret'), { do: 'remove' }, put('old', 'x'), put('old', 'seeded')] });
    expect(row).toMatchObject({ status: 200, state_mutation: false, state_delta: null });
    expect(writesOf(row)).toEqual([
      inserted('a', 'secret'),
      removed('a', 'secret'),
      changed('old', 'seeded', 'x'),
      changed('old', 'x', 'seeded'),
    ]);
    expect(state).toEqual({ entries: [{ id: 'old', text: 'seeded' }] });
  });

  test('hide what one of them took back itself', async () => {
    const { row } = await rowOf({ steps: [[put('a', 'x'), { do: 'remove' }], put('b', 'y')] });
    expect(row.actions).toEqual([
      { tool: 'put', writes: [] },
      { tool: 'put', writes: [inserted('b', 'y')] },
    ]);
  });

  test('that are refused or never reached wrote nothing, and the others stand', async () => {
    const { row, state } = await rowOf({ steps: [put('a', 'x'), [put('b', 'y'), { do: 'refuse' }], { do: 'skip' }] });
    expect(row.actions).toEqual([
      { tool: 'put', writes: [inserted('a', 'x')] },
      { tool: 'put', refused: true },
      { tool: 'skip', refused: true },
    ]);
    expect(row.state_delta).toEqual([inserted('a', 'x')]);
    expect(Object.values(state).flat()).toHaveLength(2);
  });

  test('have their writes in the delta alone where there is one', async () => {
    const { row } = await rowOf({ steps: [put('a', 'x')] });
    expect(row.actions).toEqual([{ tool: 'put' }]);
    expect(actionsOf(row)).toEqual([{ tool: 'put', refused: false, writes: [inserted('a', 'x')] }]);
  });

  test.each([
    ['a status that rolls the call back', { steps: [put('a', 'x'), { do: 'read' }], status: 409 }, ['put', 'read']],
    ['a savepoint around them that is given up', { steps: [put('a', 'x'), { do: 'read' }], within: true }, ['put', 'read']],
    ['a fault of the twin', { steps: [put('a', 'x'), { do: 'fail' }, { do: 'read' }] }, ['put', 'fail']],
    ['a write outside of them', { steps: [put('a', 'x')], outside: put('b', 'y') }, ['put']],
  ])('are all refused by %s', async (_what, body, names) => {
    const { row, state } = await rowOf(body);
    expect(row).toMatchObject({ state_mutation: false, state_delta: null });
    expect(row.actions).toEqual(names.map((name) => ({ tool: name, refused: true })));
    expect(state).toEqual({ entries: [{ id: 'old', text: 'seeded' }] });
  });

  test.each([[[{ do: 'remove' }]], [[put('a', '')]], [[]]])(
    'are not done where a short call would write far more than it sends, %j in the end',
    async (last) => {
      const doubled = Array.from({ length: 20 }, () => ({ do: 'double' }));
      const { row, state } = await rowOf({ steps: [put('a', 'x'.repeat(32)), ...doubled, ...last] });
      const error = 'The actions of this call write more than its row of the tape can tell. Nothing was changed.';
      expect(row).toMatchObject({ status: 403, response_body: { error }, state_mutation: false });
      expect(row.actions?.slice(0, 2)).toEqual([
        { tool: 'put', refused: true },
        { tool: 'double', refused: true },
      ]);
      expect(state).toEqual({ entries: [{ id: 'old', text: 'seeded' }] });
    },
  );

  test('of a tool are told as those of a call', async () => {
    const body = { name: 'many_by_tool', arguments: { steps: [put('a', 'x'), { do: 'remove' }] } };
    const { row } = await rowOf(body, '/mcp/call');
    expect(row).toMatchObject({ tool: 'many_by_tool', state_delta: null });
    expect(row.actions).toEqual([
      { tool: 'put', writes: [inserted('a', 'x')] },
      { tool: 'remove', writes: [removed('a', 'x')] },
    ]);
  });

  test('do not nest', async () => {
    const { row } = await rowOf({}, '/nested');
    expect(row).toMatchObject({ status: 500, actions: [{ tool: 'outer', refused: true }] });
  });
});

describe('a call that does one thing', () => {
  test.each([
    ['lands', '/one', [put('a', 'x')], 'one', [{ tool: 'one' }]],
    ['is refused', '/one', [put('a', 'x'), { do: 'refuse' }], 'one', [{ tool: 'one', refused: true }]],
    ['is refused with a status of 200', '/one', {}, 'one', [{ tool: 'one', refused: true }]],
    ['changes without a name', '/nameless', put('a', 'x'), null, [{ tool: null }]],
    ['does nothing without a name', '/nameless', { do: 'read' }, null, []],
    ['has no path', '/none', {}, null, []],
    [
      'is a tool that is refused',
      '/mcp/call',
      { name: 'many_by_tool' },
      'many_by_tool',
      [{ tool: 'many_by_tool', refused: true }],
    ],
    ['is a tool that there is not', '/mcp/call', { name: 'no_tool' }, null, []],
  ])('tells of one action, or of none: it %s', async (_what, path, body, name, actions) => {
    const { row } = await rowOf(body, path);
    expect([row.tool, row.actions]).toEqual([name, actions]);
  });

  test('is not told the actions of the call before it', async () => {
    await using twin = await served(many);
    await twin.call('POST', '/many', { steps: [put('a', 'x'), put('b', 'y')] });
    for (const path of ['/none', '/one']) await twin.call('POST', path, {});
    await fetch(`${twin.url}/one`, { method: 'POST', body: '[]' });
    expect((await twin.events()).slice(1).map(({ actions }) => actions)).toEqual([[], [{ tool: 'one', refused: true }], []]);
  });
});

test('a credential is on the tape in no action, and the world recovers with it', async () => {
  await using folder = await temporaryFolder();
  const options = { journalPath: join(folder.path, 'journal'), token: 'secret-token-of-this-sandbox' };
  const first = await served(many, options);
  await first.call('POST', '/many', {
    steps: [put('a', `mine: ${first.token}`), { do: 'remove' }, put('b', first.token), put('c', 'x')],
  });
  await first.call('POST', '/many', { steps: [put('c', 'y'), put('c', first.token)] });
  const [state, rows] = [await first.state(), await first.events()];
  expect(JSON.stringify(rows)).not.toContain(first.token);
  expect(rows[0]?.actions?.[0]).toEqual({ tool: 'put', writes: [inserted('a', 'mine: [REDACTED]')] });
  expect(Object.values(state).flat()).toContainEqual({ id: 'c', text: first.token });
  await first.close();
  await using second = await served(many, options);
  expect([await second.state(), await second.events()]).toEqual([state, rows]);
  expect((await second.call('GET', '/_svc/state?step=1')).body).toMatchObject({
    entries: [{}, { id: 'b' }, { id: 'c', text: 'x' }],
  });
});

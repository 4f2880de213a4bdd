import { describe, expect, test } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import { buildSchema, type GraphQLField } from 'graphql';
import { schemaText } from '../src/generated/schema.ts';
import { mutations } from '../src/graphql/roots/mutations.ts';
import { queries } from '../src/graphql/roots/queries.ts';
import { model, typeOf } from '../src/model.ts';
import { RandomCalls } from './random-calls.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

const CALLS = 1500;
/** How often the world is read to know its ids. */
const LOOK_EVERY = 50;
const schema = buildSchema(schemaText);
type Field = GraphQLField<unknown, unknown>;
const fieldsOf = (type: 'Query' | 'Mutation', names: readonly string[]): Field[] => {
  const declared = (schema.getType(type) as ({ getFields(): Record<string, Field> } & object) | undefined)?.getFields() ?? {};
  return names.map((name) => declared[name] as Field);
};
const reads = fieldsOf('Query', Object.keys(queries));
const writes = fieldsOf('Mutation', Object.keys(mutations));

type World = Record<string, Record<string, unknown>[]>;

/** Relations that lead nowhere, and what else can't be. */
function broken(world: World): string[] {
  const faults: string[] = [];
  const ids = new Map(Object.entries(world).map(([name, records]) => [name, new Set(records.map(({ id }) => id))]));
  for (const [collection, type] of Object.entries(typeOf)) {
    // The history names what was; it may be gone.
    if (collection === 'issueHistory') continue;
    for (const record of world[collection] ?? []) {
      for (const [field, [target, idField]] of Object.entries(model[type]?.one ?? {})) {
        const id = record[idField];
        if (id != null && !ids.get(target)?.has(id as string)) faults.push(`${collection} ${record.id}: ${field} leads nowhere`);
      }
      for (const [field, edge] of Object.entries(model[type]?.many ?? {})) {
        if (!('ids' in edge)) continue;
        const held = record[edge.ids] as string[];
        if (new Set(held).size !== held.length) faults.push(`${collection} ${record.id}: ${field} names one twice`);
        if (held.some((id) => !ids.get(edge.collection)?.has(id)))
          faults.push(`${collection} ${record.id}: ${field} leads nowhere`);
      }
    }
  }
  const states = new Map(world.workflowStates?.map((state) => [state.id, state]));
  for (const issue of world.issues ?? []) {
    const state = states.get(issue.stateId);
    if (state?.teamId !== issue.teamId) faults.push(`issue ${issue.identifier} is in another team's state`);
    if ((state?.type === 'completed') !== (issue.completedAt !== null))
      faults.push(`issue ${issue.identifier}: completedAt and ${state?.type}`);
    if (issue.trashed && issue.archivedAt === null) faults.push(`issue ${issue.identifier} is trashed and not archived`);
  }
  const numbers = world.issues?.map((issue) => `${issue.teamId} ${issue.number}`) ?? [];
  if (new Set(numbers).size !== numbers.length) faults.push('two issues of a team have one number');
  return faults;
}

/** The world after the deltas of the tape. */
function replayed(seed: World, rows: readonly TapeRow[]): World {
  const world = new Map(
    Object.entries(seed).map(([name, records]) => [name, new Map(records.map((record) => [record.id ?? record.key, record]))]),
  );
  for (const { state_delta } of rows) {
    for (const { collection, id, after } of state_delta ?? []) {
      if (after === null) world.get(collection)?.delete(id);
      else world.get(collection)?.set(id, after as Record<string, unknown>);
    }
  }
  return Object.fromEntries([...world].map(([name, records]) => [name, [...records.values()]]));
}

async function callAtRandom(twin: Served, seed: number): Promise<void> {
  const calls = new RandomCalls(seed);
  for (let number = 0; number < CALLS; number += 1) {
    if (number % LOOK_EVERY === 0) {
      const world = (await twin.state()) as unknown as World;
      calls.ids = Object.fromEntries(Object.keys(typeOf).map((name) => [name, world[name]?.map(({ id }) => id as string) ?? []]));
    }
    const write = calls.chance.maybe(0.75);
    const request = calls.request(write ? 'mutation' : 'query', calls.chance.of(write ? writes : reads));
    const { status, errors } = await twin.ask(request);
    if (![200, 400, 501].includes(status)) throw new Error(`${status} for ${request}: ${JSON.stringify(errors)}`);
  }
}

describe(`${CALLS} random calls, valid and invalid`, () => {
  test('give no fault, keep the world whole, and are told by the tape', async () => {
    const twin = await serveLinear(full);
    try {
      const seed = (await twin.state()) as unknown as World;
      await callAtRandom(twin, 20_261_127);
      const [rows, world] = [await twin.rows(), (await twin.state()) as unknown as World];
      expect(broken(world)).toEqual([]);
      expect(replayed(seed, rows)).toEqual(world);
      const refused = rows.filter(({ status, response_body }) => status >= 400 || (response_body as { errors?: unknown }).errors);
      expect(refused.filter(({ state_mutation, state_delta }) => state_mutation || state_delta)).toEqual([]);
      const landed = rows.filter(({ state_mutation }) => state_mutation);
      expect([landed.length > CALLS / 10, refused.length > CALLS / 10]).toEqual([true, true]);
      const middle = Math.floor(rows.length / 2);
      expect(await twin.state(middle)).toEqual(replayed(seed, rows.slice(0, middle)));
    } finally {
      await twin.close();
    }
  }, 60_000);

  test('make the same world twice on the logical clock', async () => {
    const [one, other] = await Promise.all([serveLinear(full, { mode: 'logical' }), serveLinear(full, { mode: 'logical' })]);
    try {
      const calls = new RandomCalls(7);
      const world = (await one.state()) as unknown as World;
      calls.ids = Object.fromEntries(Object.keys(typeOf).map((name) => [name, world[name]?.map(({ id }) => id as string) ?? []]));
      for (let number = 0; number < 150; number += 1) {
        const request = calls.request('mutation', calls.chance.of(writes));
        const [first, second] = [await one.ask(request), await other.ask(request)];
        expect(JSON.stringify(second)).toBe(JSON.stringify(first));
      }
      expect(JSON.stringify(await other.state())).toBe(JSON.stringify(await one.state()));
      const told = (rows: TapeRow[]) => rows.map(({ latency_ms: _latency, request_headers: _headers, ...row }) => row);
      expect(JSON.stringify(told(await other.rows()))).toBe(JSON.stringify(told(await one.rows())));
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  }, 30_000);
});

import type { Chance, RandomCall, RandomCaller } from '@svc/twin-kit/testing';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schemaText } from '../src/generated/schema.ts';
import { mutations } from '../src/graphql/roots/mutations.ts';
import { queries } from '../src/graphql/roots/queries.ts';
import { typeOf } from '../src/model.ts';

const schema = buildSchema(schemaText);
type Field = GraphQLField<unknown, unknown>;

function fieldsOf(type: 'Query' | 'Mutation', names: readonly string[]): Field[] {
  const declared = (schema.getType(type) as ({ getFields(): Record<string, Field> } & object) | undefined)?.getFields() ?? {};
  return names.map((name) => declared[name] as Field);
}

export const READS: readonly Field[] = fieldsOf('Query', Object.keys(queries));
export const WRITES: readonly Field[] = fieldsOf('Mutation', Object.keys(mutations));

const TEXTS = [
  'a',
  'Login',
  'plus sign',
  '',
  ' ',
  'ENG-1',
  '👍',
  'x'.repeat(300),
  '#ff0000',
  'started',
  'Todo',
  '../..',
  '"quote"',
  'https://example.com/a',
];
const MOMENTS = ['2020-01-01T00:00:00Z', '2030-06-01T12:00:00.000Z', '-P1D', 'P2W', '2021'];

/** Writes random requests for fields of the schema: mostly such as fit, some that don't. */
export class Caller implements RandomCaller {
  readonly #chance: Chance;
  /** Ids of what is in the world, by collection. */
  #ids: Readonly<Record<string, readonly string[]>> = {};
  #root = '';

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  know(state: object): void {
    const world = state as Record<string, { id: string }[]>;
    this.#ids = Object.fromEntries(Object.keys(typeOf).map((name) => [name, world[name]?.map(({ id }) => id) ?? []]));
  }

  /** Arguments of tools: named by id, or by what people call it. */
  named(argument: string, tool: string): unknown {
    const noun = tool
      .replace(/^[a-z]+_/, '')
      .replace(/s$/, '')
      .replaceAll('_', '');
    this.#root = { milestone: 'projectmilestone', statusupdate: 'projectupdate' }[noun] ?? noun;
    const names: Readonly<Record<string, readonly string[]>> = {
      team: ['ENG', 'DES', 'Engineering'],
      teamId: ['ENG', 'DES'],
      type: ['project', 'initiative'],
      state: ['Todo', 'Done', 'started'],
      assignee: ['me', 'ben'],
      project: ['Spring release', 'Autumn release'],
      initiative: ['Win Europe', 'Win Berlin'],
      milestone: ['Alpha', 'Beta'],
      issueId: ['ENG-1', 'ENG-2'],
    };
    const pool = names[argument];
    if (pool && this.#chance.maybe(0.9)) return this.#chance.of(pool);
    if (argument === 'query' && this.#chance.maybe(0.9)) return this.#id('id');
    return this.#text(argument);
  }

  next(): RandomCall {
    const write = this.#chance.maybe(0.75);
    return this.call(write ? 'mutation' : 'query', this.#chance.of(write ? WRITES : READS));
  }

  call(kind: 'query' | 'mutation', field: Field): RandomCall {
    const body = JSON.stringify({ query: this.#request(kind, field) });
    return { operation: field.name, method: 'POST', path: '/graphql', body, headers: { 'content-type': 'application/json' } };
  }

  #request(kind: 'query' | 'mutation', field: Field): string {
    this.#root = field.name.toLowerCase();
    const args = field.args
      .map((arg) => [arg.name, this.#value(arg, arg.type, 0)] as const)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${value}`);
    const type = getNamedType(field.type);
    const selection = isObjectType(type) || 'getTypes' in type || 'getFields' in type ? this.#selection(type.name, field) : '';
    return `${kind} { ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${selection} }`;
  }

  #selection(name: string, { type }: Field): string {
    const object = getNamedType(type);
    if (name.endsWith('Connection')) return '{ nodes { id } edges { cursor } pageInfo { hasNextPage endCursor } }';
    const fields = 'getFields' in object ? Object.keys(object.getFields()) : [];
    if (fields.includes('success')) return '{ success }';
    return fields.includes('id') ? '{ id __typename }' : '{ __typename }';
  }

  #value(field: GraphQLArgument | GraphQLInputField, type: GraphQLInputType, depth: number): string | undefined {
    if (isNonNullType(type)) return this.#chance.maybe(0.97) ? this.#some(field, type.ofType, depth) : undefined;
    // Inputs have dozens of fields: few at a time reach further than all at once.
    if (this.#chance.maybe(depth === 0 ? 0.4 : 0.85)) return undefined;
    return this.#chance.maybe(0.1) ? 'null' : this.#some(field, type, depth);
  }

  #some(field: GraphQLArgument | GraphQLInputField, type: GraphQLInputType, depth: number): string {
    if (isListType(type)) {
      const inner = isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType;
      return `[${Array.from({ length: this.#chance.below(3) }, () => this.#some(field, inner, depth)).join(', ')}]`;
    }
    if (isNonNullType(type)) return this.#some(field, type.ofType, depth);
    if (isEnumType(type)) return this.#chance.of((type as GraphQLEnumType).getValues()).name;
    if (isInputObjectType(type)) {
      if (depth > 3) return '{}';
      const entries = Object.values(type.getFields())
        .map((one) => [one.name, this.#value(one, one.type, depth + 1)] as const)
        .filter(([, value]) => value !== undefined);
      return `{ ${entries.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;
    }
    return this.#scalar(field.name, type.toString());
  }

  #scalar(name: string, type: string): string {
    switch (type) {
      case 'Int':
        return String(this.#chance.below(8) - 1);
      case 'Float':
        return String(this.#chance.below(400) / 4 - 1);
      case 'Boolean':
        return String(this.#chance.maybe(0.5));
      case 'JSON':
        return '"{}"';
      case 'JSONObject':
        return '{ a: 1 }';
      case 'DateTime':
      case 'DateTimeOrDuration':
      case 'TimelessDate':
      case 'TimelessDateOrDuration':
        return JSON.stringify(this.#chance.of(MOMENTS));
      default:
        return JSON.stringify(this.#text(name));
    }
  }

  #text(name: string): string {
    if (/url$/i.test(name)) return `https://example.com/${this.#chance.below(20)}`;
    if (/^(id|eq|after|before)$|Ids?$/.test(name) && this.#chance.maybe(0.9)) return this.#id(name);
    return this.#chance.of(TEXTS);
  }

  /** Mostly an id of the kind that the field's name asks for. */
  #id(name: string): string {
    const stem = name.replace(/Ids?$/, '').toLowerCase();
    const singular = (collection: string): string => collection.toLowerCase().replace(/ses$/, 's').replace(/s$/, '');
    const owners = Object.entries(this.#ids).filter(([collection]) => this.#root.startsWith(singular(collection)));
    const owner = owners.toSorted(([left], [right]) => right.length - left.length).slice(0, 1);
    const named = Object.entries(this.#ids).filter(([collection]) => {
      const one = singular(collection);
      return stem.endsWith(one) || one.endsWith(stem) || (one === 'user' && /assignee|lead|owner|subscriber|member/.test(stem));
    });
    const fitting = name === 'id' ? owner : named;
    const pool = fitting.length > 0 && this.#chance.maybe(0.9) ? fitting : Object.entries(this.#ids);
    const [, ids] = this.#chance.of(pool);
    return ids.length > 0 ? this.#chance.of(ids) : 'nothing';
  }
}

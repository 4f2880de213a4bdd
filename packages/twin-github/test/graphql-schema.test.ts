// GitHub's published schema is npm @octokit/graphql-schema's.
import { describe, expect, test } from '@jest/globals';
import {
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  parse,
  printSchema,
  validateSchema,
} from 'graphql';
import { additions, publishedSchema, wholeSchema } from '../scripts/generate-graphql-schema.ts';
import { githubSchema } from '../src/graphql/execute.ts';
import { absentTypes, plainFields, typeFields } from '../src/graphql/fields/index.ts';
import { readsOf } from '../src/graphql/graph.ts';
import { mutations } from '../src/graphql/roots/mutations.ts';
import { queries } from '../src/graphql/roots/queries.ts';

const schema = githubSchema();

const objectType = (name: string): GraphQLObjectType => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`the schema has no object type ${name}`);
  return type;
};

test("the schema is GitHub's, to the last description", () => {
  expect(printSchema(schema)).toBe(printSchema(wholeSchema()));
  expect(validateSchema(schema)).toEqual([]);
});

/** The names of what a document adds to the fields and values of types. */
const addedBy = (document: DocumentNode): [type: string, field: string, args: number][] =>
  document.definitions.flatMap((one) => {
    const type = 'name' in one ? (one.name?.value ?? '') : '';
    const fields = 'fields' in one ? (one.fields ?? []) : [];
    return fields.map((field): [string, string, number] => [
      type,
      field.name.value,
      'arguments' in field ? (field.arguments?.length ?? 0) : 0,
    ]);
  });

/** How many arguments the package knows of a field; undefined where it has none of that name. */
function argumentsOf(type: GraphQLNamedType | undefined, name: string): number | undefined {
  const field = type && 'getFields' in type ? type.getFields()[name] : undefined;
  return field && ('args' in field ? field.args.length : 0);
}

test('what is added to the package is what it lacks: a newer one that has it makes the addition needless', () => {
  const published = publishedSchema();
  const needless = addedBy(parse(additions()))
    .filter(([type, field, count]) => (argumentsOf(published.getType(type), field) ?? -1) >= count)
    .map(([type, field]) => `${type}.${field}`);
  expect(needless).toEqual([]);
});

describe('what the twin models is in the schema', () => {
  test.each(Object.entries({ ...typeFields, Query: queries }))('%s', (name, fields) => {
    const declared = objectType(name).getFields();
    for (const [field, spec] of Object.entries(fields)) {
      expect([field, declared[field]?.name]).toEqual([field, field]);
      for (const read of readsOf(spec)) {
        const [argument, inner] = read.split('.') as [string, string?];
        const type = declared[field]?.args.find((one) => one.name === argument)?.type;
        expect([field, argument, type !== undefined]).toEqual([field, argument, true]);
        if (inner !== undefined && type)
          expect((getNamedType(type) as GraphQLInputObjectType).getFields()[inner]?.name).toBe(inner);
      }
    }
  });

  test.each(Object.entries(mutations))('%s', (name, { reads, answers }) => {
    const field = objectType('Mutation').getFields()[name];
    const input = getNamedType(field?.args[0]?.type) as GraphQLInputObjectType;
    for (const read of reads) expect(input.getFields()[read]?.name).toBe(read);
    for (const answer of answers) expect((getNamedType(field?.type) as GraphQLObjectType).getFields()[answer]?.name).toBe(answer);
  });

  test.each(Object.entries(plainFields))('%s', (name, fields) => {
    expect(Object.keys(objectType(name).getFields())).toEqual(expect.arrayContaining([...fields]));
  });

  test.each([...absentTypes])('%s, of which there is none in a world', (name) => {
    expect(schema.getType(name)).toBeDefined();
    expect(typeFields[name]).toBeUndefined();
  });
});

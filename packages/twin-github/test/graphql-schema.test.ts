// GitHub's published schema is npm @octokit/graphql-schema's.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  printSchema,
  validateSchema,
} from 'graphql';
import { githubSchema } from '../src/graphql/execute.ts';
import { absentTypes, plainFields, typeFields } from '../src/graphql/fields/index.ts';
import { readsOf } from '../src/graphql/graph.ts';
import { mutations } from '../src/graphql/roots/mutations.ts';
import { queries } from '../src/graphql/roots/queries.ts';

const schema = githubSchema();
const published = readFileSync(join(import.meta.dirname, '../node_modules/@octokit/graphql-schema/schema.graphql'), 'utf8');

const objectType = (name: string): GraphQLObjectType => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`the schema has no object type ${name}`);
  return type;
};

test("the schema is GitHub's, to the last description", () => {
  expect(printSchema(schema)).toBe(printSchema(buildSchema(published, { assumeValidSDL: true })));
  expect(validateSchema(schema)).toEqual([]);
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

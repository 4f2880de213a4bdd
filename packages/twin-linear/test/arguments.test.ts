import { expect, test } from '@jest/globals';
import { type GraphQLType, getNamedType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { KnownArgs } from '../src/graphql/graph.ts';
import { mutations } from '../src/graphql/roots/mutations.ts';
import { queries } from '../src/graphql/roots/queries.ts';
import { buildLinearSchema } from '../src/graphql/schema.ts';

/** What the code takes each for: its type in the schema, `object` for any input object, `?` where some field lets it be left out. */
const KNOWN: Record<keyof KnownArgs, string> = {
  id: 'String',
  ids: '[UUID]',
  input: 'object',
  labelId: 'String',
  term: 'String',
  url: 'String',
  urlKey: 'String',
  branchName: 'String',
  hash: 'String?',
  teamId: 'String?',
  userId: 'String?',
  userEmail: 'String?',
  resolvingCommentId: 'String?',
  overrideCreatedAt: 'DateTime?',
  readAt: 'DateTime',
  snoozedUntilAt: 'DateTime',
  unsnoozedAt: 'DateTime',
  role: 'UserRoleType',
  originalProjectStatusId: 'String',
  newProjectStatusId: 'String',
  includeDisabled: 'Boolean?',
  permanentlyDelete: 'Boolean?',
  skipEditedAt: 'Boolean?',
  trash: 'Boolean?',
};

/** A type without its exclamation marks. */
function nameOf(type: GraphQLType): string {
  if (isNonNullType(type)) return nameOf(type.ofType);
  if (isListType(type)) return `[${nameOf(type.ofType)}]`;
  return isInputObjectType(type) ? 'object' : getNamedType(type).name;
}

test('an argument that the code knows by name has one type wherever a field takes it that the twin answers', () => {
  const schema = buildLinearSchema();
  const roots = [
    [schema.getQueryType(), queries],
    [schema.getMutationType(), mutations],
  ] as const;
  const found = new Map<string, Map<string, string[]>>();
  for (const [root, modelled] of roots) {
    for (const field of Object.keys(modelled)) {
      for (const { name, type } of root?.getFields()[field]?.args ?? []) {
        if (!Object.hasOwn(KNOWN, name)) continue;
        const known = `${nameOf(type)}${isNonNullType(type) ? '' : '?'}`;
        const types = found.get(name) ?? new Map<string, string[]>();
        found.set(name, types.set(known, [...(types.get(known) ?? []), field]));
      }
    }
  }
  // One query takes the hash of a comment's address instead of its id, and looks which it got; links pass on an id of their own.
  const optional = found.get('id')?.get('String?') ?? [];
  expect(optional.filter((field) => !field.startsWith('attachmentLink'))).toEqual(['comment']);
  found.get('id')?.delete('String?');
  expect(Object.fromEntries([...found].map(([name, types]) => [name, [...types.keys()].join()]))).toEqual(KNOWN);
});

import { type DirectCall, testCrawl } from '@svc/twin-kit/testing';
import { buildSchema, type GraphQLField, getNamedType, isListType, isNonNullType, isObjectType } from 'graphql';
import { schemaText } from '../src/generated/schema.ts';
import { linear } from '../src/index.ts';
import { READS } from './random.ts';
import { full } from './worlds.ts';

const schema = buildSchema(schemaText);
const ask = (query: string): DirectCall => ({ method: 'POST', path: '/graphql', body: { query } });
type Field = GraphQLField<unknown, unknown>;

const needsArguments = ({ args }: Field): boolean => args.some(({ type }) => isNonNullType(type));
const isText = ({ type }: Field): boolean => ['String', 'String!', 'JSON', 'JSON!'].includes(type.toString());
const isPlain = ({ type }: Field): boolean => {
  const bare = isNonNullType(type) ? type.ofType : type;
  return !isListType(bare) && isObjectType(getNamedType(bare)) && !getNamedType(bare).name.endsWith('Connection');
};
const fieldsOf = (name: string): Field[] => {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()).filter((field) => !needsArguments(field)) : [];
};

/** Selections of the texts of a type, and of those of the objects that it leads to. */
function selections(name: string): string[] {
  const texts = (of: string): string[] =>
    fieldsOf(of)
      .filter(isText)
      .map((field) => field.name);
  const nested = fieldsOf(name)
    .filter(isPlain)
    .flatMap((field) =>
      texts(getNamedType(field.type).name)
        .filter((text) => /url/i.test(text))
        .map((text) => `${field.name} { ${text} }`),
    );
  return [...texts(name), ...nested];
}

/** Each field in a request of its own: those that aren't modelled are refused alone. */
const reads: DirectCall[] = READS.filter((field) => !needsArguments(field)).flatMap((field) => {
  const { name } = getNamedType(field.type);
  if (!name.endsWith('Connection')) return selections(name).map((selection) => ask(`{ ${field.name} { ${selection} } }`));
  return selections(name.replace(/Connection$/, '')).map((selection) =>
    ask(`{ ${field.name}(first: 50) { nodes { ${selection} } } }`),
  );
});

testCrawl(linear, {
  seed: full,
  writes: (world) => [
    ask(`mutation { issueCreate(input: { title: "New", teamId: "${world.teams?.[0]?.id}" }) { issue { url } } }`),
    ask(`mutation { commentCreate(input: { body: "x", issueId: "${world.issues?.[0]?.id}" }) { comment { url } } }`),
    ask(`mutation { projectCreate(input: { name: "P", teamIds: ["${world.teams?.[0]?.id}"] }) { project { url } } }`),
  ],
  reads: () => reads,
  tools: () => [
    ['list_issues', {}],
    ['get_issue', { id: 'ENG-1' }],
    ['list_projects', {}],
    ['list_documents', {}],
    ['list_initiatives', {}],
    ['list_teams', {}],
    ['list_users', {}],
    ['list_comments', { issueId: 'ENG-1' }],
  ],
  elsewhere: { 'linear.app': 'Linear’s documentation' },
  refused: ({ status, body }) => status >= 400 || body?.errors !== undefined,
  lands: 0.8,
});

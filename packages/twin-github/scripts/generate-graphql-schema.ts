// Writes src/generated/graphql-schema.ts: GitHub's published GraphQL schema, with what its documentation has since added (graphql-additions.graphql and its like),
// as lists, which are read in a fraction of the time that its text takes.
// Usage: node scripts/generate-graphql-schema.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formOf } from '@svc/graphql-door';
import { buildSchema, extendSchema, type GraphQLSchema, parse } from 'graphql';

const PACKAGE = join(import.meta.dirname, '..');
const SOURCE = join(PACKAGE, 'node_modules/@octokit/graphql-schema');
const TARGET = join(PACKAGE, 'src/generated/graphql-schema.ts');

/** As published it says two fields twice, in the same words. */
export const publishedSchema = (): GraphQLSchema =>
  buildSchema(readFileSync(join(SOURCE, 'schema.graphql'), 'utf8'), { noLocation: true, assumeValidSDL: true });

const ADDITIONS = ['graphql-additions.graphql', 'graphql-timeline-additions.graphql'];
/** The text of what the documentation has and the package hasn't. */
export const additions = (): string => ADDITIONS.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');

/** The whole of it. A field that the additions say again has more arguments than the package knows. */
export const wholeSchema = (): GraphQLSchema =>
  extendSchema(publishedSchema(), parse(additions(), { noLocation: true }), { assumeValidSDL: true });

/** The text of the module. */
export function schemaModule(): string {
  const { version } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8')) as { version: string };
  const form = formOf(wholeSchema());
  return [
    `// Written by scripts/generate-graphql-schema.ts from npm @octokit/graphql-schema ${version} (MIT) and scripts/graphql-additions.graphql.`,
    '',
    "/** GitHub's GraphQL schema as JSON text. */",
    `export const schemaText = ${JSON.stringify(JSON.stringify(form))};`,
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(TARGET, schemaModule());

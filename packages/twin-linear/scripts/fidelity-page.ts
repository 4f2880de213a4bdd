// Prints docs/fidelity/linear.md, made from the twin's declarations: what every twin's page has, and the fields of Linear's one path.
// Usage: node scripts/fidelity-page.ts > ../../docs/fidelity/linear.md
import { fidelityPage } from '@svc/twin-kit';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { schemaText } from '../src/generated/schema.ts';
import { mutations } from '../src/graphql/roots/mutations.ts';
import { queries } from '../src/graphql/roots/queries.ts';
import { linear } from '../src/index.ts';

const schema = buildSchema(schemaText);

function section(title: string, type: GraphQLObjectType | null | undefined, modelled: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(type?.getFields() ?? {}).filter((name) => name !== '_dummy');
  const list = (wanted: boolean): string =>
    names
      .filter((name) => Object.hasOwn(modelled, name) === wanted)
      .sort()
      .map((name) => `\`${name}\``)
      .join(', ');
  const count = names.filter((name) => Object.hasOwn(modelled, name)).length;
  return `\n## ${title}: ${count} of ${names.length}\n\nModelled: ${list(true)}.\n\nAnswered with the loud 501: ${list(false)}.\n`;
}

process.stdout.write(fidelityPage(linear));
process.stdout.write(section('Queries', schema.getQueryType(), queries));
process.stdout.write(section('Mutations', schema.getMutationType(), mutations));

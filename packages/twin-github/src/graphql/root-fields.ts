import type { InnerOperations } from '@svc/twin-kit';
import { githubSchema } from './execute.ts';
import { typeFields } from './fields/index.ts';
import { isModelled, modelledOf } from './modelled.ts';

/** Which of GitHub's queries, mutations and types are modelled. */
export function rootFields(): InnerOperations[] {
  const schema = githubSchema();
  const types = Object.keys(typeFields).sort();
  const fields = types.map((name) => {
    const type = schema.getType(name);
    const names = type && 'getFields' in type ? Object.keys(type.getFields()) : [];
    return {
      name,
      modelled: names.filter((field) => isModelled(name, field)),
      unmodelled: names.filter((field) => !isModelled(name, field)),
    };
  });
  return [
    { title: 'Queries of the GraphQL API', ...modelledOf(schema.getQueryType()) },
    { title: 'Mutations of the GraphQL API', ...modelledOf(schema.getMutationType()) },
    {
      title: 'Fields of the GraphQL API’s modelled types',
      modelled: fields.flatMap(({ name, modelled }) => modelled.map((field) => `${name}.${field}`)).sort(),
      unmodelled: fields.flatMap(({ name, unmodelled }) => unmodelled.map((field) => `${name}.${field}`)).sort(),
    },
  ];
}

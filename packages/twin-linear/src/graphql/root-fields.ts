import type { InnerOperations } from '@svc/twin-kit';
import { mutations } from './roots/mutations.ts';
import { queries } from './roots/queries.ts';
import { buildLinearSchema } from './schema.ts';

/** Which of Linear's queries and mutations are modelled. */
export function rootFields(): InnerOperations[] {
  const schema = buildLinearSchema();
  return [
    { title: 'Queries', type: schema.getQueryType(), roots: queries },
    { title: 'Mutations', type: schema.getMutationType(), roots: mutations },
  ].map(({ title, type, roots }) => {
    const names = Object.keys(type?.getFields() ?? {}).filter((name) => name !== '_dummy');
    return {
      title,
      modelled: names.filter((name) => Object.hasOwn(roots, name)).sort(),
      unmodelled: names.filter((name) => !Object.hasOwn(roots, name)).sort(),
    };
  });
}

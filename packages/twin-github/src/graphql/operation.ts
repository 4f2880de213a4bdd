import { operationsOf } from '@svc/twin-kit';
import { z } from 'zod';
import type { GithubCollections } from '../world.ts';
import { load, loaded } from './loaded.ts';

const operation = operationsOf<GithubCollections>();

const body = z.object({
  query: z.string().min(1),
  variables: z.looseObject({}).nullish(),
  operationName: z.string().nullish(),
});

const DOCS = 'https://docs.github.com/graphql';

const door = {
  method: 'POST',
  fidelity: 'semantic',
  mutates: true,
  docs: DOCS,
  body,
  prepare: load,
  handle: (context, request) => {
    const engine = loaded();
    if (!engine) throw new Error('a call came before the schema was loaded');
    return engine.execute(context, request.body);
  },
} satisfies Omit<Parameters<typeof operation<undefined, typeof body>>[0], 'id' | 'path'>;

/** GitHub's GraphQL API, where github.com has it and where GitHub Enterprise Server does. */
export const graphqlOperations = [
  operation({ ...door, id: 'graphql', path: '/graphql' }),
  operation({ ...door, id: 'graphql/enterprise', path: '/api/graphql' }),
];

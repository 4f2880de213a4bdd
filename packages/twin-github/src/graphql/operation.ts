import type { GraphqlRequest } from '@svc/graphql-door';
import { operationsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { GithubError } from '../errors.ts';
import type { GithubCollections } from '../world.ts';
import { load, loaded } from './loaded.ts';

const operation = operationsOf<GithubCollections>();

const body = z.looseObject({ query: z.unknown(), variables: z.looseObject({}).nullish(), operationName: z.string().nullish() });

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
    const { query, variables, operationName } = request.body;
    if (typeof query !== 'string' || query === '')
      throw new GithubError(400, 'A query attribute must be specified and must be a string.');
    const asked: GraphqlRequest = { query, variables, operationName };
    return engine.execute(context, asked);
  },
} satisfies Omit<Parameters<typeof operation<undefined, typeof body>>[0], 'id' | 'path'>;

/** GitHub's GraphQL API, where github.com has it and where GitHub Enterprise Server does. */
export const graphqlOperations = [
  operation({ ...door, id: 'graphql', path: '/graphql' }),
  operation({ ...door, id: 'graphql/enterprise', path: '/api/graphql' }),
];

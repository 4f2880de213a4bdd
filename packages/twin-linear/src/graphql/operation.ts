import { operationsOf } from '@svc/twin-kit';
import { z } from 'zod';
import type { LinearCollections } from '../world.ts';
import type * as Executor from './execute.ts';

const operation = operationsOf<LinearCollections>();

const body = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** Linear's one route. The schema and its engine are loaded on the first call: an idle twin stays small. */
export const operations = [
  operation({
    id: 'graphql',
    method: 'POST',
    path: '/graphql',
    fidelity: 'semantic',
    mutates: true,
    docs: 'https://linear.app/developers/graphql',
    body,
    prepare: () => import('./execute.ts'),
    handle: (context, request) => (request.prepared as typeof Executor).execute(context, request.body),
  }),
];

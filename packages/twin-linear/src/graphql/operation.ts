import { operationsOf } from '@svc/twin-kit';
import { z } from 'zod';
import type { LinearCollections } from '../world.ts';
import { loaded } from './loaded.ts';

const operation = operationsOf<LinearCollections>();

const body = z.object({
  query: z.string().min(1),
  variables: z.looseObject({}).nullish(),
  operationName: z.string().nullish(),
});

/** Linear's one route. */
export const operations = [
  operation({
    id: 'graphql',
    method: 'POST',
    path: '/graphql',
    fidelity: 'semantic',
    mutates: true,
    docs: 'https://linear.app/developers/graphql',
    body,
    handle: (context, request) => loaded().execute(context, request.body),
  }),
];

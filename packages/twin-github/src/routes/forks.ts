import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { createFork, listForks } from '../actions/forks.ts';
import { fullRepositoryJson, repositoryJson } from '../render/repositories.ts';
import { operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const forks = '/repos/{owner}/{repo}/forks';
const ACCEPTED = 202;

export const forkOperations = [
  operation({
    id: 'repos/list-forks',
    method: 'GET',
    path: forks,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_forks',
    query: z.object({ ...pageQuery, sort: queryText }),
    handle(context, request) {
      const found = listForks(context, ...repositoryParams(request.params), request.query.sort);
      const { records, headers } = pageOfList(request, found);
      return json(
        records.map((fork) => repositoryJson(context, fork)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'repos/create-fork',
    method: 'POST',
    path: forks,
    fidelity: 'semantic',
    mutates: true,
    action: 'fork_repository',
    body: z
      .object({
        organization: z.string().optional(),
        name: z.string().optional(),
        default_branch_only: z.boolean().optional(),
      })
      .nullable()
      .transform((body) => body ?? {}),
    handle: (context, { params, body }) =>
      json(fullRepositoryJson(context, createFork(context, ...repositoryParams(params), body)), ACCEPTED),
  }),
];

import { created, json } from '@svc/twin-kit';
import { z } from 'zod';
import { combinedStatus, createStatus, statusIndex } from '../actions/statuses.ts';
import { renderCombinedStatus, renderStatus } from '../render/commit-checks.ts';
import { operation, repositoryParams } from './operation.ts';
import { pageOfIndex, pageOfList, pageQuery } from './pagination.ts';

const ref = '/repos/{owner}/{repo}/commits/{ref}';

/** The statuses of a commit, the last one first (docs: "List commit statuses for a reference"). */
const list = (id: string, path: string) =>
  operation({
    id,
    method: 'GET',
    path,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_commit_statuses',
    query: z.object(pageQuery),
    handle(context, request) {
      const { index, group } = statusIndex(context, ...repositoryParams(request.params), request.params.ref ?? '');
      const { records, headers } = pageOfIndex(request, index, group, true);
      return json(
        records.map((status) => renderStatus(context, status)),
        200,
        headers,
      );
    },
  });

export const statusOperations = [
  operation({
    id: 'repos/create-commit-status',
    method: 'POST',
    path: '/repos/{owner}/{repo}/statuses/{sha}',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_commit_status',
    body: z.object({
      state: z.string().optional(),
      target_url: z.string().nullable().optional(),
      description: z.string().nullable().optional(),
      context: z.string().optional(),
    }),
    handle(context, { params, body }) {
      const rendered = renderStatus(context, createStatus(context, ...repositoryParams(params), params.sha ?? '', body));
      return created(rendered, { location: rendered.url });
    },
  }),
  list('repos/list-commit-statuses-for-ref', `${ref}/statuses`),
  // Where `statuses_url` leads: older than the description, and still served.
  list('repos/list-statuses', '/repos/{owner}/{repo}/statuses/{ref}'),
  operation({
    id: 'repos/get-combined-status-for-ref',
    method: 'GET',
    path: `${ref}/status`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_combined_status',
    query: z.object(pageQuery),
    handle(context, request) {
      const combined = combinedStatus(context, ...repositoryParams(request.params), request.params.ref ?? '');
      const { records, headers } = pageOfList(request, combined.statuses);
      return json(renderCombinedStatus(context, combined, records), 200, headers);
    },
  }),
];

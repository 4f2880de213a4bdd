import { created, json } from '@svc/twin-kit';
import { z } from 'zod';
import { addBlockedBy, listBlockedBy, listBlocking, removeBlockedBy } from '../actions/issue-dependencies.ts';
import { freshIssueJson, issueJson } from '../render/issues.ts';
import { repositoryUrl } from '../render/repository-path.ts';
import type { GithubContext, Issue } from '../world.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { type PagedRequest, pageOfList, pageQuery } from './pagination.ts';

const dependencies = '/repos/{owner}/{repo}/issues/{issue_number}/dependencies';

const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.issue_number),
];

function pageOf(context: GithubContext, request: PagedRequest, issues: readonly Readonly<Issue>[]) {
  const { records, headers } = pageOfList(request, issues);
  return json(
    records.map((one) => issueJson(context, one)),
    200,
    headers,
  );
}

export const issueDependencyOperations = [
  operation({
    id: 'issues/list-dependencies-blocked-by',
    method: 'GET',
    path: `${dependencies}/blocked_by`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_blocked_by',
    query: z.object(pageQuery),
    handle: (context, request) => pageOf(context, request, listBlockedBy(context, ...target(request.params))),
  }),
  operation({
    id: 'issues/list-dependencies-blocking',
    method: 'GET',
    path: `${dependencies}/blocking`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_blocking',
    query: z.object(pageQuery),
    handle: (context, request) => pageOf(context, request, listBlocking(context, ...target(request.params))),
  }),
  operation({
    id: 'issues/add-blocked-by-dependency',
    method: 'POST',
    path: `${dependencies}/blocked_by`,
    fidelity: 'semantic',
    mutates: true,
    action: 'add_blocked_by',
    body: z.object({ issue_id: z.number().int() }),
    handle(context, { params, body }) {
      const issue = addBlockedBy(context, ...target(params), body.issue_id);
      const location = `${repositoryUrl(context, issue)}/issues/${issue.number}/dependencies/blocked_by`;
      return created(freshIssueJson(context, issue), { location });
    },
  }),
  operation({
    id: 'issues/remove-dependency-blocked-by',
    method: 'DELETE',
    path: `${dependencies}/blocked_by/{issue_id}`,
    fidelity: 'semantic',
    mutates: true,
    action: 'remove_blocked_by',
    handle: (context, { params }) =>
      json(freshIssueJson(context, removeBlockedBy(context, ...target(params), numberParam(params.issue_id)))),
  }),
];

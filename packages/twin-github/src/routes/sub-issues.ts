import { created, json } from '@svc/twin-kit';
import { z } from 'zod';
import { addSubIssue, getParent, listSubIssues, removeSubIssue, reprioritizeSubIssue } from '../actions/sub-issues.ts';
import { freshIssueJson, issueJson } from '../render/issues.ts';
import { repositoryUrl } from '../render/repository-path.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const issue = '/repos/{owner}/{repo}/issues/{issue_number}';
const id = z.number().int();

const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.issue_number),
];

export const subIssueOperations = [
  operation({
    id: 'issues/get-parent',
    method: 'GET',
    path: `${issue}/parent`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_parent_issue',
    handle: (context, { params }) => json(issueJson(context, getParent(context, ...target(params)))),
  }),
  operation({
    id: 'issues/list-sub-issues',
    method: 'GET',
    path: `${issue}/sub_issues`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_sub_issues',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, listSubIssues(context, ...target(request.params)));
      return json(
        records.map((one) => issueJson(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'issues/add-sub-issue',
    method: 'POST',
    path: `${issue}/sub_issues`,
    fidelity: 'semantic',
    mutates: true,
    action: 'add_sub_issue',
    body: z.object({ sub_issue_id: id, replace_parent: z.boolean().optional() }),
    handle(context, { params, body }) {
      const parent = addSubIssue(context, ...target(params), body);
      return created(freshIssueJson(context, parent), { location: `${repositoryUrl(context, parent)}/issues/${parent.number}` });
    },
  }),
  operation({
    id: 'issues/remove-sub-issue',
    method: 'DELETE',
    path: `${issue}/sub_issue`,
    fidelity: 'semantic',
    mutates: true,
    action: 'remove_sub_issue',
    body: z.object({ sub_issue_id: id }),
    handle: (context, { params, body }) =>
      json(freshIssueJson(context, removeSubIssue(context, ...target(params), body.sub_issue_id))),
  }),
  operation({
    id: 'issues/reprioritize-sub-issue',
    method: 'PATCH',
    path: `${issue}/sub_issues/priority`,
    fidelity: 'semantic',
    mutates: true,
    action: 'reprioritize_sub_issue',
    body: z.object({ sub_issue_id: id, after_id: id.optional(), before_id: id.optional() }),
    handle: (context, { params, body }) => json(freshIssueJson(context, reprioritizeSubIssue(context, ...target(params), body))),
  }),
];

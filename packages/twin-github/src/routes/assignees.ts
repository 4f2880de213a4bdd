import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { assignableUsers, requireAssignable } from '../actions/assignees.ts';
import { addAssignees, removeAssignees } from '../actions/issue-assignees.ts';
import { getIssue } from '../actions/issues.ts';
import { issueJson } from '../render/issues.ts';
import { simpleUser } from '../render/users.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const assigneesBody = z.object({ assignees: z.array(z.string()).optional() });

export const assigneeOperations = [
  operation({
    id: 'issues/list-assignees',
    method: 'GET',
    path: '/repos/{owner}/{repo}/assignees',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_assignees',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, assignableUsers(context, ...repositoryParams(request.params)));
      return json(
        records.map((user) => simpleUser(context, user)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'issues/check-user-can-be-assigned',
    method: 'GET',
    path: '/repos/{owner}/{repo}/assignees/{assignee}',
    fidelity: 'semantic',
    mutates: false,
    action: 'check_assignee',
    handle(context, { params }) {
      requireAssignable(context, ...repositoryParams(params), params.assignee ?? '');
      return noContent();
    },
  }),
  operation({
    id: 'issues/check-user-can-be-assigned-to-issue',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/assignees/{assignee}',
    fidelity: 'semantic',
    mutates: false,
    action: 'check_assignee',
    handle(context, { params }) {
      const { issue } = getIssue(context, ...repositoryParams(params), numberParam(params.issue_number));
      requireAssignable(context, ...repositoryParams(params), params.assignee ?? '', issue);
      return noContent();
    },
  }),
  operation({
    id: 'issues/add-assignees',
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/assignees',
    fidelity: 'semantic',
    mutates: true,
    action: 'add_assignees',
    body: assigneesBody,
    handle(context, { params, body }) {
      const number = numberParam(params.issue_number);
      return created(issueJson(context, addAssignees(context, ...repositoryParams(params), number, body.assignees ?? [])));
    },
  }),
  operation({
    id: 'issues/remove-assignees',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/assignees',
    fidelity: 'semantic',
    mutates: true,
    action: 'remove_assignees',
    body: assigneesBody,
    handle(context, { params, body }) {
      const number = numberParam(params.issue_number);
      return json(issueJson(context, removeAssignees(context, ...repositoryParams(params), number, body.assignees ?? [])));
    },
  }),
];

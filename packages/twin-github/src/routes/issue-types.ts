import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createIssueType,
  deleteIssueType,
  listIssueTypes,
  listRepositoryIssueTypes,
  updateIssueType,
} from '../actions/issue-types.ts';
import { renderIssueType } from '../render/issue-types.ts';
import { ISSUE_TYPE_COLORS } from '../world.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';

const types = '/orgs/{org}/issue-types';
const type = `${types}/{issue_type_id}`;
const read = { method: 'GET', fidelity: 'semantic', mutates: false, action: 'list_issue_types' } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

const body = z.object({
  name: z.string(),
  is_enabled: z.boolean(),
  description: z.string().nullable().optional(),
  color: z.enum(ISSUE_TYPE_COLORS).nullable().optional(),
});

export const issueTypeOperations = [
  operation({
    ...read,
    id: 'orgs/list-issue-types',
    path: types,
    handle: (context, { params }) => json(listIssueTypes(context, params.org ?? '').map(renderIssueType)),
  }),
  operation({
    ...read,
    id: 'repos/list-issue-types',
    path: '/repos/{owner}/{repo}/issue-types',
    handle: (context, { params }) => json(listRepositoryIssueTypes(context, ...repositoryParams(params)).map(renderIssueType)),
  }),
  operation({
    ...write,
    id: 'orgs/create-issue-type',
    method: 'POST',
    path: types,
    action: 'create_issue_type',
    body,
    // 200, not 201 (docs: REST, "Create issue type for an organization").
    handle: (context, { params, body: input }) => json(renderIssueType(createIssueType(context, params.org ?? '', input))),
  }),
  operation({
    ...write,
    id: 'orgs/update-issue-type',
    method: 'PUT',
    path: type,
    action: 'update_issue_type',
    body,
    handle: (context, { params, body: input }) =>
      json(renderIssueType(updateIssueType(context, params.org ?? '', numberParam(params.issue_type_id), input))),
  }),
  operation({
    ...write,
    id: 'orgs/delete-issue-type',
    method: 'DELETE',
    path: type,
    action: 'delete_issue_type',
    handle(context, { params }) {
      deleteIssueType(context, params.org ?? '', numberParam(params.issue_type_id));
      return noContent();
    },
  }),
];

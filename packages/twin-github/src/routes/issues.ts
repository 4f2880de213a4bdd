import { created, json, noContent, RawJson } from '@svc/twin-kit';
import { z } from 'zod';
import { type IssueListQuery, listIssues, listViewerIssues } from '../actions/issue-list.ts';
import { createIssue, getIssue, getIssueToTriage, setLock, updateIssue } from '../actions/issues.ts';
import { organizationByLogin } from '../actions/organizations.ts';
import { resource } from '../http.ts';
import { freshIssueJson, issueJson, renderIssue } from '../render/issues.ts';
import { renderRepository } from '../render/repositories.ts';
import { repositoryOf, repositoryUrl } from '../render/repository-path.ts';
import type { GithubContext, Issue } from '../world.ts';
import { createBody, issueInput, updateBody } from './issue-body.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { linkHeader, type PageQuery, pageOf, pageQuery } from './pagination.ts';

const listQuery = {
  state: queryText,
  labels: queryText,
  assignee: queryText,
  creator: queryText,
  mentioned: queryText,
  milestone: queryText,
  since: queryText,
  sort: queryText,
  direction: queryText,
} satisfies Record<keyof Omit<IssueListQuery, 'type' | 'only'>, typeof queryText>;

const viewerQuery = { ...pageQuery, ...listQuery, filter: queryText };

const withRepository = (context: GithubContext, issue: Readonly<Issue>): RawJson =>
  RawJson.of({ ...renderIssue(context, issue), repository: renderRepository(context, repositoryOf(context, issue)) });

/** The viewer's issues: everywhere, or in the organisation that the path names. */
const viewerList = (
  id: string,
  path: '/issues' | '/user/issues' | '/orgs/{org}/issues',
  query: z.ZodType<PageQuery & IssueListQuery & { filter?: string | undefined }> = z.object(viewerQuery),
) =>
  operation({
    id,
    method: 'GET',
    path,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_my_issues',
    query,
    handle(context, request) {
      const { org } = request.params;
      const owner = org === undefined ? undefined : organizationByLogin(context, org);
      const { records, total } = listViewerIssues(context, request.query, pageOf(request.query), owner);
      return json(
        records.map((issue) => withRepository(context, issue)),
        200,
        linkHeader(request, total),
      );
    },
  });

export const issueOperations = [
  viewerList('issues/list', '/issues'),
  viewerList('issues/list-for-authenticated-user', '/user/issues'),
  // Only an organisation has types of issues.
  viewerList('issues/list-for-org', '/orgs/{org}/issues', z.object({ ...viewerQuery, type: queryText })),
  operation({
    id: 'issues/list-for-repo',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_issues',
    query: z.object({ ...pageQuery, ...listQuery, type: queryText }),
    handle(context, request) {
      const { records, total } = listIssues(context, ...repositoryParams(request.params), request.query, pageOf(request.query));
      return json(
        records.map((issue) => issueJson(context, issue)),
        200,
        linkHeader(request, total),
      );
    },
  }),
  operation({
    id: 'issues/create',
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_issue',
    body: createBody,
    handle(context, { params, body }) {
      const issue = createIssue(context, ...repositoryParams(params), { title: body.title, ...issueInput(body) });
      return created(freshIssueJson(context, issue), { location: `${repositoryUrl(context, issue)}/issues/${issue.number}` });
    },
  }),
  operation({
    id: 'issues/get',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_issue',
    handle(context, { params }) {
      const { issue } = getIssue(context, ...repositoryParams(params), numberParam(params.issue_number));
      return resource(issueJson(context, issue), issue.updated_at);
    },
  }),
  operation({
    id: 'issues/update',
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/issues/{issue_number}',
    fidelity: 'semantic',
    mutates: true,
    action: 'update_issue',
    body: updateBody,
    handle(context, { params, body }) {
      const issue = updateIssue(context, ...repositoryParams(params), numberParam(params.issue_number), {
        title: body.title ?? undefined,
        ...issueInput(body),
        state: body.state ?? undefined,
        state_reason: body.state_reason,
      });
      return json(issueJson(context, issue));
    },
  }),
  operation({
    id: 'issues/lock',
    method: 'PUT',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/lock',
    fidelity: 'semantic',
    mutates: true,
    action: 'lock_issue',
    body: z.object({ lock_reason: z.enum(['off-topic', 'too heated', 'resolved', 'spam']).nullable().optional() }),
    handle(context, { params, body }) {
      const found = getIssueToTriage(context, ...repositoryParams(params), numberParam(params.issue_number));
      setLock(context, found, true, body.lock_reason ?? null);
      return noContent();
    },
  }),
  operation({
    id: 'issues/unlock',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/lock',
    fidelity: 'semantic',
    mutates: true,
    action: 'unlock_issue',
    handle(context, { params }) {
      setLock(context, getIssueToTriage(context, ...repositoryParams(params), numberParam(params.issue_number)), false);
      return noContent();
    },
  }),
];

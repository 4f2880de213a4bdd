import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import { findIssue, repositoryWithIssues } from '../actions/issues.ts';
import { NotFound } from '../errors.ts';
import { renderComment } from '../render/comments.ts';
import { renderEventWithIssue, renderIssueEvent } from '../render/issue-events.ts';
import type { Comment, GithubContext, IssueEvent } from '../world.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfIndex, pageOfList, pageQuery } from './pagination.ts';

const isComment = (entry: Readonly<IssueEvent> | Readonly<Comment>): entry is Readonly<Comment> => 'body' in entry;

function renderEntry(context: GithubContext, entry: Readonly<IssueEvent> | Readonly<Comment>) {
  if (!isComment(entry)) return renderIssueEvent(context, entry);
  const comment = renderComment(context, entry);
  return { ...comment, event: 'commented', actor: comment.user };
}

export const issueEventOperations = [
  operation({
    id: 'issues/list-events',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/events',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_issue_events',
    query: z.object(pageQuery),
    handle(context, request) {
      const { issue } = findIssue(context, ...repositoryParams(request.params), numberParam(request.params.issue_number));
      const { records, headers } = pageOfIndex(request, context.world.issue_events.by.issue, issue.id);
      return json(
        records.map((event) => renderIssueEvent(context, event)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'issues/list-events-for-timeline',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/timeline',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_issue_timeline',
    query: z.object(pageQuery),
    handle(context, request) {
      const { issue } = findIssue(context, ...repositoryParams(request.params), numberParam(request.params.issue_number));
      const { issue_events, comments } = context.world;
      const entries = [
        ...issue_events.by.issue.page(issue.id, { limit: issue_events.size }),
        ...comments.by.issue.page(issue.id, { limit: comments.size }),
      ].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
      const { records, headers } = pageOfList(request, entries);
      return json(
        records.map((entry) => renderEntry(context, entry)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'issues/list-events-for-repo',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/events',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_repository_issue_events',
    query: z.object(pageQuery),
    handle(context, request) {
      const repository = visibleRepository(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfIndex(request, context.world.issue_events.by.repository, repository.id, true);
      return json(
        records.map((event) => renderEventWithIssue(context, event)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'issues/get-event',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/events/{event_id}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_issue_event',
    handle(context, { params }) {
      const repository = repositoryWithIssues(context, ...repositoryParams(params));
      const event = context.world.issue_events.get(numberParam(params.event_id));
      if (event?.repository_id !== repository.id) throw new NotFound();
      return json(renderEventWithIssue(context, event));
    },
  }),
];

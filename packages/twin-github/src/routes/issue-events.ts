import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import { getIssue, repositoryWithIssues } from '../actions/issues.ts';
import { NotFound } from '../errors.ts';
import { renderEventWithIssue, renderIssueEvent } from '../render/issue-events.ts';
import { timeline } from '../render/timeline.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfIndex, pageOfList, pageQuery } from './pagination.ts';

const excluded = (names = ''): ReadonlySet<string> => new Set(names.split(',').map((name) => name.trim()));

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
      const { issue } = getIssue(context, ...repositoryParams(request.params), numberParam(request.params.issue_number));
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
    query: z.object({ ...pageQuery, exclude: queryText }),
    handle(context, request) {
      const { params } = request;
      const { issue, repository } = getIssue(context, ...repositoryParams(params), numberParam(params.issue_number));
      const { records, headers } = pageOfList(request, timeline(context, repository, issue, excluded(request.query.exclude)));
      return json(
        records.map((entry) => entry.show()),
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

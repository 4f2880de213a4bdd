import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createMilestone,
  deleteMilestone,
  getMilestone,
  labelsOfMilestone,
  listMilestones,
  updateMilestone,
} from '../actions/milestones.ts';
import { ValidationFailed } from '../errors.ts';
import { resource } from '../http.ts';
import { renderLabel } from '../render/labels.ts';
import { renderMilestone } from '../render/milestones.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const milestoneFields = {
  state: z.enum(['open', 'closed']).optional(),
  description: z.string().nullable().optional(),
  due_on: z.string().nullable().optional(),
};

const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.milestone_number),
];

function oneOf<T extends string>(field: string, value: string | undefined, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === (value ?? allowed[0]));
  if (found === undefined) throw new ValidationFailed([{ resource: 'Milestone', code: 'invalid', field, value }]);
  return found;
}

export const milestoneOperations = [
  operation({
    id: 'issues/list-milestones',
    method: 'GET',
    path: '/repos/{owner}/{repo}/milestones',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_milestones',
    query: z.object({ ...pageQuery, state: queryText, sort: queryText, direction: queryText }),
    handle(context, request) {
      const { params, query } = request;
      const milestones = listMilestones(context, ...repositoryParams(params), {
        state: oneOf('state', query.state, ['open', 'closed', 'all']),
        sort: oneOf('sort', query.sort, ['due_on', 'completeness']),
        descending: oneOf('direction', query.direction, ['asc', 'desc']) === 'desc',
      });
      const { records, headers } = pageOfList(request, milestones);
      return json(
        records.map((milestone) => renderMilestone(context, milestone)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'issues/create-milestone',
    method: 'POST',
    path: '/repos/{owner}/{repo}/milestones',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_milestone',
    body: z.object({ title: z.string(), ...milestoneFields }),
    handle(context, { params, body }) {
      const milestone = renderMilestone(context, createMilestone(context, ...repositoryParams(params), body));
      return created(milestone, { location: milestone.url });
    },
  }),
  operation({
    id: 'issues/get-milestone',
    method: 'GET',
    path: '/repos/{owner}/{repo}/milestones/{milestone_number}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_milestone',
    handle(context, { params }) {
      const milestone = getMilestone(context, ...target(params));
      return resource(renderMilestone(context, milestone), milestone.updated_at);
    },
  }),
  operation({
    id: 'issues/update-milestone',
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/milestones/{milestone_number}',
    fidelity: 'semantic',
    mutates: true,
    action: 'update_milestone',
    body: z.object({ title: z.string().optional(), ...milestoneFields }),
    handle: (context, { params, body }) => json(renderMilestone(context, updateMilestone(context, ...target(params), body))),
  }),
  operation({
    id: 'issues/delete-milestone',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/milestones/{milestone_number}',
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_milestone',
    handle(context, { params }) {
      deleteMilestone(context, ...target(params));
      return noContent();
    },
  }),
  operation({
    id: 'issues/list-labels-for-milestone',
    method: 'GET',
    path: '/repos/{owner}/{repo}/milestones/{milestone_number}/labels',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_milestone_labels',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, labelsOfMilestone(context, ...target(request.params)));
      return json(
        records.map((label) => renderLabel(context, label)),
        200,
        headers,
      );
    },
  }),
];

import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import { addLabels, labelsOnIssue, removeAllLabels, removeLabel, setLabels } from '../actions/issue-labels.ts';
import { createLabel, deleteLabel, getLabel, updateLabel } from '../actions/labels.ts';
import { renderLabel } from '../render/labels.ts';
import type { GithubContext, Label } from '../world.ts';
import { labelName } from './issue-body.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfIndex, pageOfList, pageQuery } from './pagination.ts';

const rendered = (context: GithubContext, labels: readonly Readonly<Label>[]) =>
  labels.map((label) => renderLabel(context, label));

/** `{ labels: […] }`, a bare list, or one name: GitHub takes all three. */
const labelsBody = z.preprocess(
  (value) => {
    if (Array.isArray(value)) return { labels: value };
    return typeof value === 'string' ? { labels: [value] } : value;
  },
  z.object({ labels: z.array(labelName).optional() }),
);

const issueTarget = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.issue_number),
];

const repositoryLabels = [
  operation({
    id: 'issues/list-labels-for-repo',
    method: 'GET',
    path: '/repos/{owner}/{repo}/labels',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_labels',
    query: z.object(pageQuery),
    handle(context, request) {
      const repository = visibleRepository(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfIndex(request, context.world.labels.by.repository, repository.id);
      return json(rendered(context, records), 200, headers);
    },
  }),
  operation({
    id: 'issues/create-label',
    method: 'POST',
    path: '/repos/{owner}/{repo}/labels',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_label',
    body: z.object({ name: z.string(), color: z.string().optional(), description: z.string().nullable().optional() }),
    handle(context, { params, body }) {
      const label = renderLabel(context, createLabel(context, ...repositoryParams(params), body));
      return created(label, { location: label.url });
    },
  }),
  operation({
    id: 'issues/get-label',
    method: 'GET',
    path: '/repos/{owner}/{repo}/labels/{name}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_label',
    handle: (context, { params }) =>
      json(renderLabel(context, getLabel(context, ...repositoryParams(params), params.name ?? ''))),
  }),
  operation({
    id: 'issues/update-label',
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/labels/{name}',
    fidelity: 'semantic',
    mutates: true,
    action: 'update_label',
    body: z.object({
      new_name: z.string().optional(),
      color: z.string().optional(),
      description: z.string().nullable().optional(),
    }),
    handle: (context, { params, body }) =>
      json(renderLabel(context, updateLabel(context, ...repositoryParams(params), params.name ?? '', body))),
  }),
  operation({
    id: 'issues/delete-label',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/labels/{name}',
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_label',
    handle(context, { params }) {
      deleteLabel(context, ...repositoryParams(params), params.name ?? '');
      return noContent();
    },
  }),
];

const issueLabels = [
  operation({
    id: 'issues/list-labels-on-issue',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/labels',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_issue_labels',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, labelsOnIssue(context, ...issueTarget(request.params)));
      return json(rendered(context, records), 200, headers);
    },
  }),
  operation({
    id: 'issues/add-labels',
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/labels',
    fidelity: 'semantic',
    mutates: true,
    action: 'add_issue_labels',
    body: labelsBody,
    handle: (context, { params, body }) => json(rendered(context, addLabels(context, ...issueTarget(params), body.labels ?? []))),
  }),
  operation({
    id: 'issues/set-labels',
    method: 'PUT',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/labels',
    fidelity: 'semantic',
    mutates: true,
    action: 'set_issue_labels',
    body: labelsBody,
    handle: (context, { params, body }) => json(rendered(context, setLabels(context, ...issueTarget(params), body.labels ?? []))),
  }),
  operation({
    id: 'issues/remove-all-labels',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/labels',
    fidelity: 'semantic',
    mutates: true,
    action: 'remove_all_issue_labels',
    handle(context, { params }) {
      removeAllLabels(context, ...issueTarget(params));
      return noContent();
    },
  }),
  operation({
    id: 'issues/remove-label',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
    fidelity: 'semantic',
    mutates: true,
    action: 'remove_issue_label',
    handle: (context, { params }) => json(rendered(context, removeLabel(context, ...issueTarget(params), params.name ?? ''))),
  }),
];

export const labelOperations = [...repositoryLabels, ...issueLabels];

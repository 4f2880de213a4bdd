import { created, json } from '@svc/twin-kit';
import { z } from 'zod';
import { getPull } from '../actions/pulls.ts';
import { removeReviewers, requestReviewers } from '../actions/reviewers.ts';
import { renderPull, requestedTeams } from '../render/pulls.ts';
import { simpleUserById } from '../render/users.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';

const path = '/repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers';
const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.pull_number),
];

export const reviewerOperations = [
  operation({
    id: 'pulls/list-requested-reviewers',
    method: 'GET',
    path,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_requested_reviewers',
    handle(context, { params }) {
      const { pull } = getPull(context, ...target(params));
      return json({
        users: pull.requested_reviewer_ids.map((id) => simpleUserById(context, id)),
        teams: requestedTeams(context, pull),
      });
    },
  }),
  operation({
    id: 'pulls/request-reviewers',
    method: 'POST',
    path,
    fidelity: 'semantic',
    mutates: true,
    action: 'request_reviewers',
    body: z.object({ reviewers: z.array(z.string()).default([]), team_reviewers: z.array(z.string()).default([]) }),
    handle: (context, { params, body }) => created(renderPull(context, requestReviewers(context, ...target(params), body))),
  }),
  operation({
    id: 'pulls/remove-requested-reviewers',
    method: 'DELETE',
    path,
    fidelity: 'semantic',
    mutates: true,
    action: 'remove_requested_reviewers',
    body: z.object({ reviewers: z.array(z.string()), team_reviewers: z.array(z.string()).default([]) }),
    handle: (context, { params, body }) => json(renderPull(context, removeReviewers(context, ...target(params), body))),
  }),
];

import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createRunnerGroup,
  deleteRunnerGroup,
  getRunnerGroup,
  listRunnerGroups,
  repositoriesOfGroup,
  selectForGroup,
  updateRunnerGroup,
} from '../actions/workflows/runner-groups.ts';
import { renderRepository } from '../render/repositories.ts';
import { type GithubContext, RUNNER_GROUP_VISIBILITIES, type RunnerGroup } from '../world.ts';
import { numberParam, operation, queryText } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const path = '/orgs/{org}/actions/runner-groups';
const onePath = `${path}/{runner_group_id}`;
const repositories = `${onePath}/repositories`;
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

type Params = Readonly<Record<string, string>>;
const groupParams = (params: Params): [org: string, id: number] => [params.org ?? '', numberParam(params.runner_group_id)];

/** https://docs.github.com/rest/actions/self-hosted-runner-groups: schema `runner-groups-org` */
function rendered(
  { links }: GithubContext,
  { org = '' }: Params,
  { repository_ids: _selected, organization_id: _owner, ...group }: Readonly<RunnerGroup>,
) {
  const url = links.to(`/orgs/${org}/actions/runner-groups/${group.id}`);
  return {
    ...group,
    ...(group.visibility === 'selected' && { selected_repositories_url: `${url}/repositories` }),
    ...{ runners_url: `${url}/runners`, inherited: false, workflow_restrictions_read_only: false },
  };
}

const settings = {
  visibility: z.enum(RUNNER_GROUP_VISIBILITIES).optional(),
  allows_public_repositories: z.boolean().optional(),
  restricted_to_workflows: z.boolean().optional(),
  selected_workflows: z.array(z.string()).optional(),
};
const ids = z.array(z.int());

const groups = [
  operation({
    ...read,
    id: 'actions/list-self-hosted-runner-groups-for-org',
    path,
    action: 'list_runner_groups',
    query: z.object({ ...pageQuery, visible_to_repository: queryText }),
    handle(context, request) {
      const { params, query } = request;
      const found = listRunnerGroups(context, params.org ?? '', query.visible_to_repository);
      const { records, headers } = pageOfList(request, found);
      return json(
        { total_count: found.length, runner_groups: records.map((one) => rendered(context, params, one)) },
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'actions/create-self-hosted-runner-group-for-org',
    method: 'POST',
    path,
    action: 'create_runner_group',
    body: z.object({ ...settings, name: z.string(), selected_repository_ids: ids.optional(), runners: ids.optional() }),
    handle: (context, { params, body }) =>
      json(rendered(context, params, createRunnerGroup(context, params.org ?? '', body)), 201),
  }),
  operation({
    ...read,
    id: 'actions/get-self-hosted-runner-group-for-org',
    path: onePath,
    action: 'get_runner_group',
    handle: (context, { params }) => json(rendered(context, params, getRunnerGroup(context, ...groupParams(params)))),
  }),
  operation({
    ...write,
    id: 'actions/update-self-hosted-runner-group-for-org',
    method: 'PATCH',
    path: onePath,
    action: 'update_runner_group',
    body: z.object({ ...settings, name: z.string() }),
    handle: (context, { params, body }) =>
      json(rendered(context, params, updateRunnerGroup(context, ...groupParams(params), body))),
  }),
  operation({
    ...write,
    id: 'actions/delete-self-hosted-runner-group-from-org',
    method: 'DELETE',
    path: onePath,
    action: 'delete_runner_group',
    handle(context, { params }) {
      deleteRunnerGroup(context, ...groupParams(params));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'actions/list-self-hosted-runners-in-group-for-org',
    path: `${onePath}/runners`,
    action: 'list_runners',
    query: z.object(pageQuery),
    handle(context, { params }) {
      getRunnerGroup(context, ...groupParams(params));
      return json({ total_count: 0, runners: [] });
    },
  }),
];

const selecting = [
  operation({
    ...read,
    id: 'actions/list-repo-access-to-self-hosted-runner-group-in-org',
    path: repositories,
    action: 'list_runner_group_repositories',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = repositoriesOfGroup(context, ...groupParams(request.params));
      const { records, headers } = pageOfList(request, found);
      return json(
        { total_count: found.length, repositories: records.map((one) => renderRepository(context, one)) },
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'actions/set-repo-access-to-self-hosted-runner-group-in-org',
    method: 'PUT',
    path: repositories,
    action: 'set_runner_group_repositories',
    body: z.object({ selected_repository_ids: ids }),
    handle(context, { params, body }) {
      selectForGroup(context, ...groupParams(params), () => body.selected_repository_ids);
      return noContent();
    },
  }),
  operation({
    ...write,
    id: 'actions/add-repo-access-to-self-hosted-runner-group-in-org',
    method: 'PUT',
    path: `${repositories}/{repository_id}`,
    action: 'add_runner_group_repository',
    handle(context, { params }) {
      const id = numberParam(params.repository_id);
      selectForGroup(context, ...groupParams(params), (before) => [...before, id]);
      return noContent();
    },
  }),
  operation({
    ...write,
    id: 'actions/remove-repo-access-to-self-hosted-runner-group-in-org',
    method: 'DELETE',
    path: `${repositories}/{repository_id}`,
    action: 'remove_runner_group_repository',
    handle(context, { params }) {
      const id = numberParam(params.repository_id);
      selectForGroup(context, ...groupParams(params), (before) => before.filter((one) => one !== id));
      return noContent();
    },
  }),
];

export const runnerGroupOperations = [...groups, ...selecting];

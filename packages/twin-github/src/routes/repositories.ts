import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import { findBranch, languagesAt } from '../actions/branches.ts';
import { contributors } from '../actions/contributors.ts';
import { deleteRepository } from '../actions/delete-repository.ts';
import { listTags } from '../actions/refs.ts';
import { createRepository, replaceTopics, updateRepository } from '../actions/repositories.ts';
import { transferRepository } from '../actions/transfer.ts';
import { NotFound } from '../errors.ts';
import { resource } from '../http.ts';
import { renderTagRef } from '../render/git-objects.ts';
import { fullRepositoryJson, renderRepository } from '../render/repositories.ts';
import { simpleUser } from '../render/users.ts';
import type { GithubContext } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const settings = {
  description: z.string().nullable().optional(),
  homepage: z.string().nullable().optional(),
  private: z.boolean().optional(),
  visibility: z.enum(['public', 'private', 'internal']).optional(),
  has_issues: z.boolean().optional(),
  has_projects: z.boolean().optional(),
  has_wiki: z.boolean().optional(),
  has_downloads: z.boolean().optional(),
  has_discussions: z.boolean().optional(),
  is_template: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_merge_commit: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
  allow_auto_merge: z.boolean().optional(),
  allow_update_branch: z.boolean().optional(),
  delete_branch_on_merge: z.boolean().optional(),
  web_commit_signoff_required: z.boolean().optional(),
};

const createBody = z.object({ name: z.string(), auto_init: z.boolean().optional(), ...settings });

const updateBody = z.object({
  name: z.string().optional(),
  default_branch: z.string().optional(),
  archived: z.boolean().optional(),
  ...settings,
});

/** A repository by its id: where those that were renamed lead (recorded: npm @octokit/fixtures, rename-repository). */
function byId(context: GithubContext, params: Readonly<Record<string, string>>): [owner: string, repo: string] {
  const repository = context.world.repositories.get(numberParam(params.repository_id));
  if (!repository) throw new NotFound();
  const [owner = '', repo = ''] = repository.full_name.split('/');
  return [owner, repo];
}

const readOrWrite = [
  operation({
    id: 'repos/get-by-id',
    method: 'GET',
    path: '/repositories/{repository_id}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_repository',
    handle(context, { params }) {
      const repository = visibleRepository(context, ...byId(context, params));
      return resource(fullRepositoryJson(context, repository), repository.updated_at);
    },
  }),
  operation({
    id: 'repos/update-by-id',
    method: 'PATCH',
    path: '/repositories/{repository_id}',
    fidelity: 'semantic',
    mutates: true,
    action: 'update_repository',
    body: updateBody,
    handle: (context, { params, body }) =>
      json(fullRepositoryJson(context, updateRepository(context, ...byId(context, params), body))),
  }),
  operation({
    id: 'repos/delete-by-id',
    method: 'DELETE',
    path: '/repositories/{repository_id}',
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_repository',
    handle(context, { params }) {
      deleteRepository(context, ...byId(context, params));
      return noContent();
    },
  }),
  operation({
    id: 'repos/get',
    method: 'GET',
    path: '/repos/{owner}/{repo}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_repository',
    handle(context, { params }) {
      const repository = visibleRepository(context, ...repositoryParams(params));
      return resource(fullRepositoryJson(context, repository), repository.updated_at);
    },
  }),
  operation({
    id: 'repos/create-for-authenticated-user',
    method: 'POST',
    path: '/user/repos',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_repository',
    body: createBody,
    handle(context, { body, links }) {
      const repository = createRepository(context, body);
      return created(fullRepositoryJson(context, repository), { location: links.to(`/repos/${repository.full_name}`) });
    },
  }),
  operation({
    id: 'repos/create-in-org',
    method: 'POST',
    path: '/orgs/{org}/repos',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_repository',
    body: createBody,
    handle(context, { body, links, params }) {
      const repository = createRepository(context, { ...body, organization: params.org ?? '' });
      return created(fullRepositoryJson(context, repository), { location: links.to(`/repos/${repository.full_name}`) });
    },
  }),
  operation({
    id: 'repos/update',
    method: 'PATCH',
    path: '/repos/{owner}/{repo}',
    fidelity: 'semantic',
    mutates: true,
    action: 'update_repository',
    body: updateBody,
    handle: (context, { params, body }) =>
      json(fullRepositoryJson(context, updateRepository(context, ...repositoryParams(params), body))),
  }),
  operation({
    id: 'repos/delete',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}',
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_repository',
    handle(context, { params }) {
      deleteRepository(context, ...repositoryParams(params));
      return noContent();
    },
  }),
];

const parts = [
  operation({
    id: 'repos/transfer',
    method: 'POST',
    path: '/repos/{owner}/{repo}/transfer',
    fidelity: 'semantic',
    mutates: true,
    action: 'transfer_repository',
    body: z.object({ new_owner: z.string(), new_name: z.string().optional(), team_ids: z.array(z.int()).optional() }),
    handle(context, { params, body }) {
      // Shown as it was: GitHub moves it after it has answered.
      const before = visibleRepository(context, ...repositoryParams(params));
      const shown = renderRepository(context, before);
      transferRepository(context, ...repositoryParams(params), body);
      return json(shown, 202);
    },
  }),
  operation({
    id: 'repos/get-all-topics',
    method: 'GET',
    path: '/repos/{owner}/{repo}/topics',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_topics',
    query: z.object(pageQuery),
    handle(context, request) {
      const { topics } = visibleRepository(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfList(request, topics);
      return json({ names: records }, 200, headers);
    },
  }),
  operation({
    id: 'repos/replace-all-topics',
    method: 'PUT',
    path: '/repos/{owner}/{repo}/topics',
    fidelity: 'semantic',
    mutates: true,
    action: 'replace_topics',
    body: z.object({ names: z.array(z.string()) }),
    handle: (context, { params, body }) => json({ names: replaceTopics(context, ...repositoryParams(params), body.names) }),
  }),
  operation({
    id: 'repos/list-languages',
    method: 'GET',
    path: '/repos/{owner}/{repo}/languages',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_languages',
    handle(context, { params }) {
      const repository = visibleRepository(context, ...repositoryParams(params));
      const head = findBranch(context, repository.id, repository.default_branch);
      return json(head ? languagesAt(context, repository.id, head.object.sha) : {});
    },
  }),
  operation({
    id: 'repos/list-contributors',
    method: 'GET',
    path: '/repos/{owner}/{repo}/contributors',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_contributors',
    query: z.object({ ...pageQuery, anon: queryText }),
    handle(context, request) {
      const repository = visibleRepository(context, ...repositoryParams(request.params));
      const anonymous = ['1', 'true'].includes(request.query.anon ?? '');
      const { records, headers } = pageOfList(request, contributors(context, repository, anonymous));
      const people = records.map(({ user, contributions, ...unknown }) =>
        user ? { ...simpleUser(context, user), contributions } : { ...unknown, type: 'Anonymous', contributions },
      );
      return json(people, 200, headers);
    },
  }),
  operation({
    id: 'repos/list-tags',
    method: 'GET',
    path: '/repos/{owner}/{repo}/tags',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_tags',
    query: z.object(pageQuery),
    handle(context, request) {
      const { repository, tags } = listTags(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfList(request, tags);
      return json(
        records.map(({ ref, commit }) => renderTagRef(context, repository, ref, commit)),
        200,
        headers,
      );
    },
  }),
];

export const repositoryOperations = [...readOrWrite, ...parts];

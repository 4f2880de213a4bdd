import { created, json } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import { branchesAt, requireBranch } from '../actions/commits.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { isProtected } from '../actions/protection/rules-of.ts';
import { branchIndex, renameBranch } from '../actions/refs.ts';
import { commitOf } from '../git/store.ts';
import { renderBranch, renderShortBranch } from '../render/git-objects.ts';
import type { GithubContext, Ref } from '../world.ts';
import { operation, queryText, repositoryParams } from './operation.ts';
import { pageOfIndex, pageOfList, pageQuery } from './pagination.ts';

const full = (context: GithubContext, ref: Readonly<Ref>) =>
  renderBranch(context, ref, commitOf(new RepositoryStore(context, ref.repository_id), ref.object.sha));

export const branchOperations = [
  operation({
    id: 'repos/list-branches',
    method: 'GET',
    path: '/repos/{owner}/{repo}/branches',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_branches',
    query: z.object({ ...pageQuery, protected: queryText }),
    handle(context, request) {
      const { repository, index, group } = branchIndex(context, ...repositoryParams(request.params));
      const wanted = request.query.protected;
      const { records, headers } =
        wanted === 'true' || wanted === 'false'
          ? pageOfList(
              request,
              index
                .page(group, { limit: index.count(group) })
                .filter(({ ref }) => String(isProtected(context, repository, ref)) === wanted),
            )
          : pageOfIndex(request, index, group);
      return json(
        records.map((ref) => renderShortBranch(context, ref)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'repos/get-branch',
    method: 'GET',
    path: '/repos/{owner}/{repo}/branches/{branch*}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_branch',
    handle(context, { params }) {
      const repository = visibleRepository(context, ...repositoryParams(params));
      return json(full(context, requireBranch(context, repository, params.branch ?? '')));
    },
  }),
  operation({
    id: 'repos/rename-branch',
    method: 'POST',
    path: '/repos/{owner}/{repo}/branches/{branch}/rename',
    fidelity: 'semantic',
    mutates: true,
    action: 'rename_branch',
    body: z.object({ new_name: z.string() }),
    handle: (context, { params, body }) =>
      created(full(context, renameBranch(context, ...repositoryParams(params), params.branch ?? '', body.new_name))),
  }),
  operation({
    id: 'repos/list-branches-for-head-commit',
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_branches_of_commit',
    handle(context, { params }) {
      const repository = visibleRepository(context, ...repositoryParams(params));
      return json(branchesAt(context, repository.id, params.commit_sha ?? '').map((ref) => renderShortBranch(context, ref)));
    },
  }),
];

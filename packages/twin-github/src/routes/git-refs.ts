import { created, json, noContent, type Reply } from '@svc/twin-kit';
import { z } from 'zod';
import { createRefByRest, deleteRef, getRef, matchingRefs, refsNamed, updateRef } from '../actions/refs.ts';
import { resource } from '../http.ts';
import { renderRef } from '../render/git-objects.ts';
import { type GithubContext, objectKey, type Ref } from '../world.ts';
import { operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const sha = z.string();

/** A ref, which changed when what it points at was committed (recorded: npm @octokit/fixtures, git-refs). */
function shown(context: GithubContext, ref: Readonly<Ref>): Reply {
  const commit = context.world.commits.get(objectKey(ref.repository_id, ref.object.sha));
  const rendered = renderRef(context, ref);
  return commit ? resource(rendered, commit.committer.date) : json(rendered);
}

export const refOperations = [
  operation({
    id: 'git/get-ref',
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/ref/{ref*}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_ref',
    handle: (context, { params }) => shown(context, getRef(context, ...repositoryParams(params), params.ref ?? '')),
  }),
  operation({
    id: 'git/list-matching-refs',
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/matching-refs/{ref*}',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_matching_refs',
    handle: (context, { params }) =>
      json(matchingRefs(context, ...repositoryParams(params), params.ref ?? '').map((ref) => renderRef(context, ref))),
  }),
  // Older than the description, which leaves them out, and still served: clients list all refs there.
  operation({
    id: 'git/list-refs',
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/refs',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_matching_refs',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, matchingRefs(context, ...repositoryParams(request.params), ''));
      return json(
        records.map((ref) => renderRef(context, ref)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'git/get-refs-named',
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/refs/{ref*}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_ref',
    handle(context, { params }) {
      const found = refsNamed(context, ...repositoryParams(params), params.ref ?? '');
      return 'ref' in found ? shown(context, found) : json(found.map((ref) => renderRef(context, ref)));
    },
  }),
  operation({
    id: 'git/create-ref',
    method: 'POST',
    path: '/repos/{owner}/{repo}/git/refs',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_branch',
    body: z.object({ ref: z.string(), sha }),
    handle(context, { params, body }) {
      const ref = renderRef(context, createRefByRest(context, ...repositoryParams(params), body.ref, body.sha));
      return created(ref, { location: ref.url });
    },
  }),
  operation({
    id: 'git/update-ref',
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/git/refs/{ref*}',
    fidelity: 'semantic',
    mutates: true,
    action: 'update_ref',
    body: z.object({ sha, force: z.boolean().default(false) }),
    handle: (context, { params, body }) =>
      json(renderRef(context, updateRef(context, ...repositoryParams(params), params.ref ?? '', body.sha, body.force))),
  }),
  operation({
    id: 'git/delete-ref',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/git/refs/{ref*}',
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_ref',
    handle(context, { params }) {
      deleteRef(context, ...repositoryParams(params), params.ref ?? '');
      return noContent();
    },
  }),
];

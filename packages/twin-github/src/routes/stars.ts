import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { requireStar, type Starred, star, stargazerIndex, starredBy, unstar } from '../actions/stars.ts';
import { repositoryJson } from '../render/repositories.ts';
import { simpleUserById } from '../render/users.ts';
import type { GithubContext } from '../world.ts';
import { operation, queryText, repositoryParams } from './operation.ts';
import { pageOfIndex, pageOfList, pageQuery } from './pagination.ts';

const starred = '/user/starred/{owner}/{repo}';
const listQuery = z.object({ ...pageQuery, sort: queryText, direction: queryText });
/** The media type that also tells when: https://docs.github.com/rest/activity/starring */
const withTimes = (accept: string | undefined) => accept?.includes('star+json') === true;

type Listed = Parameters<typeof pageOfList>[0] & { headers: { accept?: string | undefined } };

function answer(context: GithubContext, request: Listed, found: readonly Starred[]) {
  const { records, headers } = pageOfList(request, found);
  const shown = records.map((one) => repositoryJson(context, one.repository));
  if (!withTimes(request.headers.accept)) return json(shown, 200, headers);
  return json(
    records.map((one, at) => ({ starred_at: one.star.starred_at, repo: shown[at] })),
    200,
    headers,
  );
}

export const starOperations = [
  operation({
    id: 'activity/list-repos-starred-by-authenticated-user',
    method: 'GET',
    path: '/user/starred',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_starred_repositories',
    query: listQuery,
    handle: (context, request) => answer(context, request, starredBy(context, undefined, request.query)),
  }),
  operation({
    id: 'activity/list-repos-starred-by-user',
    method: 'GET',
    path: '/users/{username}/starred',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_starred_repositories',
    query: listQuery,
    handle: (context, request) => answer(context, request, starredBy(context, request.params.username ?? '', request.query)),
  }),
  operation({
    id: 'activity/check-repo-is-starred-by-authenticated-user',
    method: 'GET',
    path: starred,
    fidelity: 'semantic',
    mutates: false,
    action: 'check_starred',
    handle(context, { params }) {
      requireStar(context, ...repositoryParams(params));
      return noContent();
    },
  }),
  operation({
    id: 'activity/star-repo-for-authenticated-user',
    method: 'PUT',
    path: starred,
    fidelity: 'semantic',
    mutates: true,
    action: 'star_repository',
    handle(context, { params }) {
      star(context, ...repositoryParams(params));
      return noContent();
    },
  }),
  operation({
    id: 'activity/unstar-repo-for-authenticated-user',
    method: 'DELETE',
    path: starred,
    fidelity: 'semantic',
    mutates: true,
    action: 'unstar_repository',
    handle(context, { params }) {
      unstar(context, ...repositoryParams(params));
      return noContent();
    },
  }),
  operation({
    id: 'activity/list-stargazers-for-repo',
    method: 'GET',
    path: '/repos/{owner}/{repo}/stargazers',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_stargazers',
    query: z.object(pageQuery),
    handle(context, request) {
      const { index, group } = stargazerIndex(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfIndex(request, index, group);
      const timed = withTimes(request.headers.accept);
      const people = records.map(({ user_id, starred_at }) => {
        const user = simpleUserById(context, user_id);
        return timed ? { starred_at, user } : user;
      });
      return json(people, 200, headers);
    },
  }),
];

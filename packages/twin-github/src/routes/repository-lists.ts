import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { viewerOf } from '../actions/access.ts';
import { momentIn } from '../actions/moments.ts';
import { type Affiliation, repositoriesOf, viewerRepositories } from '../actions/repositories.ts';
import { ValidationFailed } from '../errors.ts';
import { repositoryJson } from '../render/repositories.ts';
import type { GithubContext, Repository } from '../world.ts';
import { operation, queryText } from './operation.ts';
import { type Page, type PageQuery, pageOfIndex, pageOfList, pageQuery } from './pagination.ts';

const sorting = { sort: queryText, direction: queryText };

const SORT_KEYS: Readonly<Record<string, (repository: Readonly<Repository>) => string>> = {
  created: (repository) => repository.created_at,
  updated: (repository) => repository.updated_at,
  pushed: (repository) => repository.pushed_at ?? repository.created_at,
  full_name: (repository) => repository.full_name.toLowerCase(),
};

interface Sorting {
  sort?: string | undefined;
  direction?: string | undefined;
}

/** Times run from new to old and names from a to z where no direction is named. */
function sorted(repositories: readonly Readonly<Repository>[], { sort, direction }: Sorting, fallback: string) {
  const key = SORT_KEYS[sort ?? fallback] ?? (SORT_KEYS[fallback] as (repository: Readonly<Repository>) => string);
  const isAscending = direction === undefined ? key === SORT_KEYS.full_name : direction === 'asc';
  const ordered = [...repositories].sort((one, other) =>
    key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : one.id - other.id,
  );
  return isAscending ? ordered : ordered.reverse();
}

interface Paged {
  path: string;
  search: string;
  query: PageQuery;
  links: GithubContext['links'];
}

const rendered = (context: GithubContext, { records, headers }: Page<Readonly<Repository>>) =>
  json(
    records.map((repository) => repositoryJson(context, repository)),
    200,
    headers,
  );

const answer = (context: GithubContext, request: Paged, repositories: readonly Readonly<Repository>[]) =>
  rendered(context, pageOfList(request, repositories));

const AFFILIATIONS: readonly Affiliation[] = ['owner', 'collaborator', 'organization_member'];

/** `type` names affiliations in another way; GitHub refuses both together. */
function affiliationsOf({
  affiliation,
  type,
  visibility,
}: { [K in 'affiliation' | 'type' | 'visibility']?: string | undefined }) {
  if (type !== undefined && (affiliation !== undefined || visibility !== undefined)) {
    const message = 'If you specify visibility or affiliation, you cannot specify type.';
    throw new ValidationFailed([{ resource: 'Repository', code: 'custom', message }]);
  }
  const named = type === 'owner' ? 'owner' : type === 'member' ? 'collaborator,organization_member' : affiliation;
  return named === undefined ? AFFILIATIONS : AFFILIATIONS.filter((one) => named.split(',').includes(one));
}

const matchesPrivacy = (repository: Readonly<Repository>, wanted: string | undefined) =>
  wanted === 'private' ? repository.private : wanted === 'public' ? !repository.private : true;

export const repositoryListOperations = [
  operation({
    id: 'repos/list-for-authenticated-user',
    method: 'GET',
    path: '/user/repos',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_my_repositories',
    query: z.object({
      ...pageQuery,
      ...sorting,
      visibility: queryText,
      affiliation: queryText,
      type: queryText,
      since: queryText,
      before: queryText,
    }),
    handle(context, request) {
      const { visibility, type } = request.query;
      const since = momentIn('since', request.query.since) ?? Number.NEGATIVE_INFINITY;
      const before = momentIn('before', request.query.before) ?? Number.POSITIVE_INFINITY;
      const repositories = viewerRepositories(context, affiliationsOf(request.query)).filter((repository) => {
        const updated = Date.parse(repository.updated_at);
        return matchesPrivacy(repository, visibility ?? type) && updated > since && updated < before;
      });
      return answer(context, request, sorted(repositories, request.query, 'full_name'));
    },
  }),
  operation({
    id: 'repos/list-for-user',
    method: 'GET',
    path: '/users/{username}/repos',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_user_repositories',
    query: z.object({ ...pageQuery, ...sorting, type: queryText }),
    handle(context, request) {
      const login = request.params.username ?? '';
      // The viewer's own private repositories are under /user/repos only.
      const owned = repositoriesOf(context, login).filter(
        (repository) => !repository.private || repository.owner_id !== viewerOf(context).id,
      );
      return answer(context, request, sorted(owned, request.query, 'full_name'));
    },
  }),
  operation({
    id: 'repos/list-for-org',
    method: 'GET',
    path: '/orgs/{org}/repos',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_organization_repositories',
    query: z.object({ ...pageQuery, ...sorting, type: queryText }),
    handle(context, request) {
      const repositories = repositoriesOf(context, request.params.org ?? '', 'Organization').filter((repository) =>
        matchesPrivacy(repository, request.query.type),
      );
      return answer(context, request, sorted(repositories, request.query, 'created'));
    },
  }),
  operation({
    id: 'repos/list-public',
    method: 'GET',
    path: '/repositories',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_public_repositories',
    query: z.object({ ...pageQuery, since: queryText }),
    handle(context, request) {
      const { all } = context.world.repositories.by;
      const since = Number(request.query.since ?? 0);
      if (!(since > 0)) return rendered(context, pageOfIndex(request, all, 'public'));
      const later = all.page('public', { limit: all.count('public') }).filter(({ id }) => id > since);
      return answer(context, request, later);
    },
  }),
];

import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { searchCommits } from '../actions/search/commits.ts';
import { searchIssues } from '../actions/search/issues.ts';
import { searchLabels } from '../actions/search/labels.ts';
import { searchRepositories } from '../actions/search/repositories.ts';
import type { Found } from '../actions/search/results.ts';
import { searchTopics, type Topic } from '../actions/search/topics.ts';
import { searchUsers } from '../actions/search/users.ts';
import { ValidationFailed } from '../errors.ts';
import { renderCommit } from '../render/commits.ts';
import { renderIssue } from '../render/issues.ts';
import { renderLabel } from '../render/labels.ts';
import { renderRepository } from '../render/repositories.ts';
import { simpleUser } from '../render/users.ts';
import type { GithubContext, Issue } from '../world.ts';
import { numberParam, operation, queryText } from './operation.ts';
import { linkHeader, pageOf, pageQuery } from './pagination.ts';

const searchQuery = z.object({ ...pageQuery, q: queryText, sort: queryText, order: queryText });

/** Only the first thousand results can be paged to. */
const LAST_RESULT = 1000;

const answer = <T>(
  request: Parameters<typeof linkHeader>[0],
  found: Found<T>,
  render: (record: Readonly<T>) => object,
  more: object = {},
) =>
  json(
    {
      total_count: found.total,
      incomplete_results: false,
      // The list comes first of what isn't a count: octokit's `paginate` takes the first such key for it.
      items: found.records.map((record) => ({ ...render(record), score: 1 })),
      ...more,
    },
    200,
    linkHeader(request, Math.min(found.total, LAST_RESULT)),
  );

/** GitHub's description knows no null body here. */
function searchedIssue(context: GithubContext, issue: Readonly<Issue>) {
  const rendered = renderIssue(context, issue);
  return { ...rendered, body: rendered.body ?? '' };
}

/** What GitHub's people write of a topic is written of none here. */
const renderTopic = ({ name, repositories, created_at, updated_at }: Readonly<Topic>) => ({
  name,
  display_name: null,
  short_description: null,
  description: null,
  created_by: null,
  released: null,
  created_at,
  updated_at,
  featured: false,
  curated: false,
  repository_count: repositories,
});

const base = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

export const searchOperations = [
  operation({
    ...base,
    id: 'search/issues-and-pull-requests',
    path: '/search/issues',
    action: 'search_issues',
    // GitHub's search is the advanced one by now, whatever is asked.
    ignores: ['advanced_search'],
    query: searchQuery,
    handle: (context, request) =>
      answer(request, searchIssues(context, request.query, pageOf(request.query)), (issue) => searchedIssue(context, issue), {
        search_type: 'lexical',
      }),
  }),
  operation({
    ...base,
    id: 'search/repos',
    path: '/search/repositories',
    action: 'search_repositories',
    query: searchQuery,
    handle: (context, request) =>
      answer(request, searchRepositories(context, request.query, pageOf(request.query)), (repository) =>
        renderRepository(context, repository),
      ),
  }),
  operation({
    ...base,
    id: 'search/commits',
    path: '/search/commits',
    action: 'search_commits',
    query: searchQuery,
    handle: (context, request) =>
      answer(request, searchCommits(context, request.query, pageOf(request.query)), ({ commit, repository }) => ({
        ...renderCommit(context, commit),
        repository: renderRepository(context, repository),
      })),
  }),
  operation({
    ...base,
    id: 'search/users',
    path: '/search/users',
    action: 'search_users',
    query: searchQuery,
    handle: (context, request) =>
      answer(request, searchUsers(context, request.query, pageOf(request.query)), (user) => simpleUser(context, user)),
  }),
  operation({
    ...base,
    id: 'search/topics',
    path: '/search/topics',
    action: 'search_topics',
    query: z.object({ ...pageQuery, q: queryText }),
    handle: (context, request) => answer(request, searchTopics(context, request.query.q, pageOf(request.query)), renderTopic),
  }),
  operation({
    ...base,
    id: 'search/labels',
    path: '/search/labels',
    action: 'search_labels',
    query: z.object({ ...pageQuery, q: queryText, repository_id: queryText, sort: queryText, order: queryText }),
    handle(context, request) {
      if (request.query.repository_id === undefined)
        throw new ValidationFailed([{ resource: 'Search', field: 'repository_id', code: 'missing' }]);
      const found = searchLabels(context, numberParam(request.query.repository_id), request.query, pageOf(request.query));
      return answer(request, found, (label) => renderLabel(context, label));
    },
  }),
];

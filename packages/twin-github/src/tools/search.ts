import { z } from 'zod';
import { viewerOf } from '../actions/access.ts';
import { searchIssues } from '../actions/search/issues.ts';
import { searchRepositories } from '../actions/search/repositories.ts';
import { searchUsers } from '../actions/search/users.ts';
import { renderIssue } from '../render/issues.ts';
import { renderRepository } from '../render/repositories.ts';
import { privateUser, simpleUser } from '../render/users.ts';
import type { GithubContext } from '../world.ts';
import { cutOf, paging, pick, tool } from './tool.ts';

export const order = z.enum(['asc', 'desc']).optional().describe('Order direction');

/** Of searches for people and for organisations. */
export const accountSearchInput = () =>
  z.object({
    query: z.string().describe('What to look for, in the words of the user search'),
    sort: z.enum(['followers', 'repositories', 'joined']).optional().describe('Order by this field'),
    order,
    ...paging,
  });

const issueSearchInput = () =>
  z.object({
    query: z.string().describe('What to look for, in the words of the issue search'),
    owner: z.string().optional().describe('With repo: search only this repository'),
    repo: z.string().optional().describe('With owner: search only this repository'),
    sort: z
      .enum([
        'comments',
        'reactions',
        'reactions-+1',
        'reactions--1',
        'reactions-smile',
        'reactions-thinking_face',
        'reactions-heart',
        'reactions-tada',
        'interactions',
        'created',
        'updated',
      ])
      .optional()
      .describe('Order by this field; by best match without it'),
    order,
    fields: z.array(z.string()).optional().describe('Only these fields of each result; all by default'),
    ...paging,
  });

function search(context: GithubContext, scope: 'issue' | 'pr', input: z.output<ReturnType<typeof issueSearchInput>>) {
  const { owner, repo } = input;
  const within = owner && repo ? `is:${scope} repo:${owner}/${repo}` : `is:${scope}`;
  const found = searchIssues(context, { q: input.query, scope: within, sort: input.sort, order: input.order }, cutOf(input));
  return {
    total_count: found.total,
    incomplete_results: false,
    items: found.records.map((issue) => pick({ ...renderIssue(context, issue), score: 1 }, input.fields)),
  };
}

export const searchTools = [
  tool({
    name: 'get_me',
    title: 'Get my user profile',
    description: 'Shows whose token this is: the profile of the authenticated user.',
    mutates: false,
    input: () => z.object({}),
    handle: (context) => privateUser(context, viewerOf(context)),
  }),
  tool({
    name: 'search_issues',
    title: 'Search issues',
    description: 'Searches the issues of all repositories, or of one. Pull requests are left out.',
    mutates: false,
    input: issueSearchInput,
    handle: (context, input) => search(context, 'issue', input),
  }),
  tool({
    name: 'search_pull_requests',
    title: 'Search pull requests',
    description: 'Searches the pull requests of all repositories, or of one.',
    mutates: false,
    action: 'search_issues',
    input: issueSearchInput,
    handle: (context, input) => search(context, 'pr', input),
  }),
  tool({
    name: 'search_repositories',
    title: 'Search repositories',
    description: 'Finds repositories by name, description, topic, owner or language.',
    mutates: false,
    input: () =>
      z.object({
        query: z.string().describe('What to look for, in the words of the repository search'),
        sort: z.enum(['stars', 'forks', 'help-wanted-issues', 'updated']).optional().describe('Order by this field'),
        order,
        minimal_output: z.boolean().optional().describe('Only the main fields of each repository; true by default'),
        ...paging,
      }),
    handle(context, { query, sort, order: direction, minimal_output = true, ...cut }) {
      const found = searchRepositories(context, { q: query, sort, order: direction }, cutOf(cut));
      const items = found.records.map((record) => {
        const repository = renderRepository(context, record);
        return minimal_output ? pick(repository, MINIMAL_REPOSITORY) : { ...repository, score: 1 };
      });
      return { total_count: found.total, incomplete_results: false, items };
    },
  }),
  tool({
    name: 'search_users',
    title: 'Search users',
    description: 'Finds people by login, name or location. Organisations are left out.',
    mutates: false,
    input: accountSearchInput,
    handle(context, { query, sort, order: direction, ...cut }) {
      const found = searchUsers(context, { q: `type:user (${query})`, sort, order: direction }, cutOf(cut));
      return {
        total_count: found.total,
        incomplete_results: false,
        items: found.records.map((user) => simpleUser(context, user)),
      };
    },
  }),
];

const MINIMAL_REPOSITORY = [
  'id',
  'name',
  'full_name',
  'description',
  'html_url',
  'language',
  'stargazers_count',
  'forks_count',
  'open_issues_count',
  'updated_at',
  'created_at',
  'topics',
  'private',
  'fork',
  'archived',
  'default_branch',
];

import { z } from 'zod';
import { star, starredBy, unstar } from '../actions/stars.ts';
import { renderRepository } from '../render/repositories.ts';
import { cutOf, paging, repository, tool } from './tool.ts';

/** Of the toolset `stargazers`: github/github-mcp-server, pkg/github/repositories.go. */

export const starTools = [
  tool({
    name: 'list_starred_repositories',
    title: 'List starred repositories',
    description: 'Lists the repositories that somebody has starred, or that you have.',
    mutates: false,
    input: () =>
      z.object({
        username: z.string().optional().describe('Who; without it you'),
        sort: z.enum(['created', 'updated']).optional().describe('By when it was starred, or when it was pushed to last'),
        direction: z.enum(['asc', 'desc']).optional().describe('Order direction'),
        ...paging,
      }),
    handle(context, { username, sort, direction, ...page }) {
      const { offset, limit } = cutOf(page);
      const found = starredBy(context, username === '' ? undefined : username, { sort, direction });
      return found.slice(offset, offset + limit).map((one) => renderRepository(context, one.repository));
    },
  }),
  tool({
    name: 'star_repository',
    title: 'Star repository',
    description: 'Stars a repository.',
    mutates: true,
    input: () => z.object(repository),
    handle(context, { owner, repo }) {
      star(context, owner, repo);
      return `Successfully starred repository ${owner}/${repo}`;
    },
  }),
  tool({
    name: 'unstar_repository',
    title: 'Unstar repository',
    description: 'Takes back the star of a repository.',
    mutates: true,
    input: () => z.object(repository),
    handle(context, { owner, repo }) {
      unstar(context, owner, repo);
      return `Successfully unstarred repository ${owner}/${repo}`;
    },
  }),
];

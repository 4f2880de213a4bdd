import type { Tool } from '@svc/twin-kit';
import type { GithubCollections } from '../world.ts';

/** The tools of GitHub's official MCP server that the twin models. */
export const tools: readonly Tool<GithubCollections>[] = [];

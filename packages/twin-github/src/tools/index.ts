import type { Tool } from '@svc/twin-kit';
import type { GithubCollections } from '../world.ts';
import { issueTools } from './issues.ts';
import { labelTools } from './labels.ts';
import { searchTools } from './search.ts';

/** Tools by the names of GitHub's own MCP server, each a door to the same actions as the REST surface. */
export const tools: readonly Tool<GithubCollections>[] = [...issueTools, ...labelTools, ...searchTools];

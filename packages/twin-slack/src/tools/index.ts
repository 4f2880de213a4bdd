import type { Tool } from '@svc/twin-kit';
import type { SlackCollections } from '../world.ts';
import { messageTools } from './messages.ts';
import { searchTools } from './search.ts';
import { workspaceTools } from './workspace.ts';

/** Tools by the names of Slack's own MCP server, each a door to the same actions as the Web API. */
export const tools: readonly Tool<SlackCollections>[] = [...messageTools, ...searchTools, ...workspaceTools];

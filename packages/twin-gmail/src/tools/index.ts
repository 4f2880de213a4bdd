import type { Tool } from '@svc/twin-kit';
import type { GmailCollections } from '../world.ts';
import { draftTools } from './drafts.ts';
import { labelTools } from './labels.ts';
import { readingTools } from './reading.ts';

/** The 15 tools of Google's Gmail MCP server. Each is a door to an action that the API has too. */
export const tools: readonly Tool<GmailCollections>[] = [...draftTools, ...readingTools, ...labelTools];

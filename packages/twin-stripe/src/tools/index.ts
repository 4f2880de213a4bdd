import { localTools } from './local.ts';
import { remoteTools } from './remote.ts';

/** Tools by the names of Stripe's own MCP servers, each a door to what a route does. */
export const tools = [...localTools, ...remoteTools];

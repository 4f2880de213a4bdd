import type { Tool } from '@svc/twin-kit';
import type { LinearCollections } from '../world.ts';
import { commentTools } from './comments.ts';
import { documentTools } from './documents.ts';
import { initiativeTools } from './initiatives.ts';
import { issuePartTools } from './issue-parts.ts';
import { issueTools } from './issues.ts';
import { projectTools } from './projects.ts';
import { workspaceTools } from './workspace.ts';

/** The tools of Linear's MCP server whose parts of the product are modelled. */
export const tools: readonly Tool<LinearCollections>[] = [
  ...issueTools,
  ...issuePartTools,
  ...commentTools,
  ...documentTools,
  ...projectTools,
  ...initiativeTools,
  ...workspaceTools,
];

import type { Tool } from '@svc/twin-kit';
import type { GithubCollections } from '../world.ts';
import { actionsTools } from './actions.ts';
import { alertTools } from './alerts.ts';
import { discussionTools } from './discussions.ts';
import { fileTools } from './files.ts';
import { furtherTools } from './further.ts';
import { gistTools } from './gists.ts';
import { granularIssueTools, subIssueWrite } from './granular-issues.ts';
import { granularPullTools } from './granular-pulls.ts';
import { issueDependencyTools } from './issue-dependencies.ts';
import { issueTools } from './issues.ts';
import { labelTools } from './labels.ts';
import { notificationTools } from './notifications.ts';
import { projectReadTools } from './project-reads.ts';
import { projectWriteTools } from './project-writes.ts';
import { pullTools } from './pulls.ts';
import { repositoryAndBranchTools } from './repositories.ts';
import { reviewTools } from './reviews.ts';
import { searchTools } from './search.ts';
import { starTools } from './stars.ts';

/** Tools by the names of GitHub's own MCP server, each a door to the same actions as the REST surface. */
export const tools: readonly Tool<GithubCollections>[] = [
  ...repositoryAndBranchTools,
  ...fileTools,
  ...pullTools,
  ...reviewTools,
  ...issueTools,
  ...labelTools,
  ...searchTools,
  ...actionsTools,
  ...gistTools,
  ...starTools,
  ...notificationTools,
  ...furtherTools,
  ...discussionTools,
  ...alertTools,
  ...projectReadTools,
  ...projectWriteTools,
  subIssueWrite,
  ...issueDependencyTools,
  ...granularIssueTools,
  ...granularPullTools,
];

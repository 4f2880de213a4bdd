import type { Operation } from '@svc/twin-kit';
import type { GithubCollections } from '../world.ts';
import { assigneeOperations } from './assignees.ts';
import { commentOperations } from './comments.ts';
import { issueEventOperations } from './issue-events.ts';
import { issueOperations } from './issues.ts';
import { labelOperations } from './labels.ts';
import { metaOperations } from './meta.ts';
import { milestoneOperations } from './milestones.ts';
import { searchOperations } from './search.ts';
import { userOperations } from './users.ts';

/** Everything of GitHub's REST API that the twin models. */
export const operations: readonly Operation<GithubCollections>[] = [
  ...metaOperations,
  ...userOperations,
  ...issueOperations,
  ...commentOperations,
  ...labelOperations,
  ...assigneeOperations,
  ...milestoneOperations,
  ...issueEventOperations,
  ...searchOperations,
];

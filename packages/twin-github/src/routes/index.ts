import type { Operation } from '@svc/twin-kit';
import type { GithubCollections } from '../world.ts';
import { assigneeOperations } from './assignees.ts';
import { branchOperations } from './branches.ts';
import { collaboratorOperations } from './collaborators.ts';
import { commentOperations } from './comments.ts';
import { commitOperations } from './commits.ts';
import { contentOperations } from './contents.ts';
import { gitObjectOperations } from './git-objects.ts';
import { refOperations } from './git-refs.ts';
import { issueEventOperations } from './issue-events.ts';
import { issueOperations } from './issues.ts';
import { labelOperations } from './labels.ts';
import { mergeOperations } from './merges.ts';
import { metaOperations } from './meta.ts';
import { milestoneOperations } from './milestones.ts';
import { pullOperations } from './pulls.ts';
import { repositoryOperations } from './repositories.ts';
import { repositoryListOperations } from './repository-lists.ts';
import { reviewerOperations } from './reviewers.ts';
import { searchOperations } from './search.ts';
import { codeSearchOperations } from './search-code.ts';
import { userOperations } from './users.ts';

/** Everything of GitHub's REST API that the twin models. */
export const operations: readonly Operation<GithubCollections>[] = [
  ...metaOperations,
  ...userOperations,
  ...repositoryOperations,
  ...repositoryListOperations,
  ...contentOperations,
  ...branchOperations,
  ...commitOperations,
  ...refOperations,
  ...gitObjectOperations,
  ...pullOperations,
  ...collaboratorOperations,
  ...issueOperations,
  ...commentOperations,
  ...labelOperations,
  ...assigneeOperations,
  ...milestoneOperations,
  ...issueEventOperations,
  ...mergeOperations,
  ...reviewerOperations,
  ...codeSearchOperations,
  ...searchOperations,
];

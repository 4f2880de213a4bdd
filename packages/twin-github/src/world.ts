import { type Context, isoMinute, type SeedContext, type State, timeWriter, type World } from '@svc/twin-kit';
import { accountCollections } from './world/accounts.ts';
import { actionsPolicyCollections } from './world/actions-policies.ts';
import { alertCollections } from './world/alerts.ts';
import { appCollections } from './world/apps.ts';
import { autolinkCollections } from './world/autolinks.ts';
import { commitCheckCollections } from './world/commit-checks.ts';
import { deploymentCollections } from './world/deployments.ts';
import { discussionCollections } from './world/discussions.ts';
import { eventCollections } from './world/events.ts';
import { gistCollections } from './world/gists.ts';
import { gitCollections } from './world/git.ts';
import { hookCollections } from './world/hooks.ts';
import { interactionLimitCollections } from './world/interaction-limits.ts';
import { issueTypeCollections } from './world/issue-types.ts';
import { issueCollections } from './world/issues.ts';
import { linkedBranchCollections } from './world/linked-branches.ts';
import { mergeQueueCollections } from './world/merge-queue.ts';
import { notificationCollections } from './world/notifications.ts';
import { peopleCollections } from './world/people.ts';
import { projectCollections } from './world/projects.ts';
import { protectionCollections } from './world/protection.ts';
import { pushCollections } from './world/pushes.ts';
import { releaseCollections } from './world/releases.ts';
import { repositoryCollections } from './world/repositories.ts';
import { repositoryAdvisoryCollections } from './world/repository-advisories.ts';
import { reviewCollections } from './world/reviews.ts';
import { runnerGroupCollections } from './world/runner-groups.ts';
import { socialCollections } from './world/social.ts';
import { teamCollections } from './world/teams.ts';
import { workflowCollections } from './world/workflows.ts';

export const collections = {
  ...accountCollections,
  ...repositoryCollections,
  ...interactionLimitCollections,
  ...issueTypeCollections,
  ...issueCollections,
  ...linkedBranchCollections,
  ...eventCollections,
  ...gitCollections,
  ...reviewCollections,
  ...commitCheckCollections,
  ...releaseCollections,
  ...socialCollections,
  ...protectionCollections,
  ...hookCollections,
  ...teamCollections,
  ...mergeQueueCollections,
  ...notificationCollections,
  ...peopleCollections,
  ...pushCollections,
  ...autolinkCollections,
  ...gistCollections,
  ...deploymentCollections,
  ...workflowCollections,
  ...actionsPolicyCollections,
  ...runnerGroupCollections,
  ...appCollections,
  ...discussionCollections,
  ...projectCollections,
  ...alertCollections,
  ...repositoryAdvisoryCollections,
};

export type GithubCollections = typeof collections;
export type GithubWorld = World<GithubCollections>;
export type GithubContext = Context<GithubCollections>;
export type GithubSeedContext = SeedContext<GithubCollections>;
export type GithubState = State<GithubCollections>;

/** The world's time as GitHub writes it: ISO 8601 in UTC, to the second. */
export const timestamp = timeWriter(isoMinute, (minute, second) => `${minute}${second}Z`);

export * from './world/accounts.ts';
export * from './world/actions-policies.ts';
export * from './world/alerts.ts';
export * from './world/apps.ts';
export * from './world/autolinks.ts';
export * from './world/commit-checks.ts';
export * from './world/deployments.ts';
export * from './world/discussions.ts';
export * from './world/events.ts';
export * from './world/gists.ts';
export * from './world/git.ts';
export * from './world/hooks.ts';
export * from './world/interaction-limits.ts';
export * from './world/issue-types.ts';
export * from './world/issues.ts';
export * from './world/linked-branches.ts';
export * from './world/merge-queue.ts';
export * from './world/notifications.ts';
export * from './world/people.ts';
export * from './world/projects.ts';
export * from './world/protection.ts';
export * from './world/pushes.ts';
export * from './world/releases.ts';
export * from './world/repositories.ts';
export * from './world/repository-advisories.ts';
export * from './world/reviews.ts';
export * from './world/runner-groups.ts';
export * from './world/social.ts';
export * from './world/teams.ts';
export * from './world/workflows.ts';

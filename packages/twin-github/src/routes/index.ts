import type { Operation } from '@svc/twin-kit';
import { graphqlOperations } from '../graphql/operation.ts';
import type { GithubCollections } from '../world.ts';
import { actionsCacheOperations } from './actions-caches.ts';
import { actionsPolicyOperations } from './actions-policies.ts';
import { actionsSettingOperations } from './actions-settings.ts';
import { activityEventOperations } from './activity-events.ts';
import { advisoryOperations } from './advisories.ts';
import { alertOperations } from './alerts.ts';
import { appOperations } from './apps.ts';
import { archiveOperations } from './archives.ts';
import { artifactOperations, downloadOperations } from './artifacts.ts';
import { assigneeOperations } from './assignees.ts';
import { autolinkOperations } from './autolinks.ts';
import { branchProtectionOperations } from './branch-protection.ts';
import { branchOperations } from './branches.ts';
import { checkRunOperations } from './check-runs.ts';
import { checkSuiteOperations } from './check-suites.ts';
import { collaboratorOperations } from './collaborators.ts';
import { commentOperations } from './comments.ts';
import { commitCommentOperations } from './commit-comments.ts';
import { commitOperations } from './commits.ts';
import { contentOperations } from './contents.ts';
import { deploymentOperations } from './deployments.ts';
import { emailOperations } from './emails.ts';
import { environmentOperations } from './environments.ts';
import { feedOperations } from './feeds.ts';
import { followOperations } from './follows.ts';
import { forkOperations } from './forks.ts';
import { gistCommentOperations } from './gist-comments.ts';
import { gistOperations } from './gists.ts';
import { gitHttpOperations } from './git-http.ts';
import { gitObjectOperations } from './git-objects.ts';
import { refOperations } from './git-refs.ts';
import { hookOperations } from './hooks.ts';
import { interactionLimitOperations } from './interaction-limits.ts';
import { invitationOperations } from './invitations.ts';
import { issueDependencyOperations } from './issue-dependencies.ts';
import { issueEventOperations } from './issue-events.ts';
import { issueTypeOperations } from './issue-types.ts';
import { issueOperations } from './issues.ts';
import { keyOperations } from './keys.ts';
import { labelOperations } from './labels.ts';
import { membershipOperations } from './memberships.ts';
import { mergeOperations } from './merges.ts';
import { metaOperations } from './meta.ts';
import { milestoneOperations } from './milestones.ts';
import { notificationOperations } from './notifications.ts';
import { organizationOperations } from './organizations.ts';
import { protectionListOperations } from './protection-lists.ts';
import { pullOperations } from './pulls.ts';
import { reactionOperations } from './reactions.ts';
import { refActivityOperations } from './ref-activity.ts';
import { releaseAssetOperations } from './release-assets.ts';
import { releaseOperations } from './releases.ts';
import { repositoryOperations } from './repositories.ts';
import { repositoryAdvisoryOperations } from './repository-advisories.ts';
import { repositoryListOperations } from './repository-lists.ts';
import { reviewCommentOperations } from './review-comments.ts';
import { reviewerOperations } from './reviewers.ts';
import { reviewOperations } from './reviews.ts';
import { rulesetOperations } from './rulesets.ts';
import { runnerGroupOperations } from './runner-groups.ts';
import { searchOperations } from './search.ts';
import { codeSearchOperations } from './search-code.ts';
import { selectedRepositoryOperations } from './selected-repositories.ts';
import { starOperations } from './stars.ts';
import { statisticsOperations } from './statistics.ts';
import { statusOperations } from './statuses.ts';
import { subIssueOperations } from './sub-issues.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { teamChangeOperations } from './team-changes.ts';
import { teamOperations } from './teams.ts';
import { templateOperations } from './templates.ts';
import { userOperations } from './users.ts';
import { webPageOperations } from './web-pages.ts';
import { workflowJobOperations } from './workflow-jobs.ts';
import { workflowRunOperations } from './workflow-runs.ts';
import { workflowOperations } from './workflows.ts';

/** Everything of GitHub's REST and GraphQL APIs that the twin models. */
export const operations: readonly Operation<GithubCollections>[] = [
  ...metaOperations,
  ...userOperations,
  ...appOperations,
  ...repositoryOperations,
  ...repositoryListOperations,
  ...contentOperations,
  ...branchProtectionOperations,
  ...protectionListOperations,
  ...branchOperations,
  ...rulesetOperations,
  ...runnerGroupOperations,
  ...commitOperations,
  ...refOperations,
  ...gitHttpOperations,
  ...archiveOperations,
  ...gitObjectOperations,
  ...pullOperations,
  ...collaboratorOperations,
  ...issueOperations,
  ...issueTypeOperations,
  ...commentOperations,
  ...labelOperations,
  ...assigneeOperations,
  ...milestoneOperations,
  ...issueEventOperations,
  ...mergeOperations,
  ...reviewerOperations,
  ...codeSearchOperations,
  ...searchOperations,
  ...checkRunOperations,
  ...checkSuiteOperations,
  ...commitCommentOperations,
  ...forkOperations,
  ...templateOperations,
  ...interactionLimitOperations,
  ...invitationOperations,
  ...organizationOperations,
  ...reactionOperations,
  ...releaseAssetOperations,
  ...releaseOperations,
  ...reviewCommentOperations,
  ...reviewOperations,
  ...starOperations,
  ...statusOperations,
  ...statisticsOperations,
  ...subIssueOperations,
  ...issueDependencyOperations,
  ...teamOperations,
  ...deploymentOperations,
  ...environmentOperations,
  ...gistOperations,
  ...gistCommentOperations,
  ...teamChangeOperations,
  ...membershipOperations,
  ...notificationOperations,
  ...subscriptionOperations,
  ...followOperations,
  ...activityEventOperations,
  ...feedOperations,
  ...keyOperations,
  ...autolinkOperations,
  ...refActivityOperations,
  ...emailOperations,
  ...alertOperations,
  ...advisoryOperations,
  ...repositoryAdvisoryOperations,
  ...hookOperations,
  ...workflowOperations,
  ...workflowRunOperations,
  ...workflowJobOperations,
  ...artifactOperations,
  ...downloadOperations,
  ...actionsSettingOperations,
  ...actionsPolicyOperations,
  ...actionsCacheOperations,
  ...selectedRepositoryOperations,
  ...graphqlOperations,
  ...webPageOperations,
];

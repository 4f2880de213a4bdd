import type { Fields } from '../graph.ts';
import { accountFields, teamFields } from './accounts.ts';
import { actorsOfIssue, actorsOfRepository, reviewersOfPull, suggestedReviewerFields } from './actors.ts';
import { autoMergeFields } from './auto-merge.ts';
import { checkFields } from './checks.ts';
import { reactionFields } from './discussed.ts';
import { discussionFields, discussionsOfAuthor } from './discussions.ts';
import { gistFields } from './gists.ts';
import { gitFields } from './git.ts';
import { heldByLabel, heldByMilestone, heldByRepository, heldByTeam, heldByUser, pinnedIssueFields } from './held.ts';
import { issueTypeFields, typeOfIssue, typesOfOrganization, typesOfRepository } from './issue-types.ts';
import { issueFields, labelFields, milestoneFields } from './issues.ts';
import { linkedBranchesOfIssue, linkedBranchFields } from './linked-branches.ts';
import { mergeQueueFields } from './merge-queue.ts';
import { projectValueFields } from './project-values.ts';
import { projectFields, projectsIn, projectsOfAccount, projectsOfIssue } from './projects.ts';
import { protectionFields } from './protection.ts';
import { closedBy, pullFields } from './pulls.ts';
import { releaseFields } from './releases.ts';
import { repositoryFields } from './repository.ts';
import { reviewFields } from './reviews.ts';
import { rulesetFields, rulesetsOfOrganization, rulesetsOfRepository } from './rulesets.ts';
import { timelineOfThread } from './timeline.ts';
import { timelineEventFields } from './timeline-events.ts';
import { workflowFields } from './workflows.ts';

/** Every type of the graph that stands for records of the world, with its fields. */
export const typeFields: Readonly<Record<string, Fields>> = {
  ...accountFields,
  User: { ...accountFields.User, ...heldByUser, ...discussionsOfAuthor, ...projectsOfAccount },
  Organization: {
    ...accountFields.Organization,
    ...discussionsOfAuthor,
    ...projectsOfAccount,
    ...typesOfOrganization,
    ...rulesetsOfOrganization,
  },
  Team: { ...teamFields, ...heldByTeam },
  ...repositoryFields,
  Repository: {
    ...repositoryFields.Repository,
    ...projectsIn,
    ...typesOfRepository,
    ...actorsOfRepository,
    ...rulesetsOfRepository,
    ...heldByRepository,
  },
  ...gitFields,
  ...issueFields,
  Issue: {
    ...issueFields.Issue,
    ...projectsOfIssue,
    ...typeOfIssue,
    ...actorsOfIssue,
    ...closedBy,
    ...linkedBranchesOfIssue,
    ...timelineOfThread,
  },
  IssueType: issueTypeFields,
  Label: { ...labelFields, ...heldByLabel },
  Milestone: { ...milestoneFields, ...heldByMilestone },
  LinkedBranch: linkedBranchFields,
  PinnedIssue: pinnedIssueFields,
  ...mergeQueueFields,
  ...pullFields,
  AutoMergeRequest: autoMergeFields,
  PullRequest: { ...pullFields.PullRequest, ...projectsOfIssue, ...actorsOfIssue, ...reviewersOfPull, ...timelineOfThread },
  SuggestedReviewerActor: suggestedReviewerFields,
  ...reviewFields,
  ...reactionFields,
  ...checkFields,
  ...workflowFields,
  ...protectionFields,
  ...rulesetFields,
  ...releaseFields,
  ...gistFields,
  ...discussionFields,
  ...projectFields,
  ...projectValueFields,
  ...timelineEventFields,
};

/** Fields of types that no record stands behind, besides those that all connections, edges and payloads have. */
export const plainFields: Readonly<Record<string, readonly string[]>> = {
  PageInfo: ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'],
  SearchResultItemConnection: ['issueCount', 'repositoryCount', 'userCount', 'codeCount', 'discussionCount', 'wikiCount'],
  StatusCheckRollupContextConnection: [
    'checkRunCount',
    'checkRunCountsByState',
    'statusContextCount',
    'statusContextCountsByState',
  ],
  IssueTimelineItemsConnection: ['filteredCount', 'pageCount', 'updatedAt'],
  PullRequestTimelineItemsConnection: ['filteredCount', 'pageCount', 'updatedAt'],
  CheckRunStateCount: ['state', 'count'],
  StatusContextStateCount: ['state', 'count'],
  IssueDependenciesSummary: ['blockedBy', 'blocking', 'totalBlockedBy', 'totalBlocking'],
  LanguageEdge: ['size'],
  StargazerEdge: ['starredAt'],
  StarredRepositoryEdge: ['starredAt'],
  RepositoryCollaboratorEdge: ['permission'],
  OrganizationMemberEdge: ['role'],
  TeamMemberEdge: ['role'],
  TeamRepositoryEdge: ['permission'],
  ReactingUserEdge: ['reactedAt'],
  ReactorEdge: ['reactedAt'],
  MergeQueueConfiguration: [
    'checkResponseTimeout',
    'maximumEntriesToBuild',
    'maximumEntriesToMerge',
    'mergeMethod',
    'mergingStrategy',
    'minimumEntriesToMerge',
    'minimumEntriesToMergeWaitTime',
  ],
  RepositoryRuleConditions: ['refName', 'repositoryName'],
  RefNameConditionTarget: ['include', 'exclude'],
  RepositoryNameConditionTarget: ['include', 'exclude', 'protected'],
  StatusCheckConfiguration: ['context', 'integrationId'],
  SubIssuesSummary: ['total', 'completed', 'percentCompleted'],
  IssueTemplate: ['filename', 'name', 'title', 'about', 'body'],
  PullRequestTemplate: ['filename', 'body'],
  RateLimit: ['limit', 'cost', 'nodeCount', 'remaining', 'used', 'resetAt'],
  Hovercard: ['contexts'],
};

/** Types of what no world has: a field that leads to one is null or an empty list, and what is asked of it is never read. */
export const absentTypes: ReadonlySet<string> = new Set([
  'App',
  'CodeOfConduct',
  'Deployment',
  'FundingLink',
  'GitSignature',
  'License',
  'Project',
  'ProjectCard',
  'ProjectV2Workflow',
  'Push',
  'RefUpdateRule',
  'RepositoryContactLink',
  'Submodule',
  'SuggestedReviewer',
  'UserStatus',
  // What timelines tell of elsewhere: nobody is told, links nothing by hand, and classic projects are gone.
  'AddedToProjectEvent',
  'AutomaticBaseChangeFailedEvent',
  'AutomaticBaseChangeSucceededEvent',
  'BaseRefDeletedEvent',
  'BaseRefForcePushedEvent',
  'ConvertedNoteToIssueEvent',
  'ConvertedToDiscussionEvent',
  'DeployedEvent',
  'DeploymentEnvironmentChangedEvent',
  'DisconnectedEvent',
  'HeadRefRestoredEvent',
  'MarkedAsDuplicateEvent',
  'MentionedEvent',
  'MovedColumnsInProjectEvent',
  'PullRequestCommitCommentThread',
  'PullRequestRevisionMarker',
  'ReferencedEvent',
  'RemovedFromProjectEvent',
  'SubscribedEvent',
  'UnmarkedAsDuplicateEvent',
  'UnsubscribedEvent',
  'UserBlockedEvent',
]);

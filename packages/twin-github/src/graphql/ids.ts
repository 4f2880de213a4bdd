import { hasPermission, isVisible, viewerOf } from '../actions/access.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { queueOf } from '../actions/merge-queue/rule.ts';
import { projectLevel } from '../actions/projects.ts';
import { protectionOf } from '../actions/protection/rules-of.ts';
import { referencesTo } from '../actions/references.ts';
import { checkRunNow } from '../actions/workflows/course.ts';
import { nodeId, readNodeId } from '../node-id.ts';
import { EVENT_PREFIX } from '../render/issue-events.ts';
import {
  type Discussion,
  type GithubContext,
  type Issue,
  type IssueEventName,
  type Project,
  REACTIONS,
  refKey,
} from '../world.ts';
import { notFound } from './graph.ts';
import { fieldThing } from './project-field.ts';
import { type Thing, thing } from './thing.ts';
import { eventType } from './timeline-types.ts';

type Parts = readonly (number | string)[];
type Find = (context: GithubContext, parts: Parts) => Thing | undefined;

const typed = <T extends object>(type: string, record: Readonly<T> | undefined): Thing | undefined =>
  record && thing(type, record);

/** A record of a repository: `[repository, id]`, for who may see the repository. */
const owned =
  (type: string, find: (context: GithubContext, id: number) => { repository_id: number } | undefined): Find =>
  (context, [repositoryId, id]) => {
    const record = find(context, Number(id));
    const repository = context.world.repositories.get(Number(repositoryId));
    if (!record || record.repository_id !== repositoryId || !repository || !isVisible(context, repository)) return undefined;
    return thing(type, record);
  };

/** The same, where discussions are on. */
const discussed =
  (...how: Parameters<typeof owned>): Find =>
  (context, parts) =>
    context.world.repositories.get(Number(parts[0]))?.has_discussions ? owned(...how)(context, parts) : undefined;

/** What is in a project that the viewer sees. */
const ofProject = (
  context: GithubContext,
  id: number | string | undefined,
  find: (project: Readonly<Project>) => Thing | undefined,
): Thing | undefined => {
  const project = context.world.projects.get(Number(id));
  return project && projectLevel(context, project) !== undefined ? find(project) : undefined;
};

const projectField: Find = (context, [, projectId, id]) =>
  ofProject(context, projectId, (project) => {
    const field = project.fields.find((one) => one.id === id);
    return field && fieldThing(project, field);
  });

const account: Find = ({ world }, [id]) => {
  const user = world.users.get(Number(id));
  return typed(user?.type ?? '', user);
};

const gitObject =
  (type: 'Commit' | 'Blob' | 'Tree' | 'Tag', name: 'commit' | 'blob' | 'tree' | 'tag'): Find =>
  (context, [repositoryId, sha]) => {
    const repository = context.world.repositories.get(Number(repositoryId));
    if (!repository || !isVisible(context, repository)) return undefined;
    return typed<object>(type, new RepositoryStore(context, repository.id)[name](String(sha)));
  };

/** What REST's `node_id` names, by its prefix. */
const FIND: Readonly<Record<string, Find>> = {
  U: account,
  O: account,
  BOT: account,
  R: (context, [id]) => {
    const repository = context.world.repositories.get(Number(id));
    return repository && isVisible(context, repository) ? thing('Repository', repository) : undefined;
  },
  T: ({ world }, [organization, id]) => {
    const team = world.teams.get(Number(id));
    return team && team.organization_id === organization ? thing('Team', team) : undefined;
  },
  I: owned('Issue', ({ world }, id) => {
    const issue = world.issues.get(id);
    return issue?.is_pull_request ? undefined : issue;
  }),
  PR: owned('PullRequest', ({ world }, id) => {
    const issue = world.issues.get(id);
    return issue?.is_pull_request ? issue : undefined;
  }),
  IC: owned('IssueComment', ({ world }, id) => world.comments.get(id)),
  LA: owned('Label', ({ world }, id) => world.labels.get(id)),
  IT: ({ world }, [organization, id]) => {
    const type = world.issue_types.get(Number(id));
    return type && type.organization_id === organization ? thing('IssueType', type) : undefined;
  },
  MI: owned('Milestone', ({ world }, id) => world.milestones.get(id)),
  PRR: owned('PullRequestReview', ({ world }, id) => world.reviews.get(id)),
  PRRC: owned('PullRequestReviewComment', ({ world }, id) => world.review_comments.get(id)),
  PRRT: owned('PullRequestReviewThread', ({ world }, id) => world.review_comments.get(id)),
  CC: owned('CommitComment', ({ world }, id) => world.commit_comments.get(id)),
  CR: owned('CheckRun', (context, id) => {
    const run = context.world.check_runs.get(id);
    return run && checkRunNow(context, run);
  }),
  CS: owned('CheckSuite', ({ world }, id) => world.check_suites.get(id)),
  WFR: owned('WorkflowRun', ({ world }, id) => world.workflow_runs.get(id)),
  W: owned('Workflow', ({ world }, id) => world.workflows.get(id)),
  BPR: (context, [repositoryId, branch]) => {
    const repository = context.world.repositories.get(Number(repositoryId));
    if (!repository || !hasPermission(context, repository, viewerOf(context).id, 'admin')) return undefined;
    return typed('BranchProtectionRule', protectionOf(context, repository.id, String(branch)));
  },
  MQE: owned('MergeQueueEntry', ({ world }, id) => world.merge_queue_entries.get(id)),
  MQ: (context, [repositoryId, branch]) => {
    const repository = context.world.repositories.get(Number(repositoryId));
    const settings = repository && isVisible(context, repository) && queueOf(context, repository, String(branch));
    return settings ? thing('MergeQueue', { repository, branch: String(branch), settings }) : undefined;
  },
  SC: owned('StatusContext', ({ world }, id) => world.commit_statuses.get(id)),
  D: discussed('Discussion', ({ world }, id) => world.discussions.get(id)),
  DP: discussed('DiscussionPoll', ({ world }, id) => {
    const discussion = world.discussions.get(id);
    return discussion?.poll && discussion;
  }),
  DPO: (context, [repositoryId, id, at]) => {
    const poll = discussed('DiscussionPoll', ({ world }, key) => world.discussions.get(key))(context, [
      repositoryId as number,
      id as number,
    ]);
    const discussion = poll?.of as Readonly<Discussion> | undefined;
    return discussion?.poll?.options[Number(at)] && thing('DiscussionPollOption', { discussion, at: Number(at) });
  },
  PD: discussed('PinnedDiscussion', ({ world }, id) => {
    const discussion = world.discussions.get(id);
    return discussion?.pin && discussion;
  }),
  DC: discussed('DiscussionComment', ({ world }, id) => world.discussion_comments.get(id)),
  DIC: discussed('DiscussionCategory', ({ world }, id) => world.discussion_categories.get(id)),
  PVT: (context, [, id]) => ofProject(context, id, (project) => thing('ProjectV2', project)),
  PVTI: (context, [projectId, id]) =>
    ofProject(context, projectId, (project) => {
      const item = context.world.project_items.get(Number(id));
      return item?.project_id === project.id ? thing('ProjectV2Item', item) : undefined;
    }),
  DI: (context, [projectId, id]) =>
    ofProject(context, projectId, (project) => {
      const item = context.world.project_items.get(Number(id));
      return item?.project_id === project.id && item.draft ? thing('DraftIssue', item) : undefined;
    }),
  PVTSU: (context, [projectId, id]) =>
    ofProject(context, projectId, (project) => {
      const update = context.world.project_status_updates.get(Number(id));
      return update?.project_id === project.id ? thing('ProjectV2StatusUpdate', update) : undefined;
    }),
  PVTF: projectField,
  PVTSSF: projectField,
  PVTIF: projectField,
  PVTV: (context, [, projectId, id]) =>
    ofProject(context, projectId, (project) => {
      const view = project.views.find((one) => one.id === id);
      return view && thing('ProjectV2View', { project, view });
    }),
  RE: owned('Release', ({ world }, id) => world.releases.get(id)),
  RA: owned('ReleaseAsset', ({ world }, id) => world.release_assets.get(id)),
  REA: (context, [repository, content, id]) => {
    const found = owned('Reaction', ({ world }, key) => world.reactions.get(key))(context, [repository as number, id as number]);
    return REACTIONS[Number(content)] === undefined ? undefined : found;
  },
  G: ({ world }, [owner, id]) => {
    const gist = world.gists.get(String(id));
    return gist && gist.owner_id === owner ? thing('Gist', gist) : undefined;
  },
  GC: ({ world }, [id]) => typed('GistComment', world.gist_comments.get(Number(id))),
  LB: owned('LinkedBranch', ({ world }, id) => world.linked_branches.get(id)),
  ...Object.fromEntries(
    (Object.keys(EVENT_PREFIX) as IssueEventName[]).map((event) => [
      EVENT_PREFIX[event],
      owned(eventType(event), ({ world }, id) => {
        const found = world.issue_events.get(id);
        return found?.event === event ? found : undefined;
      }),
    ]),
  ),
  CRE: (context, [repositoryId, id, sourceId]) => {
    const target = owned('Issue', ({ world }, key) => world.issues.get(key))(context, [repositoryId as number, id as number]);
    if (!target) return undefined;
    const issue = target.of as Readonly<Issue>;
    const home = context.world.repositories.get(issue.repository_id);
    const reference = home && referencesTo(context, home, issue).find(({ source }) => source.id === sourceId);
    return reference && thing('CrossReferencedEvent', { reference, target: issue });
  },
  PURC: (context, [repositoryId, id, sha]) => {
    const pull = owned('PullRequest', ({ world }, key) => world.issues.get(key))(context, [repositoryId as number, id as number]);
    const commit = pull && new RepositoryStore(context, Number(repositoryId)).commit(String(sha));
    return commit && thing('PullRequestCommit', { commit, issue: pull.of });
  },
  PI: owned('PinnedIssue', ({ world }, id) => {
    const issue = world.issues.get(id);
    return issue?.pin == null ? undefined : issue;
  }),
  C: gitObject('Commit', 'commit'),
  B: gitObject('Blob', 'blob'),
  TR: gitObject('Tree', 'tree'),
  TA: gitObject('Tag', 'tag'),
  REF: (context, [repositoryId, name]) => {
    const repository = context.world.repositories.get(Number(repositoryId));
    if (!repository || !isVisible(context, repository)) return undefined;
    return typed('Ref', context.world.refs.get(refKey(repository.id, String(name))));
  },
};

/** What an id names, as the viewer sees it. */
export function findNode(context: GithubContext, id: string): Thing | undefined {
  const read = readNodeId(id);
  return read && FIND[read.prefix]?.(context, read.parts);
}

/** @throws NOT_FOUND */
export function getNode(context: GithubContext, id: string): Thing {
  const found = findNode(context, id);
  if (!found) throw notFound(`Could not resolve to a node with the global id of '${id}'`);
  return found;
}

/** What an id names, where it must be of one of these types. @throws NOT_FOUND */
export function getNodeOf<T extends object>(context: GithubContext, id: string, ...types: readonly string[]): Readonly<T> {
  const found = getNode(context, id);
  if (!types.includes(found.type))
    throw notFound(`Could not resolve to ${types.join(' or ')} node with the global id of '${id}'.`);
  return found.of as Readonly<T>;
}

const ACCOUNTS: Readonly<Record<string, string>> = { User: 'U', Organization: 'O', Bot: 'BOT' };

export const accountId = (user: { id: number; type: string }): string => nodeId(ACCOUNTS[user.type] as string, user.id);
export const idIn = (prefix: string, record: { repository_id: number; id: number }): string =>
  nodeId(prefix, record.repository_id, record.id);

import { createComment, deleteComment, updateComment } from '../../actions/comments.ts';
import { deleteIssue } from '../../actions/delete-issue.ts';
import { addAssignees, removeAssignees } from '../../actions/issue-assignees.ts';
import { addBlockedBy, removeBlockedBy } from '../../actions/issue-dependencies.ts';
import { addLabels, removeAllLabels, removeLabel } from '../../actions/issue-labels.ts';
import { requireTypeOf } from '../../actions/issue-types.ts';
import {
  createIssue,
  current,
  getIssue,
  getIssueToTriage,
  type IssueChange,
  setLock,
  updateIssue,
} from '../../actions/issues.ts';
import { createLabel, deleteLabel, updateLabel } from '../../actions/labels.ts';
import { pinIssue, unpinIssue } from '../../actions/pinned-issues.ts';
import { addProjectItem } from '../../actions/project-items.ts';
import { addSubIssue, removeSubIssue } from '../../actions/sub-issues.ts';
import { transferIssue } from '../../actions/transfer-issue.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import type { Comment, Label, Milestone, Project, Repository, User } from '../../world.ts';
import { userThing } from '../fields/accounts.ts';
import { issueThing } from '../fields/issues.ts';
import type { Graph } from '../graph.ts';
import { getNodeOf } from '../ids.ts';
import { thing } from '../thing.ts';
import { issueTypeMutations, typeIn } from './issue-type-mutations.ts';
import {
  actorNamed,
  conversationIn,
  homeOf,
  issueIn,
  type Mutations,
  mutation,
  placeOf,
  repositoryIn,
  shown,
  targetOf,
} from './mutation.ts';

type Ids = readonly string[] | null | undefined;

export const loginsIn = ({ context }: Graph, ids: Ids): string[] | undefined =>
  ids?.map((id) => getNodeOf<User>(context, id, 'User', 'Bot').login);
const labelsIn = ({ context }: Graph, ids: Ids): string[] | undefined =>
  ids?.map((id) => getNodeOf<Label>(context, id, 'Label').name);
const milestoneIn = ({ context }: Graph, id: string | null | undefined): number | null | undefined =>
  id == null ? id : getNodeOf<Milestone>(context, id, 'Milestone').number;

const REASONS: Readonly<Record<string, IssueChange['state_reason']>> = {
  COMPLETED: 'completed',
  NOT_PLANNED: 'not_planned',
  DUPLICATE: 'duplicate',
};

/** What issues and pull requests are changed by, as the actions take it. */
export function changeOf(
  graph: Graph,
  input: Readonly<{
    title?: string;
    body?: string;
    state?: string;
    assigneeIds?: Ids;
    labelIds?: Ids;
    milestoneId?: string | null;
  }>,
): IssueChange {
  return {
    title: input.title ?? undefined,
    body: input.body ?? undefined,
    assignees: loginsIn(graph, input.assigneeIds),
    labels: labelsIn(graph, input.labelIds),
    milestone: milestoneIn(graph, input.milestoneId),
    state: input.state == null ? undefined : (input.state.toLowerCase() as 'open' | 'closed'),
  };
}

/** The name of the type that an id names, for an issue of a repository. @throws ValidationFailed for another organisation's */
function typeFor(graph: Graph, repository: Readonly<Repository>, id: string | null | undefined): string | null | undefined {
  return id == null ? id : requireTypeOf(repository, typeIn(graph, id)).name;
}

const actor = (graph: Graph) => userThing(graph.viewer);

const issues: Mutations = {
  createIssue: mutation(
    ['repositoryId', 'title', 'body', 'assigneeIds', 'labelIds', 'milestoneId', 'parentIssueId', 'issueTypeId', 'projectV2Ids'],
    ['issue'],
    (input, graph) => {
      const repository = repositoryIn(graph, input.repositoryId);
      const { state: _state, ...fields } = changeOf(graph, input);
      const type = typeFor(graph, repository, input.issueTypeId);
      const issue = createIssue(graph.context, ...targetOf(repository), { ...fields, title: input.title, type });
      for (const id of input.projectV2Ids ?? [])
        addProjectItem(graph.context, getNodeOf<Project>(graph.context, id, 'ProjectV2'), issue);
      if (input.parentIssueId != null)
        addSubIssue(graph.context, ...placeOf(graph, issueIn(graph, input.parentIssueId)), { sub_issue_id: issue.id });
      return { issue: shown(graph, issue) };
    },
  ),
  updateIssue: mutation(
    ['id', 'title', 'body', 'assigneeIds', 'labelIds', 'milestoneId', 'state', 'issueTypeId'],
    ['issue', 'actor'],
    ({ id, issueTypeId, ...input }, graph) => {
      const issue = issueIn(graph, id);
      const type = typeFor(graph, repositoryOf(graph.context, issue), issueTypeId);
      updateIssue(graph.context, ...placeOf(graph, issue), { ...changeOf(graph, input), type });
      return { issue: shown(graph, issue), actor: actor(graph) };
    },
  ),
  closeIssue: mutation(
    ['issueId', 'stateReason', 'duplicateIssueId'],
    ['issue'],
    ({ issueId, stateReason, duplicateIssueId }, graph) => {
      const issue = issueIn(graph, issueId);
      if (duplicateIssueId != null) issueIn(graph, duplicateIssueId);
      const reason = duplicateIssueId == null ? REASONS[stateReason ?? 'COMPLETED'] : 'duplicate';
      updateIssue(graph.context, ...placeOf(graph, issue), { state: 'closed', state_reason: reason });
      return { issue: shown(graph, issue) };
    },
  ),
  reopenIssue: mutation(['issueId'], ['issue'], ({ issueId }, graph) => {
    const issue = issueIn(graph, issueId);
    updateIssue(graph.context, ...placeOf(graph, issue), { state: 'open' });
    return { issue: shown(graph, issue) };
  }),
  deleteIssue: mutation(['issueId'], ['repository'], ({ issueId }, graph) => {
    const issue = issueIn(graph, issueId);
    const repository = graph.context.world.repositories.get(issue.repository_id);
    deleteIssue(graph.context, ...placeOf(graph, issue));
    return { repository: repository ? thing('Repository', repository) : null };
  }),
  pinIssue: mutation(['issueId'], ['issue'], ({ issueId }, graph) => {
    const issue = issueIn(graph, issueId);
    pinIssue(graph.context, getIssue(graph.context, ...placeOf(graph, issue)), graph.viewer.id);
    return { issue: shown(graph, issue) };
  }),
  unpinIssue: mutation(['issueId'], ['issue', 'id'], ({ issueId }, graph) => {
    const issue = issueIn(graph, issueId);
    unpinIssue(graph.context, getIssue(graph.context, ...placeOf(graph, issue)));
    return { issue: shown(graph, issue), id: issueId };
  }),
  transferIssue: mutation(
    ['issueId', 'repositoryId', 'createLabelsIfMissing'],
    ['issue'],
    ({ issueId, repositoryId, createLabelsIfMissing }, graph) => {
      const [place, target] = [placeOf(graph, issueIn(graph, issueId)), targetOf(repositoryIn(graph, repositoryId))];
      return {
        issue: issueThing(transferIssue(graph.context, ...place, target, { create_labels: createLabelsIfMissing ?? false })),
      };
    },
  ),
  addSubIssue: mutation(
    ['issueId', 'subIssueId', 'replaceParent'],
    ['issue', 'subIssue'],
    ({ issueId, subIssueId, replaceParent }, graph) => {
      const [issue, part] = [issueIn(graph, issueId), issueIn(graph, subIssueId)];
      addSubIssue(graph.context, ...placeOf(graph, issue), { sub_issue_id: part.id, replace_parent: replaceParent ?? undefined });
      return { issue: shown(graph, issue), subIssue: shown(graph, part) };
    },
  ),
  removeSubIssue: mutation(['issueId', 'subIssueId'], ['issue', 'subIssue'], ({ issueId, subIssueId }, graph) => {
    const [issue, part] = [issueIn(graph, issueId), issueIn(graph, subIssueId)];
    removeSubIssue(graph.context, ...placeOf(graph, issue), part.id);
    return { issue: shown(graph, issue), subIssue: shown(graph, part) };
  }),
  addBlockedBy: mutation(['issueId', 'blockingIssueId'], ['issue', 'blockingIssue'], ({ issueId, blockingIssueId }, graph) => {
    const [issue, blocking] = [issueIn(graph, issueId), issueIn(graph, blockingIssueId)];
    addBlockedBy(graph.context, ...placeOf(graph, issue), blocking.id);
    return { issue: shown(graph, issue), blockingIssue: shown(graph, blocking) };
  }),
  removeBlockedBy: mutation(['issueId', 'blockingIssueId'], ['issue', 'blockingIssue'], ({ issueId, blockingIssueId }, graph) => {
    const [issue, blocking] = [issueIn(graph, issueId), issueIn(graph, blockingIssueId)];
    removeBlockedBy(graph.context, ...placeOf(graph, issue), blocking.id);
    return { issue: shown(graph, issue), blockingIssue: shown(graph, blocking) };
  }),
};

const LOCK_REASONS: Readonly<Record<string, string>> = {
  OFF_TOPIC: 'off-topic',
  TOO_HEATED: 'too heated',
  RESOLVED: 'resolved',
  SPAM: 'spam',
};

const relations: Mutations = {
  addLabelsToLabelable: mutation(['labelableId', 'labelIds'], ['labelable'], ({ labelableId, labelIds }, graph) => {
    const issue = conversationIn(graph, labelableId);
    addLabels(graph.context, ...placeOf(graph, issue), labelsIn(graph, labelIds) ?? []);
    return { labelable: shown(graph, issue) };
  }),
  removeLabelsFromLabelable: mutation(['labelableId', 'labelIds'], ['labelable'], ({ labelableId, labelIds }, graph) => {
    const issue = conversationIn(graph, labelableId);
    const place = placeOf(graph, issue);
    for (const id of labelIds) {
      const label = getNodeOf<Label>(graph.context, id, 'Label');
      getIssueToTriage(graph.context, ...place);
      // One that isn't on it is passed over.
      if (current(graph.context, issue).label_ids.includes(label.id)) removeLabel(graph.context, ...place, label.name);
    }
    return { labelable: shown(graph, issue) };
  }),
  clearLabelsFromLabelable: mutation(['labelableId'], ['labelable'], ({ labelableId }, graph) => {
    const issue = conversationIn(graph, labelableId);
    removeAllLabels(graph.context, ...placeOf(graph, issue));
    return { labelable: shown(graph, issue) };
  }),
  addAssigneesToAssignable: mutation(['assignableId', 'assigneeIds'], ['assignable'], ({ assignableId, assigneeIds }, graph) => {
    const issue = conversationIn(graph, assignableId);
    addAssignees(graph.context, ...placeOf(graph, issue), loginsIn(graph, assigneeIds) ?? []);
    return { assignable: shown(graph, issue) };
  }),
  replaceActorsForAssignable: mutation(
    ['assignableId', 'actorIds', 'actorLogins'],
    ['assignable'],
    ({ assignableId, actorIds, actorLogins }, graph) => {
      const issue = conversationIn(graph, assignableId);
      const place = placeOf(graph, issue);
      const named = (actorLogins ?? []).map((login: string) => actorNamed(graph, login).login);
      getIssueToTriage(graph.context, ...place);
      updateIssue(graph.context, ...place, { assignees: [...new Set([...(loginsIn(graph, actorIds) ?? []), ...named])] });
      return { assignable: shown(graph, issue) };
    },
  ),
  removeAssigneesFromAssignable: mutation(
    ['assignableId', 'assigneeIds'],
    ['assignable'],
    ({ assignableId, assigneeIds }, graph) => {
      const issue = conversationIn(graph, assignableId);
      removeAssignees(graph.context, ...placeOf(graph, issue), loginsIn(graph, assigneeIds) ?? []);
      return { assignable: shown(graph, issue) };
    },
  ),
  lockLockable: mutation(['lockableId', 'lockReason'], ['lockedRecord', 'actor'], ({ lockableId, lockReason }, graph) => {
    const issue = conversationIn(graph, lockableId);
    setLock(
      graph.context,
      getIssueToTriage(graph.context, ...placeOf(graph, issue)),
      true,
      LOCK_REASONS[lockReason ?? ''] ?? null,
    );
    return { lockedRecord: shown(graph, issue), actor: actor(graph) };
  }),
  unlockLockable: mutation(['lockableId'], ['unlockedRecord', 'actor'], ({ lockableId }, graph) => {
    const issue = conversationIn(graph, lockableId);
    setLock(graph.context, getIssueToTriage(graph.context, ...placeOf(graph, issue)), false);
    return { unlockedRecord: shown(graph, issue), actor: actor(graph) };
  }),
};

const comments: Mutations = {
  addComment: mutation(['subjectId', 'body'], ['commentEdge', 'subject'], ({ subjectId, body }, graph) => {
    const issue = conversationIn(graph, subjectId);
    const comment = createComment(graph.context, ...placeOf(graph, issue), body);
    return { commentEdge: { node: thing('IssueComment', comment), cursor: String(comment.id) }, subject: shown(graph, issue) };
  }),
  updateIssueComment: mutation(['id', 'body'], ['issueComment'], ({ id, body }, graph) => {
    const comment = getNodeOf<Comment>(graph.context, id, 'IssueComment');
    return { issueComment: thing('IssueComment', updateComment(graph.context, ...homeOf(graph, comment), comment.id, body)) };
  }),
  deleteIssueComment: mutation(['id'], [], ({ id }, graph) => {
    const comment = getNodeOf<Comment>(graph.context, id, 'IssueComment');
    deleteComment(graph.context, ...homeOf(graph, comment), comment.id);
    return {};
  }),
};

const labels: Mutations = {
  createLabel: mutation(['repositoryId', 'name', 'color', 'description'], ['label'], ({ repositoryId, ...input }, graph) => ({
    label: thing(
      'Label',
      createLabel(graph.context, ...targetOf(repositoryIn(graph, repositoryId)), { ...input, name: input.name }),
    ),
  })),
  updateLabel: mutation(['id', 'name', 'color', 'description'], ['label'], ({ id, name, color, description }, graph) => {
    const label = getNodeOf<Label>(graph.context, id, 'Label');
    const change = { new_name: name ?? undefined, color: color ?? undefined, description };
    return { label: thing('Label', updateLabel(graph.context, ...homeOf(graph, label), label.name, change)) };
  }),
  deleteLabel: mutation(['id'], [], ({ id }, graph) => {
    const label = getNodeOf<Label>(graph.context, id, 'Label');
    deleteLabel(graph.context, ...homeOf(graph, label), label.name);
    return {};
  }),
};

export const issueMutations: Mutations = { ...issues, ...issueTypeMutations, ...relations, ...comments, ...labels };

import { writableRepository } from '../../actions/access.ts';
import { mergeBranch } from '../../actions/branch-merge.ts';
import { findBranch } from '../../actions/branches.ts';
import { closeMentioned } from '../../actions/closing-words.ts';
import { RepositoryStore } from '../../actions/git-store.ts';
import { createReaction, deleteReaction, listReactions, type Subject } from '../../actions/reactions.ts';
import { createRef, deleteRef, updateRef } from '../../actions/refs.ts';
import { createRepository, updateRepository } from '../../actions/repositories.ts';
import { star, unstar } from '../../actions/stars.ts';
import { createFromTemplate } from '../../actions/templates.ts';
import { commitToBranch } from '../../actions/write-commit.ts';
import { isValidPath } from '../../git/path.ts';
import { commitOf } from '../../git/store.ts';
import { entryAt, type TreeChange } from '../../git/tree.ts';
import type { Issue, ReactionContent, Ref, Repository, RestSubject, User } from '../../world.ts';
import { REACTION_NAMES } from '../fields/discussed.ts';
import { type Graph, GraphRefusal } from '../graph.ts';
import { getNode, getNodeOf } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { homeOf, type Mutations, mutation, repositoryIn, targetOf } from './mutation.ts';

const refThing = (ref: Readonly<Ref>): Thing => thing('Ref', ref);
const repositoryThing = (repository: Readonly<Repository>): Thing => thing('Repository', repository);

const refs: Mutations = {
  createRef: mutation(['repositoryId', 'name', 'oid'], ['ref'], ({ repositoryId, name, oid }, graph) => ({
    ref: refThing(createRef(graph.context, ...targetOf(repositoryIn(graph, repositoryId)), name, oid)),
  })),
  updateRef: mutation(['refId', 'oid', 'force'], ['ref'], ({ refId, oid, force }, graph) => {
    const ref = getNodeOf<Ref>(graph.context, refId, 'Ref');
    return { ref: refThing(updateRef(graph.context, ...homeOf(graph, ref), ref.ref, oid, force === true)) };
  }),
  deleteRef: mutation(['refId'], [], ({ refId }, graph) => {
    const ref = getNodeOf<Ref>(graph.context, refId, 'Ref');
    deleteRef(graph.context, ...homeOf(graph, ref), ref.ref);
    return {};
  }),
  mergeBranch: mutation(
    ['repositoryId', 'base', 'head', 'commitMessage'],
    ['mergeCommit'],
    ({ repositoryId, base, head, commitMessage }, graph) => {
      const merged = mergeBranch(graph.context, ...targetOf(repositoryIn(graph, repositoryId)), {
        base,
        head,
        message: commitMessage ?? undefined,
      });
      return { mergeCommit: merged ? thing('Commit', merged) : null };
    },
  ),
};

interface FileChanges {
  additions?: readonly { path: string; contents: string }[] | null;
  deletions?: readonly { path: string }[] | null;
}

/** The branch that a commit is put on: by its id, or by names. */
function branchOf(
  graph: Graph,
  branch: { id?: string; repositoryNameWithOwner?: string; branchName?: string },
): [repository: Readonly<Repository>, name: string] {
  if (branch.id != null) {
    const ref = getNodeOf<Ref>(graph.context, branch.id, 'Ref');
    return [graph.context.world.repositories.get(ref.repository_id) as Readonly<Repository>, ref.ref.replace('refs/heads/', '')];
  }
  const repository = graph.context.world.repositories.by.name.first((branch.repositoryNameWithOwner ?? '').toLowerCase());
  if (!repository)
    throw new GraphRefusal('NOT_FOUND', `Could not resolve to a Repository with the name '${branch.repositoryNameWithOwner}'.`);
  return [repository, (branch.branchName ?? '').replace('refs/heads/', '')];
}

/** What a commit changes. @throws UNPROCESSABLE for a path that can't be, and one that is taken away and isn't there */
function changesOf(store: RepositoryStore, head: string, { additions, deletions }: FileChanges): TreeChange[] {
  const { tree } = commitOf(store, head);
  const wrong = [...(additions ?? []), ...(deletions ?? [])].find(({ path }) => !isValidPath(path));
  if (wrong) throw new GraphRefusal('UNPROCESSABLE', `A path was requested which is not valid: \`${wrong.path}\``);
  const missing = (deletions ?? []).find(({ path }) => entryAt(store, tree, path)?.type !== 'blob');
  if (missing)
    throw new GraphRefusal(
      'UNPROCESSABLE',
      `A path was requested for deletion which does not exist as of commit oid \`${head}\`: \`${missing.path}\``,
    );
  return [
    ...(deletions ?? []).map(({ path }): TreeChange => ({ path, entry: null })),
    ...(additions ?? []).map(({ path, contents }): TreeChange => {
      const mode = entryAt(store, tree, path)?.mode;
      const sha = store.writeBlob(Buffer.from(contents, 'base64'));
      return { path, entry: { mode: mode === '100755' ? mode : '100644', type: 'blob', sha } };
    }),
  ];
}

const commits: Mutations = {
  createCommitOnBranch: mutation(['branch', 'message', 'fileChanges', 'expectedHeadOid'], ['commit', 'ref'], (input, graph) => {
    const { context } = graph;
    const [found, branch] = branchOf(graph, input.branch);
    const repository = writableRepository(context, ...targetOf(found));
    const head = findBranch(context, repository.id, branch)?.object.sha;
    if (head === undefined) throw new GraphRefusal('NOT_FOUND', `Could not resolve to a Ref with the name '${branch}'.`);
    if (head !== input.expectedHeadOid)
      throw new GraphRefusal(
        'STALE_DATA',
        `Expected branch to point to "${input.expectedHeadOid}" but it points to "${head}".  Pull and try again.`,
      );
    const store = new RepositoryStore(context, repository.id);
    const { headline, body } = input.message as { headline: string; body?: string | null };
    const message = body ? `${headline}\n\n${body}` : headline;
    const changes = changesOf(store, head, input.fileChanges ?? {});
    const commit = commitToBranch(context, repository, { branch, message, changes });
    closeMentioned(context, repository, branch, [message]);
    return { commit: thing('Commit', commit), ref: refThing(findBranch(context, repository.id, branch) as Readonly<Ref>) };
  }),
};

const repositories: Mutations = {
  createRepository: mutation(
    ['name', 'ownerId', 'description', 'homepageUrl', 'visibility', 'template', 'hasIssuesEnabled', 'hasWikiEnabled'],
    ['repository'],
    (input, graph) => {
      const owner = input.ownerId == null ? graph.viewer : getNodeOf<User>(graph.context, input.ownerId, 'User', 'Organization');
      if (owner.type !== 'Organization' && owner.id !== graph.viewer.id)
        throw new GraphRefusal('FORBIDDEN', `${graph.viewer.login} cannot create a repository for ${owner.login}.`);
      const repository = createRepository(graph.context, {
        name: input.name,
        description: input.description ?? undefined,
        homepage: input.homepageUrl ?? undefined,
        visibility: input.visibility?.toLowerCase(),
        is_template: input.template ?? undefined,
        has_issues: input.hasIssuesEnabled ?? undefined,
        has_wiki: input.hasWikiEnabled ?? undefined,
        organization: owner.type === 'Organization' ? owner.login : undefined,
      });
      return { repository: repositoryThing(repository) };
    },
  ),
  cloneTemplateRepository: mutation(
    ['repositoryId', 'ownerId', 'name', 'description', 'visibility', 'includeAllBranches'],
    ['repository'],
    (input, graph) => {
      const made = createFromTemplate(graph.context, ...targetOf(repositoryIn(graph, input.repositoryId)), {
        name: input.name,
        owner: getNodeOf<User>(graph.context, input.ownerId, 'User', 'Organization').login,
        description: input.description,
        private: input.visibility !== 'PUBLIC',
        include_all_branches: input.includeAllBranches ?? undefined,
      });
      return { repository: repositoryThing(made) };
    },
  ),
  updateRepository: mutation(
    [
      'repositoryId',
      'name',
      'description',
      'homepageUrl',
      'template',
      'hasIssuesEnabled',
      'hasProjectsEnabled',
      'hasWikiEnabled',
      'hasDiscussionsEnabled',
    ],
    ['repository'],
    (input, graph) => {
      const repository = updateRepository(graph.context, ...targetOf(repositoryIn(graph, input.repositoryId)), {
        name: input.name ?? undefined,
        description: input.description ?? undefined,
        homepage: input.homepageUrl ?? undefined,
        is_template: input.template ?? undefined,
        has_issues: input.hasIssuesEnabled ?? undefined,
        has_projects: input.hasProjectsEnabled ?? undefined,
        has_wiki: input.hasWikiEnabled ?? undefined,
        has_discussions: input.hasDiscussionsEnabled ?? undefined,
      });
      return { repository: repositoryThing(repository) };
    },
  ),
  archiveRepository: mutation(['repositoryId'], ['repository'], ({ repositoryId }, graph) => ({
    repository: repositoryThing(
      updateRepository(graph.context, ...targetOf(repositoryIn(graph, repositoryId)), { archived: true }),
    ),
  })),
  unarchiveRepository: mutation(['repositoryId'], ['repository'], ({ repositoryId }, graph) => ({
    repository: repositoryThing(
      updateRepository(graph.context, ...targetOf(repositoryIn(graph, repositoryId)), { archived: false }),
    ),
  })),
  addStar: mutation(['starrableId'], ['starrable'], ({ starrableId }, graph) => {
    const repository = repositoryIn(graph, starrableId);
    star(graph.context, ...targetOf(repository));
    return { starrable: repositoryThing(repository) };
  }),
  removeStar: mutation(['starrableId'], ['starrable'], ({ starrableId }, graph) => {
    const repository = repositoryIn(graph, starrableId);
    unstar(graph.context, ...targetOf(repository));
    return { starrable: repositoryThing(repository) };
  }),
};

const SUBJECTS: Readonly<Record<string, RestSubject>> = {
  Issue: 'issue',
  PullRequest: 'issue',
  IssueComment: 'issue_comment',
  PullRequestReviewComment: 'review_comment',
  CommitComment: 'commit_comment',
  Release: 'release',
};

/** What is reacted to, as the action names it. */
function subjectOf(graph: Graph, found: Thing): Subject {
  const type = SUBJECTS[found.type];
  if (!type) throw new GraphRefusal('UNPROCESSABLE', `A ${found.type} takes no reactions.`);
  const record = found.of as { id: number; repository_id: number };
  const [owner, repo] = homeOf(graph, record);
  return { type, owner, repo, number: type === 'issue' ? (record as Readonly<Issue>).number : record.id };
}

const contentOf = (name: string): ReactionContent =>
  Object.entries(REACTION_NAMES).find(([, one]) => one === name)?.[0] as ReactionContent;

const reactions: Mutations = {
  addReaction: mutation(['subjectId', 'content'], ['reaction', 'subject'], ({ subjectId, content }, graph) => {
    const subject = getNode(graph.context, subjectId);
    const { reaction } = createReaction(graph.context, subjectOf(graph, subject), contentOf(content));
    return { reaction: thing('Reaction', reaction), subject };
  }),
  removeReaction: mutation(['subjectId', 'content'], ['reaction', 'subject'], ({ subjectId, content }, graph) => {
    const subject = getNode(graph.context, subjectId);
    const place = subjectOf(graph, subject);
    const mine = listReactions(graph.context, place, contentOf(content)).find(({ user_id }) => user_id === graph.viewer.id);
    if (!mine) throw new GraphRefusal('NOT_FOUND', 'Could not find the reaction.');
    deleteReaction(graph.context, place, mine.id);
    return { reaction: thing('Reaction', mine), subject };
  }),
};

export const repositoryMutations: Mutations = { ...refs, ...commits, ...repositories, ...reactions };

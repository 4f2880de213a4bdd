import { hasPermission, permissionOf } from '../../actions/access.ts';
import { assignableUsers } from '../../actions/assignees.ts';
import { branchRef, languagesAt } from '../../actions/branches.ts';
import { listCollaborators } from '../../actions/collaborators.ts';
import { listForks, parentRepository } from '../../actions/forks.ts';
import { RepositoryStore } from '../../actions/git-store.ts';
import { labelByName } from '../../actions/labels.ts';
import { milestoneByNumber } from '../../actions/milestones.ts';
import { getReleaseByTag, latestRelease, listReleases } from '../../actions/releases.ts';
import { templateOf } from '../../actions/templates.ts';
import { GithubError } from '../../errors.ts';
import { commitOf } from '../../git/store.ts';
import { filesOf } from '../../git/tree.ts';
import { nodeId } from '../../node-id.ts';
import { markdownHtml } from '../../render/markdown-html.ts';
import {
  type Issue,
  noreplyAddress,
  type Permission,
  type Ref,
  type Release,
  type Repository,
  refKey,
  starKey,
  stateGroup,
} from '../../world.ts';
import { inOrder, listed, none } from '../connection.ts';
import { type Fields, type Graph, notFound, withArgs } from '../graph.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing, userThing } from './accounts.ts';
import { discussionsOfRepository } from './discussions.ts';
import { objectNamed } from './git.ts';
import { ISSUE_READS, issuesOf, PULL_READS, pullsOf } from './issue-lists.ts';
import { issueThing } from './issues.ts';
import { LABEL_ORDER } from './labels.ts';
import { mergeQueueOf } from './merge-queue.ts';
import { branchProtectionRules } from './protection.ts';
import { REPOSITORY_ORDER, repositoryThings, starsOf } from './repository-lists.ts';

export const namesOf = ({ full_name }: Readonly<Repository>): [owner: string, name: string] => {
  const at = full_name.indexOf('/');
  return [full_name.slice(0, at), full_name.slice(at + 1)];
};

/** The record, or undefined where REST would refuse. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GithubError) return undefined;
    throw error;
  }
}

const ROLES: Readonly<Record<Permission, string>> = {
  pull: 'READ',
  triage: 'TRIAGE',
  push: 'WRITE',
  maintain: 'MAINTAIN',
  admin: 'ADMIN',
};

export const roleOf = (permission: Permission | undefined): string | null => (permission ? ROLES[permission] : null);

const branch = ({ id }: Readonly<Repository>, { context }: Graph, name: string): Thing<Ref> | null => {
  const ref = context.world.refs.get(refKey(id, branchRef(name)));
  return ref ? thing('Ref', ref) : null;
};

function refNamed({ id }: Readonly<Repository>, { context }: Graph, name: string): Thing<Ref> | null {
  for (const full of [name, `refs/${name}`, `refs/heads/${name}`, `refs/tags/${name}`]) {
    const ref = context.world.refs.get(refKey(id, full));
    if (ref) return thing('Ref', ref);
  }
  return null;
}

/** Files on the default branch that begin a text: `.github/ISSUE_TEMPLATE/bug.md` and its like. */
function templates(repository: Readonly<Repository>, { context }: Graph, pattern: RegExp): { path: string; text: string }[] {
  const head = context.world.refs.get(refKey(repository.id, branchRef(repository.default_branch)));
  if (!head) return [];
  const store = new RepositoryStore(context, repository.id);
  return [...filesOf(store, commitOf(store, head.object.sha).tree)]
    .filter(({ path }) => pattern.test(path))
    .map(({ path, sha }) => ({ path, text: store.bytes(sha)?.toString('utf8') ?? '' }));
}

const PULL_TEMPLATE = /^(?:\.github\/|docs\/)?(?:pull_request_template(?:\.\w+)?|pull_request_template\/[^/]+)$/i;
const ISSUE_TEMPLATE = /^\.github\/issue_template\/[^/]+\.md$/i;

/** The head of a Markdown file: `name: value` lines between two rows of hyphens. */
function frontMatter(text: string): { head: Record<string, string>; body: string } {
  const [, head, body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? [];
  const pairs = (head ?? '').split('\n').flatMap((line) => {
    const [, name, value] = /^(\w+):(.*)$/s.exec(line) ?? [];
    return name === undefined ? [] : [[name, (value ?? '').trim().replaceAll(/^['"]|['"]$/g, '')]];
  });
  return { head: Object.fromEntries(pairs) as Record<string, string>, body };
}

const settings: Fields<Repository> = {
  isPrivate: (repository) => repository.private,
  visibility: (repository) => (repository.private ? 'PRIVATE' : 'PUBLIC'),
  isFork: ({ parent_id }) => parent_id !== null,
  isArchived: ({ archived }) => archived,
  isTemplate: ({ is_template }) => is_template,
  isEmpty: ({ id }, _args, { context }) => context.world.refs.by.repository.count(id) === 0,
  isDisabled: () => false,
  isLocked: () => false,
  isMirror: () => false,
  isInOrganization: ({ owner_id }, _args, { context }) => context.world.users.get(owner_id)?.type === 'Organization',
  isUserConfigurationRepository: (repository) => new Set(namesOf(repository).map((name) => name.toLowerCase())).size === 1,
  isBlankIssuesEnabled: () => true,
  isSecurityPolicyEnabled: () => false,
  hasIssuesEnabled: ({ has_issues }) => has_issues,
  hasProjectsEnabled: ({ has_projects }) => has_projects,
  hasWikiEnabled: ({ has_wiki }) => has_wiki,
  hasDiscussionsEnabled: ({ has_discussions }) => has_discussions,
  hasSponsorshipsEnabled: () => false,
  hasVulnerabilityAlertsEnabled: () => false,
  mergeCommitAllowed: ({ allow_merge_commit }) => allow_merge_commit,
  squashMergeAllowed: ({ allow_squash_merge }) => allow_squash_merge,
  rebaseMergeAllowed: ({ allow_rebase_merge }) => allow_rebase_merge,
  autoMergeAllowed: ({ allow_auto_merge }) => allow_auto_merge,
  allowUpdateBranch: ({ allow_update_branch }) => allow_update_branch,
  deleteBranchOnMerge: ({ delete_branch_on_merge }) => delete_branch_on_merge,
  webCommitSignoffRequired: ({ web_commit_signoff_required }) => web_commit_signoff_required,
  squashPrTitleUsedAsDefault: () => false,
  forkingAllowed: () => true,
  templateRepository: (repository, _args, { context }) => {
    const template = templateOf(context, repository);
    return template ? thing('Repository', template) : null;
  },
};

/** What no repository of a world has. */
const nothing: Fields<Repository> = {
  codeOfConduct: () => null,
  contactLinks: () => [],
  fundingLinks: () => [],
  licenseInfo: () => null,
  mirrorUrl: () => null,
  securityPolicyUrl: () => null,
  lockReason: () => null,
  usesCustomOpenGraphImage: () => false,
  archivedAt: () => null,
  mergeQueue: mergeQueueOf,
  projects: none('orderBy', 'search', 'states'),
  branchProtectionRules,
  viewerSubscription: () => 'UNSUBSCRIBED',
};

const viewer: Fields<Repository> = {
  viewerPermission: (repository, _args, graph) => roleOf(permissionOf(graph.context, repository, graph.viewer.id)),
  viewerCanAdminister: (repository, _args, graph) => hasPermission(graph.context, repository, graph.viewer.id, 'admin'),
  viewerCanUpdateTopics: (repository, _args, graph) => hasPermission(graph.context, repository, graph.viewer.id, 'maintain'),
  viewerCanSubscribe: () => true,
  viewerHasStarred: ({ id }, _args, { context, viewer: { id: user } }) => context.world.stars.has(starKey(user, id)),
  viewerDefaultCommitEmail: (_repository, _args, graph) => graph.viewer.email ?? noreplyAddress(graph.viewer),
  viewerPossibleCommitEmails: (_repository, _args, graph) => [
    ...(graph.viewer.email === null ? [] : [graph.viewer.email]),
    noreplyAddress(graph.viewer),
  ],
  viewerDefaultMergeMethod: ({ allow_merge_commit, allow_squash_merge }) =>
    allow_merge_commit ? 'MERGE' : allow_squash_merge ? 'SQUASH' : 'REBASE',
};

const content: Fields<Repository> = {
  defaultBranchRef: (repository, _args, graph) => branch(repository, graph, repository.default_branch),
  ref: withArgs(['qualifiedName'], (repository: Readonly<Repository>, { qualifiedName }, graph) =>
    refNamed(repository, graph, qualifiedName),
  ),
  refs: listed(
    ['refPrefix', 'query', 'direction', 'orderBy'],
    ({ id }: Readonly<Repository>, { refPrefix, query, direction, orderBy }, { context }) => {
      const { repository } = context.world.refs.by;
      const kept = repository
        .page(id, { limit: repository.count(id) })
        .filter(
          ({ ref }) =>
            ref.startsWith(refPrefix) &&
            (query == null || ref.slice(refPrefix.length).toLowerCase().includes(query.toLowerCase())),
        );
      const store = new RepositoryStore(context, id);
      const dated = (sha: string): string => store.commit(store.tag(sha)?.object.sha ?? sha)?.committer.date ?? '';
      const order = orderBy ?? (direction == null ? undefined : { field: 'ALPHABETICAL', direction });
      return inOrder(kept, order, { ALPHABETICAL: ({ ref }) => ref, TAG_COMMIT_DATE: ({ object: { sha } }) => dated(sha) }).map(
        (ref) => thing('Ref', ref),
      );
    },
  ),
  object: withArgs(['oid', 'expression'], (repository: Readonly<Repository>, args, graph) =>
    objectNamed(graph, repository, args),
  ),
  primaryLanguage: ({ language }) => (language === null ? null : thing('Language', { name: language })),
  languages: listed(['orderBy'], (repository: Readonly<Repository>, { orderBy }, graph) => {
    const head = branch(repository, graph, repository.default_branch);
    const sizes = head ? Object.entries(languagesAt(graph.context, repository.id, head.of.object.sha)) : [];
    return inOrder(sizes, orderBy, { SIZE: ([, size]) => size }).map(([name, size]) => thing('Language', { name }, { size }));
  }),
  repositoryTopics: listed([], ({ topics, id }: Readonly<Repository>) =>
    topics.map((name) => thing('RepositoryTopic', { name, repository: id })),
  ),
  issueTemplates: (repository, _args, graph) =>
    templates(repository, graph, ISSUE_TEMPLATE).map(({ path, text }) => {
      const { head, body } = frontMatter(text);
      const filename = path.split('/').at(-1) as string;
      return { filename, name: head.name ?? filename, title: head.title ?? '', about: head.about ?? '', body };
    }),
  pullRequestTemplates: (repository, _args, graph) =>
    templates(repository, graph, PULL_TEMPLATE).map(({ path, text }) => ({ filename: path, body: text })),
};

const releaseThing = (release: Readonly<Release> | undefined): Thing | null => (release ? thing('Release', release) : null);

const lists: Fields<Repository> = {
  issue: withArgs(['number'], (repository: Readonly<Repository>, { number }, graph) => {
    const found = issueAt(repository, graph, number);
    if (!found || found.is_pull_request) throw notFound(`Could not resolve to an Issue with the number of ${number}.`);
    return issueThing(found);
  }),
  pullRequest: withArgs(['number'], (repository: Readonly<Repository>, { number }, graph) => {
    const found = issueAt(repository, graph, number);
    if (!found?.is_pull_request) throw notFound(`Could not resolve to a PullRequest with the number of ${number}.`);
    return issueThing(found);
  }),
  issueOrPullRequest: withArgs(['number'], (repository: Readonly<Repository>, { number }, graph) => {
    const found = issueAt(repository, graph, number);
    if (!found) throw notFound(`Could not resolve to an issue or pull request with the number of ${number}.`);
    return issueThing(found);
  }),
  issues: listed(ISSUE_READS, issuesOf),
  pullRequests: listed(PULL_READS, pullsOf),
  label: withArgs(['name'], ({ id }: Readonly<Repository>, { name }, { context }) => {
    const label = labelByName(context, id, name);
    return label ? thing('Label', label) : null;
  }),
  labels: listed(['query', 'orderBy'], ({ id }: Readonly<Repository>, { query, orderBy }, { context }) => {
    const { repository } = context.world.labels.by;
    const asked = (query as string | null | undefined)?.toLowerCase();
    const kept = repository
      .page(id, { limit: repository.count(id) })
      .filter(
        ({ name, description }) => !asked || name.toLowerCase().includes(asked) || description?.toLowerCase().includes(asked),
      );
    return inOrder(kept, orderBy ?? { field: 'CREATED_AT', direction: 'ASC' }, LABEL_ORDER(context)).map((label) =>
      thing('Label', label),
    );
  }),
  milestone: withArgs(['number'], ({ id }: Readonly<Repository>, { number }, { context }) => {
    const milestone = milestoneByNumber(context, id, number);
    return milestone ? thing('Milestone', milestone) : null;
  }),
  milestones: listed(['states', 'orderBy', 'query'], ({ id }: Readonly<Repository>, { states, orderBy, query }, { context }) => {
    const { repository } = context.world.milestones.by;
    const group = stateGroup(id, 'all');
    const kept = repository
      .page(group, { limit: repository.count(group) })
      .filter(
        ({ state, title }) =>
          (states == null || states.includes(state.toUpperCase())) &&
          (query == null || title.toLowerCase().includes(query.toLowerCase())),
      );
    return inOrder(kept, orderBy, {
      CREATED_AT: ({ created_at }) => created_at,
      UPDATED_AT: ({ updated_at }) => updated_at,
      DUE_DATE: ({ due_on }) => due_on ?? '~',
      NUMBER: ({ number }) => number,
    }).map((milestone) => thing('Milestone', milestone));
  }),
  release: withArgs(['tagName'], (repository: Readonly<Repository>, { tagName }, { context }) =>
    releaseThing(
      orNothing(() => getReleaseByTag(context, ...namesOf(repository), tagName)) ??
        listReleases(context, ...namesOf(repository)).find(({ tag_name }) => tag_name === tagName),
    ),
  ),
  releases: listed(['orderBy'], (repository: Readonly<Repository>, { orderBy }, { context }) =>
    inOrder(listReleases(context, ...namesOf(repository)), orderBy, {
      CREATED_AT: ({ created_at }) => created_at,
      NAME: ({ name }) => name ?? '',
    }).map((release) => thing('Release', release)),
  ),
  latestRelease: (repository, _args, { context }) =>
    releaseThing(orNothing(() => latestRelease(context, ...namesOf(repository)))),
};

const people: Fields<Repository> = {
  assignableUsers: listed(['query'], (repository: Readonly<Repository>, { query }, { context }) =>
    assignableUsers(context, ...namesOf(repository))
      .filter(({ login, name }) => query == null || `${login} ${name ?? ''}`.toLowerCase().includes(query.toLowerCase()))
      .map(userThing),
  ),
  mentionableUsers: listed(['query'], (repository: Readonly<Repository>, { query }, { context }) =>
    assignableUsers(context, ...namesOf(repository))
      .filter(({ login, name }) => query == null || `${login} ${name ?? ''}`.toLowerCase().includes(query.toLowerCase()))
      .map(userThing),
  ),
  collaborators: listed(['login', 'query'], (repository: Readonly<Repository>, { login, query }, { context }) =>
    listCollaborators(context, ...namesOf(repository))
      .filter(
        ({ user }) =>
          (login == null || user.login.toLowerCase() === login.toLowerCase()) &&
          (query == null || user.login.toLowerCase().includes(query.toLowerCase())),
      )
      .map(({ user, permission }) => thing(user.type, user, { permission: roleOf(permission) })),
  ),
  stargazers: listed(['orderBy'], ({ id }: Readonly<Repository>, { orderBy }, { context }) => {
    const { repository } = context.world.stars.by;
    const stars = inOrder(repository.page(id, { limit: repository.count(id) }), orderBy, {
      STARRED_AT: ({ starred_at }) => starred_at,
    });
    return stars.flatMap(({ user_id, starred_at }) => {
      const user = context.world.users.get(user_id);
      return user ? [thing(user.type, user, { starredAt: starred_at })] : [];
    });
  }),
  forks: listed(['orderBy', 'privacy'], (repository: Readonly<Repository>, { orderBy, privacy }, graph) =>
    repositoryThings(
      inOrder(
        listForks(graph.context, ...namesOf(repository), 'oldest').filter(
          (fork) => privacy == null || fork.private === (privacy === 'PRIVATE'),
        ),
        orderBy,
        REPOSITORY_ORDER(graph),
      ),
    ),
  ),
};

const issueAt = ({ id }: Readonly<Repository>, { context }: Graph, number: number): Readonly<Issue> | undefined =>
  context.world.issues.by.number.first(`${id}/${number}`);

export const repositoryFields: Readonly<Record<string, Fields>> = {
  Repository: {
    ...settings,
    ...nothing,
    ...viewer,
    ...content,
    ...lists,
    ...people,
    ...discussionsOfRepository,
    id: ({ id }) => nodeId('R', id),
    databaseId: ({ id }) => id,
    name: ({ name }) => name,
    nameWithOwner: ({ full_name }) => full_name,
    owner: ({ owner_id }, _args, graph) => accountThing(graph, owner_id),
    description: ({ description }) => description,
    descriptionHTML: ({ description }) => (description === null ? '' : markdownHtml(description)),
    shortDescriptionHTML: withArgs(['limit'], ({ description }: Readonly<Repository>, { limit }) =>
      (description ?? '').slice(0, limit ?? undefined),
    ),
    homepageUrl: ({ homepage }) => homepage,
    url: ({ full_name }, _args, graph) => graph.url(`/${full_name}`),
    resourcePath: ({ full_name }) => `/${full_name}`,
    projectsUrl: ({ full_name }, _args, graph) => graph.url(`/${full_name}/projects`),
    projectsResourcePath: ({ full_name }) => `/${full_name}/projects`,
    sshUrl: ({ full_name }, _args, { context }) => `git@${new URL(context.links.base).hostname}:${full_name}.git`,
    openGraphImageUrl: ({ full_name }, _args, graph) => graph.url(`/opengraph/${full_name}`),
    createdAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    pushedAt: ({ pushed_at }) => pushed_at,
    diskUsage: ({ size }) => size,
    forkCount: ({ id }, _args, { context }) => context.world.repositories.by.parent.count(id),
    stargazerCount: (repository, _args, graph) => starsOf(graph, repository),
    parent: (repository, _args, { context }) => {
      const parent = parentRepository(context, repository);
      return parent ? thing('Repository', parent) : null;
    },
  } satisfies Fields<Repository>,
  Language: { id: ({ name }) => nodeId('LN', name), name: ({ name }) => name, color: () => null } satisfies Fields<{
    name: string;
  }>,
  RepositoryTopic: {
    id: ({ name, repository }) => nodeId('RT', repository, name),
    topic: ({ name }) => thing('Topic', { name }),
    url: ({ name }, _args, graph) => graph.url(`/topics/${name}`),
    resourcePath: ({ name }) => `/topics/${name}`,
  } satisfies Fields<{ name: string; repository: number }>,
  Topic: { id: ({ name }) => nodeId('TO', name), name: ({ name }) => name } satisfies Fields<{ name: string }>,
};

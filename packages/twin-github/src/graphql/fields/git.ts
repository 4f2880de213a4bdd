import type { ArchiveFormat } from '../../actions/archives.ts';
import { commitChanges, resolveCommit } from '../../actions/commits.ts';
import { RepositoryStore } from '../../actions/git-store.ts';
import { pullsWithCommit } from '../../actions/pulls-of-commit.ts';
import { commitState } from '../../actions/statuses.ts';
import { historyOf } from '../../git/history.ts';
import { textOf } from '../../git/store.ts';
import { nodeId } from '../../node-id.ts';
import { changedFiles, total } from '../../render/commits.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import {
  type Blob,
  type Commit,
  type CommitComment,
  commitGroup,
  type Ref,
  type Repository,
  type Signature,
  type Tag,
  type Tree,
  type TreeEntry,
} from '../../world.ts';
import { listed, none, PAGING } from '../connection.ts';
import { type Fields, type Graph, withArgs } from '../graph.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing, userThing } from './accounts.ts';
import { CheckContexts, checkContexts } from './checks.ts';
import { discussed } from './discussed.ts';
import { ruleOfRef } from './protection.ts';

type Owned = Readonly<{ repository_id: number; sha: string }>;

const home = ({ context }: Graph, record: { repository_id: number }): Readonly<Repository> => repositoryOf(context, record);

/** What every git object has. */
const object = (prefix: string, page: string): Fields<{ repository_id: number; sha: string }> => ({
  id: ({ repository_id, sha }) => nodeId(prefix, repository_id, sha),
  oid: ({ sha }) => sha,
  abbreviatedOid: ({ sha }) => sha.slice(0, 7),
  repository: (record, _args, graph) => thing('Repository', home(graph, record)),
  commitUrl: (record, _args, graph) => graph.url(`/${home(graph, record).full_name}/${page}/${record.sha}`),
  commitResourcePath: (record, _args, graph) => `/${home(graph, record).full_name}/${page}/${record.sha}`,
});

const headline = (message: string): string => message.split('\n')[0] ?? '';
const bodyOf = (message: string): string => message.split('\n').slice(1).join('\n').trim();

const actorOf = (signature: Readonly<Signature>): Thing<Signature> => thing('GitActor', signature);

const storeOf = ({ context }: Graph, record: Owned): RepositoryStore => new RepositoryStore(context, record.repository_id);

/** The object of a ref, a tag or a tree's entry. */
export function gitThing(store: RepositoryStore, type: string, sha: string): Thing | null {
  const found =
    type === 'commit'
      ? ['Commit', store.commit(sha)]
      : type === 'tree'
        ? ['Tree', store.tree(sha)]
        : type === 'tag'
          ? ['Tag', store.tag(sha)]
          : ['Blob', store.blob(sha)];
  return found[1] ? thing(found[0] as string, found[1] as object) : null;
}

function rollup(graph: Graph, commit: Readonly<Commit>): Thing | null {
  const state = commitState(graph.context, commit.repository_id, commit.sha);
  return state === undefined ? null : thing('StatusCheckRollup', commit);
}

const archiveUrl = (graph: Graph, commit: Readonly<Commit>, format: ArchiveFormat): string =>
  graph.context.links.signed(`/${home(graph, commit).full_name}/legacy.${format}/${commit.sha}`);

const commitFields: Fields<Commit> = {
  ...object('C', 'commit'),
  url: (commit, _args, graph) => graph.url(`/${home(graph, commit).full_name}/commit/${commit.sha}`),
  resourcePath: (commit, _args, graph) => `/${home(graph, commit).full_name}/commit/${commit.sha}`,
  treeUrl: (commit, _args, graph) => graph.url(`/${home(graph, commit).full_name}/tree/${commit.sha}`),
  treeResourcePath: (commit, _args, graph) => `/${home(graph, commit).full_name}/tree/${commit.sha}`,
  tarballUrl: (commit, _args, graph) => archiveUrl(graph, commit, 'tar.gz'),
  zipballUrl: (commit, _args, graph) => archiveUrl(graph, commit, 'zip'),
  message: ({ message }) => message,
  messageHeadline: ({ message }) => headline(message),
  messageBody: ({ message }) => bodyOf(message),
  author: ({ author }) => actorOf(author),
  committer: ({ committer }) => actorOf(committer),
  authors: listed([], ({ author }: Readonly<Commit>) => [actorOf(author)]),
  authoredDate: ({ author }) => author.date,
  committedDate: ({ committer }) => committer.date,
  authoredByCommitter: ({ author, committer }) => author.email === committer.email,
  committedViaWeb: ({ committer }) => committer.email === 'noreply@github.com',
  changedFiles: (commit, _args, graph) => commitChanges(storeOf(graph, commit), commit).length,
  changedFilesIfAvailable: (commit, _args, graph) => commitChanges(storeOf(graph, commit), commit).length,
  additions: (commit, _args, graph) => total(changedFiles(graph.context, commit), 'additions'),
  deletions: (commit, _args, graph) => total(changedFiles(graph.context, commit), 'deletions'),
  parents: listed([], (commit: Readonly<Commit>, _args, graph) =>
    commit.parents.flatMap((sha) => gitThing(storeOf(graph, commit), 'commit', sha) ?? []),
  ),
  tree: (commit, _args, graph) => gitThing(storeOf(graph, commit), 'tree', commit.tree),
  history: listed(['path', 'since', 'until'], (commit: Readonly<Commit>, { path, since, until }, graph) => {
    const store = storeOf(graph, commit);
    return historyOf(store, commit.sha).flatMap((sha) => {
      const one = store.commit(sha);
      if (!one) return [];
      const at = Date.parse(one.committer.date);
      if ((since != null && at < Date.parse(since)) || (until != null && at > Date.parse(until))) return [];
      if (
        path != null &&
        path !== '' &&
        !commitChanges(store, one).some((file) => file.path === path || file.path.startsWith(`${path}/`))
      )
        return [];
      return [thing('Commit', one)];
    });
  }),
  associatedPullRequests: listed([], ({ repository_id, sha }: Readonly<Commit>, _args, graph) =>
    pullsWithCommit(graph.context, home(graph, { repository_id }), sha).map((issue) => thing('PullRequest', issue)),
  ),
  statusCheckRollup: (commit, _args, graph) => rollup(graph, commit),
  status: (commit, _args, { context }) =>
    context.world.commit_statuses.by.commit.count(commitGroup(commit.repository_id, commit.sha)) === 0
      ? null
      : thing('Status', commit),
  checkSuites: listed([], ({ repository_id, sha }: Readonly<Commit>, _args, { context }) => {
    const { commit } = context.world.check_suites.by;
    const group = commitGroup(repository_id, sha);
    return commit.page(group, { limit: commit.count(group) }).map((suite) => thing('CheckSuite', suite));
  }),
  comments: listed([], ({ repository_id, sha }: Readonly<Commit>, _args, { context }) => {
    const { commit } = context.world.commit_comments.by;
    const group = `${repository_id}/${sha}`;
    return commit.page(group, { limit: commit.count(group) }).map((comment) => thing('CommitComment', comment));
  }),
  signature: () => null,
  deployments: none('environments', 'orderBy'),
};

const { fullDatabaseId: _none, ...commitComment } = discussed('CC', 'commit_comment');

export const gitFields: Readonly<Record<string, Fields>> = {
  Commit: commitFields,
  GitActor: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    date: ({ date }) => date,
    user: ({ email }, _args, { context }) => {
      const user = context.world.users.by.address.first(email.toLowerCase());
      return user?.type === 'User' ? userThing(user) : null;
    },
    avatarUrl: withArgs(['size'], (_of, _args, graph) => graph.url('/avatars/u/0?v=4')),
  } satisfies Fields<Signature>,
  Tree: {
    ...object('TR', 'tree'),
    entries: ({ entries, repository_id }) => entries.map((entry) => thing('TreeEntry', { ...entry, repository_id })),
  } satisfies Fields<Tree>,
  TreeEntry: {
    name: ({ path }) => path,
    nameRaw: ({ path }) => Buffer.from(path).toString('base64'),
    path: ({ path }) => path,
    mode: ({ mode }) => Number.parseInt(mode, 8),
    type: ({ type }) => type,
    oid: ({ sha }) => sha,
    extension: ({ path }) => /\.[^.]*$/.exec(path)?.[0] ?? '',
    isGenerated: () => false,
    repository: (entry, _args, graph) => thing('Repository', home(graph, entry)),
    size: ({ repository_id, sha }, _args, { context }) => new RepositoryStore(context, repository_id).blob(sha)?.size ?? 0,
    object: ({ repository_id, type, sha }, _args, { context }) =>
      gitThing(new RepositoryStore(context, repository_id), type, sha),
    submodule: () => null,
  } satisfies Fields<TreeEntry & { repository_id: number }>,
  Blob: {
    ...object('B', 'blob'),
    byteSize: ({ size }) => size,
    isBinary: (blob, _args, graph) => textOf(storeOf(graph, blob), blob.sha) === undefined,
    isTruncated: () => false,
    text: (blob, _args, graph) => textOf(storeOf(graph, blob), blob.sha) ?? null,
  } satisfies Fields<Blob>,
  Tag: {
    ...object('TA', 'releases/tag'),
    name: ({ tag }) => tag,
    message: ({ message }) => message,
    tagger: ({ tagger }) => actorOf(tagger),
    target: (tag, _args, graph) => gitThing(storeOf(graph, tag), tag.object.type, tag.object.sha),
  } satisfies Fields<Tag>,
  Ref: {
    id: ({ repository_id, ref }) => nodeId('REF', repository_id, ref),
    name: ({ ref }) => ref.replace(/^refs\/(?:heads|tags)\//, ''),
    prefix: ({ ref }) => /^refs\/[^/]+\//.exec(ref)?.[0] ?? 'refs/',
    repository: (ref, _args, graph) => thing('Repository', home(graph, ref)),
    target: ({ repository_id, object: { type, sha } }, _args, { context }) =>
      gitThing(new RepositoryStore(context, repository_id), type, sha),
    associatedPullRequests: listed(['states'], ({ repository_id, ref }: Readonly<Ref>, { states }, { context }) => {
      const { head } = context.world.pull_requests.by;
      const group = `${repository_id}/${ref.replace('refs/heads/', '')}/all`;
      return head.page(group, { limit: head.count(group) }).flatMap((pull) => {
        const issue = context.world.issues.get(pull.issue_id);
        const state = pull.merged_at ? 'MERGED' : pull.state.toUpperCase();
        return issue && (states == null || states.includes(state)) ? [thing('PullRequest', issue)] : [];
      });
    }),
    branchProtectionRule: (ref, _args, graph) => ruleOfRef(ref, graph),
    refUpdateRule: () => null,
  } satisfies Fields<Ref>,
  StatusCheckRollup: {
    id: ({ repository_id, sha }) => nodeId('SCR', repository_id, sha),
    state: ({ repository_id, sha }, _args, { context }) => commitState(context, repository_id, sha)?.toUpperCase(),
    commit: (commit) => thing('Commit', commit),
    contexts: withArgs(PAGING, (commit: Readonly<Commit>, args, graph) => new CheckContexts(checkContexts(graph, commit), args)),
  } satisfies Fields<Commit>,
  Status: {
    id: ({ repository_id, sha }) => nodeId('ST', repository_id, sha),
    state: ({ repository_id, sha }, _args, { context }) => commitState(context, repository_id, sha)?.toUpperCase(),
    commit: (commit) => thing('Commit', commit),
    contexts: (commit, _args, graph) => checkContexts(graph, commit).filter(({ type }) => type === 'StatusContext'),
    context: withArgs(
      ['name'],
      (commit: Readonly<Commit>, { name }, graph) =>
        checkContexts(graph, commit).find(
          ({ type, of }) => type === 'StatusContext' && (of as { context: string }).context === name,
        ) ?? null,
    ),
  } satisfies Fields<Commit>,
  CommitComment: {
    ...commitComment,
    commit: ({ repository_id, commit_id }, _args, { context }) =>
      gitThing(new RepositoryStore(context, repository_id), 'commit', commit_id),
    path: ({ path }) => path,
    position: ({ position }) => position,
    author: ({ user_id }, _args, graph) => accountThing(graph, user_id),
    url: (comment, _args, graph) =>
      graph.url(`/${home(graph, comment).full_name}/commit/${comment.commit_id}#commitcomment-${comment.id}`),
    resourcePath: (comment, _args, graph) =>
      `/${home(graph, comment).full_name}/commit/${comment.commit_id}#commitcomment-${comment.id}`,
  } satisfies Fields<CommitComment>,
};

/** What `object` of a repository names: an id, or an expression such as `main`, `HEAD:docs` or `v1.0`. */
export function objectNamed(
  graph: Graph,
  repository: Readonly<Repository>,
  { oid, expression }: { oid?: string; expression?: string },
): Thing | null {
  const { context } = graph;
  const store = new RepositoryStore(context, repository.id);
  if (oid != null)
    return (
      (['commit', 'tree', 'tag', 'blob'] as const).map((type) => gitThing(store, type, oid)).find((one) => one !== null) ?? null
    );
  const [name = '', path] = splitOnce(expression ?? '', ':');
  const sha = resolveCommit(context, repository, name);
  const commit = sha === undefined ? undefined : store.commit(sha);
  if (!commit) return null;
  if (path === undefined) return gitThing(store, 'commit', commit.sha);
  let entry: Pick<TreeEntry, 'type' | 'sha'> | undefined = { type: 'tree', sha: commit.tree };
  for (const step of path.split('/').filter(Boolean)) {
    entry = entry?.type === 'tree' ? store.tree(entry.sha)?.entries.find((one) => one.path === step) : undefined;
  }
  return entry ? gitThing(store, entry.type, entry.sha) : null;
}

function splitOnce(text: string, by: string): [string, string | undefined] {
  const at = text.indexOf(by);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

import { NotFound, RefProtected, Unprocessable, ValidationFailed } from '../errors.ts';
import { isAncestor } from '../git/history.ts';
import { isValidRefName } from '../git/path.ts';
import { type GithubContext, type Ref, type Repository, refKey, stateGroup, timestamp } from '../world.ts';
import { type HasWorld, visibleRepository, writableRepository } from './access.ts';
import { branchRef, findBranch, openPullsFrom, openPullsInto } from './branches.ts';
import { requireContent } from './commits.ts';
import { emit } from './emit.ts';
import { RepositoryStore } from './git-store.ts';
import { recordIssueEvent } from './issue-events.ts';
import { setIssueState } from './issues.ts';
import { renameLinks, unlinkBranch } from './linked-pulls.ts';
import { CREATIONS_RESTRICTED, requireMove } from './protection/guard.ts';
import { moveProtection } from './protection/protect.ts';
import { push } from './push.ts';
import { startPushed } from './workflows/start.ts';

const BRANCHES = 'refs/heads/';
const TAGS = 'refs/tags/';

/** `heads/main` and `refs/heads/main` name the same ref. */
const fullName = (name: string) => (name.startsWith('refs/') ? name : `refs/${name}`);

/** @throws NotFound, Conflict for an empty repository */
export function getRef(context: HasWorld, owner: string, repo: string, name: string): Readonly<Ref> {
  const repository = visibleRepository(context, owner, repo);
  requireContent(context, repository);
  const ref = context.world.refs.get(refKey(repository.id, fullName(name)));
  if (!ref) throw new NotFound();
  return ref;
}

/** Refs whose names begin with `prefix`. @throws NotFound, Conflict for an empty repository */
export function matchingRefs(context: HasWorld, owner: string, repo: string, prefix: string): readonly Readonly<Ref>[] {
  const repository = visibleRepository(context, owner, repo);
  requireContent(context, repository);
  const { repository: index } = context.world.refs.by;
  return index.page(repository.id, { limit: index.count(repository.id) }).filter(({ ref }) => ref.startsWith(fullName(prefix)));
}

/** The ref of this name, or those that begin with it: GitHub's older addresses of refs give either. @throws NotFound, Conflict */
export function refsNamed(
  context: HasWorld,
  owner: string,
  repo: string,
  name: string,
): readonly Readonly<Ref>[] | Readonly<Ref> {
  const repository = visibleRepository(context, owner, repo);
  const exact = context.world.refs.get(refKey(repository.id, fullName(name)));
  if (exact) return exact;
  const found = matchingRefs(context, owner, repo, name);
  if (found.length === 0) throw new NotFound();
  return found;
}

/** The branches of a repository by name: a reader for pages, and its group. */
export function branchIndex(context: HasWorld, owner: string, repo: string) {
  const repository = visibleRepository(context, owner, repo);
  return { repository, index: context.world.refs.by.branches, group: repository.id };
}

/** In GitHub's words (xmo-odoo/dummy_central, git/refs/test_create_a_reference.py, as the other refusals of refs). */
function requireRefName(name: string): void {
  if (!name.startsWith('refs/')) throw new Unprocessable("Reference name must start with 'refs/'.");
  if (!/^refs\/[^/]+\/./.test(name))
    throw new Unprocessable('Reference name must contain at least three slash-separated components.');
  if (!isValidRefName(name)) throw new Unprocessable('Reference name is not valid.');
}

/** Makes a branch, a tag or another ref. @throws Unprocessable */
export function createRef(context: GithubContext, owner: string, repo: string, name: string, sha: string): Readonly<Ref> {
  const repository = writableRepository(context, owner, repo);
  requireContent(context, repository);
  requireRefName(name);
  if (context.world.refs.has(refKey(repository.id, name))) throw new Unprocessable('Reference already exists');
  const object = requireObject(context, repository, sha);
  if (!name.startsWith(BRANCHES)) return addRef(context, repository, name, object);
  if (object.type !== 'commit') throw new Unprocessable('Reference update failed');
  push(context, repository, name.slice(BRANCHES.length), sha);
  return context.world.refs.get(refKey(repository.id, name)) as Readonly<Ref>;
}

/** The same, told as by REST, which doesn't say that a ruleset lets nobody make refs (xmo-odoo/dummy_central, repos/rulesets/test_rulesets.py). */
export function createRefByRest(...args: Parameters<typeof createRef>): Readonly<Ref> {
  try {
    return createRef(...args);
  } catch (error) {
    if (!(error instanceof RefProtected)) throw error;
    const { protection, rulesets } = error.violations;
    const isMaking = protection.length === 0 && rulesets.every((reason) => reason === CREATIONS_RESTRICTED);
    throw isMaking ? new Unprocessable('Reference update failed') : error;
  }
}

/** Makes a tag, or a ref that is no branch, and lets follow what follows its push. @throws RefProtected */
export function addRef(
  context: GithubContext,
  repository: Readonly<Repository>,
  name: string,
  object: Ref['object'],
): Readonly<Ref> {
  requireMove(context, repository, { ref: name, before: undefined, after: object.sha });
  emit(context, repository.id, 'create', null, { ref: name });
  emit(context, repository.id, 'push', null, { ref: name, after: object.sha });
  const made = context.world.refs.insert({ repository_id: repository.id, ref: name, object });
  followPush(context, repository, made, undefined);
  return made;
}

/** Points a tag, or a ref that is no branch, at another object. @throws RefProtected */
export function moveOther(
  context: GithubContext,
  repository: Readonly<Repository>,
  { ref, object: { sha: before } }: Readonly<Ref>,
  object: Ref['object'],
): Readonly<Ref> {
  requireMove(context, repository, { ref, before, after: object.sha });
  const moved = context.world.refs.update(refKey(repository.id, ref), { object });
  if (before === object.sha) return moved;
  emit(context, repository.id, 'push', null, { ref, before, after: object.sha });
  followPush(context, repository, moved, before);
  return moved;
}

function followPush(
  context: GithubContext,
  repository: Readonly<Repository>,
  { ref, object: { sha } }: Readonly<Ref>,
  before: string | undefined,
): void {
  context.world.repositories.update(repository.id, { pushed_at: timestamp(context.now) });
  if (ref.startsWith(TAGS)) startPushed(context, repository, ref, { before, sha });
}

export function requireObject(context: HasWorld, repository: Readonly<Repository>, sha: string): Ref['object'] {
  const store = new RepositoryStore(context, repository.id);
  if (store.commit(sha)) return { sha, type: 'commit' };
  if (store.tag(sha)) return { sha, type: 'tag' };
  if (store.tree(sha)) return { sha, type: 'tree' };
  if (store.blob(sha)) return { sha, type: 'blob' };
  throw new Unprocessable('Object does not exist');
}

/** Moves a ref; without `force` only forwards. @throws Unprocessable */
export function updateRef(
  context: GithubContext,
  owner: string,
  repo: string,
  name: string,
  sha: string,
  force: boolean,
): Readonly<Ref> {
  const repository = writableRepository(context, owner, repo);
  const key = refKey(repository.id, fullName(name));
  const ref = context.world.refs.get(key);
  if (!ref) throw new Unprocessable('Reference does not exist');
  const object = requireObject(context, repository, sha);
  const isBranch = ref.ref.startsWith(BRANCHES);
  if (isBranch && object.type !== 'commit') throw new Unprocessable('Object is not a commit');
  const store = new RepositoryStore(context, repository.id);
  if (!force && object.type === 'commit' && ref.object.type === 'commit' && !isAncestor(store, ref.object.sha, sha)) {
    throw new Unprocessable('Update is not a fast forward');
  }
  if (!isBranch) return moveOther(context, repository, ref, object);
  moveBranch(context, repository, ref, sha);
  return context.world.refs.get(key) as Readonly<Ref>;
}

/** Points a branch that is there at another commit, whichever. */
export function moveBranch(
  context: GithubContext,
  repository: Readonly<Repository>,
  { ref, object }: Readonly<Ref>,
  sha: string,
): void {
  const branch = ref.slice(BRANCHES.length);
  const store = new RepositoryStore(context, repository.id);
  const forced = object.sha !== sha && !isAncestor(store, object.sha, sha);
  if (forced)
    tellPulls(context, repository, branch, { event: 'head_ref_force_pushed', head: { before: object.sha, after: sha } });
  push(context, repository, branch, sha);
}

/** Removes a ref; open pull requests from or into a removed branch are closed. @throws Unprocessable */
export function deleteRef(context: GithubContext, owner: string, repo: string, name: string): void {
  const repository = writableRepository(context, owner, repo);
  const ref = context.world.refs.get(refKey(repository.id, fullName(name)));
  if (!ref) throw new Unprocessable('Reference does not exist');
  if (ref.ref === branchRef(repository.default_branch)) throw new Unprocessable('Cannot delete the default branch');
  requireMove(context, repository, { ref: ref.ref, before: ref.object.sha, after: undefined });
  removeRef(context, repository, ref);
}

/** Removes a ref with what follows from it. */
export function removeRef(context: GithubContext, repository: Readonly<Repository>, ref: Readonly<Ref>): void {
  context.world.refs.remove(refKey(repository.id, ref.ref));
  emit(context, repository.id, 'delete', null, { ref: ref.ref });
  emit(context, repository.id, 'push', null, { ref: ref.ref, before: ref.object.sha });
  context.world.repositories.update(repository.id, { pushed_at: timestamp(context.now) });
  if (ref.ref.startsWith(TAGS)) untagReleases(context, repository, ref.ref.slice(TAGS.length));
  if (!ref.ref.startsWith(BRANCHES)) return;
  unlinkBranch(context, repository.id, ref.ref);
  const branch = ref.ref.slice(BRANCHES.length);
  const left = [...openPullsFrom(context, repository.id, branch), ...openPullsInto(context, repository.id, branch)];
  for (const { issue } of left) setIssueState(context, issue, 'closed');
  tellPulls(context, repository, branch, { event: 'head_ref_deleted' });
}

/** An event of every pull request whose head a branch is. */
function tellPulls(
  context: GithubContext,
  repository: Readonly<Repository>,
  branch: string,
  facts: { event: 'head_ref_deleted' } | { event: 'head_ref_force_pushed'; head: { before: string; after: string } },
): void {
  const { head } = context.world.pull_requests.by;
  const group = stateGroup(`${repository.id}/${branch}`, facts.event === 'head_ref_deleted' ? 'all' : 'open');
  for (const { issue_id } of head.page(group, { limit: head.count(group) })) {
    const issue = context.world.issues.get(issue_id);
    if (issue) recordIssueEvent(context, issue, facts);
  }
}

/** A release whose tag is gone is a draft again. */
function untagReleases({ world }: GithubContext, repository: Readonly<Repository>, tag: string): void {
  const release = world.releases.by.tag.first(`${repository.id}/${tag}`);
  if (release) world.releases.update(release.id, { draft: true, published_at: null });
}

/** Makes a branch from another one, by default the default branch. @throws NotFound, Unprocessable */
export function createBranch(context: GithubContext, owner: string, repo: string, branch: string, from?: string): Readonly<Ref> {
  const repository = visibleRepository(context, owner, repo);
  const start = findBranch(context, repository.id, from ?? repository.default_branch);
  if (!start) throw new NotFound();
  return createRefByRest(context, owner, repo, branchRef(branch), start.object.sha);
}

/** Renames a branch, and what names it. @throws NotFound, ValidationFailed */
export function renameBranch(context: GithubContext, owner: string, repo: string, branch: string, name: string): Readonly<Ref> {
  const repository = writableRepository(context, owner, repo);
  const ref = findBranch(context, repository.id, branch);
  if (!ref) throw new NotFound();
  const key = refKey(repository.id, branchRef(name));
  if (!isValidRefName(name) || context.world.refs.has(key)) {
    throw new ValidationFailed([{ resource: 'Branch', code: 'invalid', field: 'new_name' }]);
  }
  const { world } = context;
  moveProtection(context, repository, branch, name);
  world.refs.remove(refKey(repository.id, ref.ref));
  const renamed = world.refs.insert({ ...ref, ref: branchRef(name) });
  renameLinks(context, repository.id, ref.ref, renamed.ref);
  if (branch === repository.default_branch) world.repositories.update(repository.id, { default_branch: name });
  for (const { pull } of openPullsFrom(context, repository.id, branch))
    world.pull_requests.update(pull.issue_id, { head_ref: name });
  for (const { pull } of openPullsInto(context, repository.id, branch))
    world.pull_requests.update(pull.issue_id, { base_ref: name });
  return renamed;
}

/** A tag's ref and the commit it leads to. */
export interface TagRef {
  ref: Readonly<Ref>;
  commit: string;
}

/** The tags of a repository, last first by name, as GitHub lists them. @throws NotFound */
export function listTags(context: HasWorld, owner: string, repo: string): { repository: Readonly<Repository>; tags: TagRef[] } {
  const repository = visibleRepository(context, owner, repo);
  const { repository: index } = context.world.refs.by;
  const store = new RepositoryStore(context, repository.id);
  const tags = index
    .page(repository.id, { limit: index.count(repository.id) })
    .filter(({ ref }) => ref.startsWith(TAGS))
    .map((ref) => ({ ref, commit: ref.object.type === 'tag' ? (store.tag(ref.object.sha)?.object.sha ?? '') : ref.object.sha }));
  return { repository, tags: tags.toReversed() };
}

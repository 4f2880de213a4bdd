import { diffTrees } from '../../git/diff.ts';
import { mergeBase } from '../../git/history.ts';
import { commitOf } from '../../git/store.ts';
import type { GithubContext, Repository, Workflow, WorkflowRun } from '../../world.ts';
import { viewerOf } from '../access.ts';
import { findBranch, type PullPair } from '../branches.ts';
import { RepositoryStore } from '../git-store.ts';
import type { Trigger, WorkflowFile } from './file.ts';
import { isAboutPull, isPushed } from './filters.ts';
import { areActionsEnabled } from './policies.ts';
import { fileAt, folderAt, insertRun, keepWorkflows, pathsIn, type RunStart, workflowOf } from './records.ts';

const BRANCHES = 'refs/heads/';
/** https://docs.github.com/actions/how-tos/manage-workflow-runs/skip-workflow-runs */
const SKIPS = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/;

/** Something that workflows may be about. */
interface Happened {
  event: string;
  /** Where the files of the workflows stand. */
  sha: string;
  start: Omit<RunStart, 'event' | 'display_title' | 'actor_id' | 'inputs'>;
  title: string;
  isMeant(trigger: Trigger): boolean;
}

const subjectOf = (message: string): string => message.split('\n')[0] ?? '';

/** The title of a run: what the file says, with inputs filled in. */
export function titleOf(file: WorkflowFile, fallback: string, inputs: Readonly<Record<string, string>>, actor: string): string {
  const filled = file.title?.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_all, expression: string) => {
    const input = /^(?:inputs|github\.event\.inputs)\.([\w-]+)$/.exec(expression)?.[1];
    return input === undefined ? (expression === 'github.actor' ? actor : '') : (inputs[input] ?? '');
  });
  return filled?.trim() || fallback;
}

/** Starts the workflows that are about what happened. */
function start(context: GithubContext, repository: Readonly<Repository>, happened: Happened): void {
  if (!areActionsEnabled(context, repository)) return;
  const { event, sha } = happened;
  const store = new RepositoryStore(context, repository.id);
  for (const path of pathsIn(store, folderAt(store, sha))) {
    const file = fileAt(store, sha, path);
    const trigger = file?.triggers.get(event);
    // A file that is none is told by a run that fails, whatever it was to be about.
    const isBroken = file?.fault !== undefined && event === 'push';
    if (!file || !(isBroken || (trigger && happened.isMeant(trigger)))) continue;
    const workflow = workflowOf(context, repository, path);
    if (workflow.state === 'active') startRun(context, workflow, file, happened);
  }
}

function startRun(
  context: GithubContext,
  workflow: Readonly<Workflow>,
  file: WorkflowFile,
  happened: Happened,
): Readonly<WorkflowRun> {
  const { event, title } = happened;
  const viewer = viewerOf(context);
  const display_title = titleOf(file, title, {}, viewer.login);
  const jobs = file.fault === undefined ? file.jobs : undefined;
  return insertRun(context, workflow, { ...happened.start, event, display_title, actor_id: viewer.id, inputs: {} }, { jobs });
}

/** Lets follow what follows a push of a branch or a tag. @param before where the ref was; undefined where it wasn't there */
export function startPushed(
  context: GithubContext,
  repository: Readonly<Repository>,
  ref: string,
  { before, sha }: { before: string | undefined; sha: string },
): void {
  const isBranch = ref.startsWith(BRANCHES);
  const branch = isBranch ? ref.slice(BRANCHES.length) : ref.slice('refs/tags/'.length);
  const store = new RepositoryStore(context, repository.id);
  const target = store.tag(sha)?.object.sha ?? sha;
  if (!store.commit(target)) return;
  const main = context.world.repositories.get(repository.id)?.default_branch ?? repository.default_branch;
  if (isBranch && branch === main) {
    const was = before === undefined ? undefined : folderAt(store, before);
    if (was !== folderAt(store, target)) keepWorkflows(context, repository, target);
  }
  if (before === sha || folderAt(store, target) === undefined) return;
  const { message } = commitOf(store, target);
  if (SKIPS.test(message)) return;
  start(context, repository, {
    event: 'push',
    sha: target,
    start: { head_repository_id: repository.id, head_branch: branch, head_sha: target },
    title: subjectOf(message),
    isMeant: (trigger) =>
      isPushed(trigger, ref, () => changedSince(context, repository, before ?? tipOf(context, repository, main), target)),
  });
}

const tipOf = (context: GithubContext, repository: Readonly<Repository>, branch: string): string | undefined =>
  findBranch(context, repository.id, branch)?.object.sha;

/** Files that differ between a commit and where it left another one. */
function changedSince(context: GithubContext, repository: Readonly<Repository>, from: string | undefined, sha: string): string[] {
  const store = new RepositoryStore(context, repository.id);
  const base = from === undefined ? undefined : mergeBase(store, from, sha);
  return diffTrees(store, base === undefined ? undefined : commitOf(store, base).tree, commitOf(store, sha).tree).map(
    ({ path }) => path,
  );
}

export type PullAction =
  | 'opened'
  | 'synchronize'
  | 'reopened'
  | 'closed'
  | 'ready_for_review'
  | 'converted_to_draft'
  | 'edited'
  | 'auto_merge_enabled'
  | 'auto_merge_disabled';

/** Lets follow what follows something that happens to a pull request. */
export function startAboutPull(context: GithubContext, { pull, issue }: PullPair, action: PullAction): void {
  const repository = context.world.repositories.get(pull.repository_id) as Readonly<Repository>;
  const store = new RepositoryStore(context, repository.id);
  const base = tipOf(context, repository, pull.base_ref) ?? pull.base_sha;
  const head = store.commit(pull.head_sha);
  if (!head) return;
  for (const [event, sha] of [
    ['pull_request', pull.head_sha],
    ['pull_request_target', base],
  ] as const) {
    if (folderAt(store, sha) === undefined || (event === 'pull_request' && SKIPS.test(head.message))) continue;
    start(context, repository, {
      event,
      sha,
      start: { head_repository_id: pull.head_repository_id, head_branch: pull.head_ref, head_sha: pull.head_sha },
      title: issue.title,
      isMeant: (trigger) =>
        isAboutPull(trigger, action, pull.base_ref, () => changedSince(context, repository, base, pull.head_sha)),
    });
  }
}

/** Lets follow what follows a release or another event that is about a commit of a branch. */
export function startAbout(
  context: GithubContext,
  repository: Readonly<Repository>,
  event: string,
  { type, ref, sha, title }: { type: string; ref: string; sha: string; title: string },
): void {
  start(context, repository, {
    event,
    sha,
    start: { head_repository_id: repository.id, head_branch: ref, head_sha: sha },
    title,
    isMeant: ({ types }) => types === undefined || types.includes(type),
  });
}

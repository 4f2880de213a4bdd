import { GithubError } from '../../errors.ts';
import { commitOf } from '../../git/store.ts';
import { type GithubContext, type MergeQueueEntry, type Repository, timestamp } from '../../world.ts';
import { branchRef, findBranch, pushBranch } from '../branches.ts';
import { RepositoryStore } from '../git-store.ts';
import { requiredOutcome } from '../protection/merge-rules.ts';
import { landPull, type MergeMethod, mergeOnto } from '../pull-merge.ts';
import { type FoundPull, pullOf } from '../pulls.ts';
import { tellPush } from '../push.ts';
import { startAbout, startPushed } from '../workflows/start.ts';
import { dropGroup, entriesOf, groupBranch, isStillMeant, removeEntry, tellGroup } from './entries.ts';
import { type QueueSettings, queueOf } from './rule.ts';

const MINUTE_MS = 60_000;

/** Moves every queue on as far as checks and the world's time let it. Called at the end of each write: reads change nothing. */
export function advanceQueues(context: GithubContext): void {
  const { merge_queue_entries: entries, repositories } = context.world;
  if (entries.size === 0) return;
  const queues = new Map([...entries.values()].map((entry) => [`${entry.repository_id}/${entry.base_ref}`, entry]));
  for (const { repository_id, base_ref } of queues.values()) {
    const repository = repositories.get(repository_id);
    if (repository) while (step(context, repository, base_ref));
  }
}

/** One change of a queue. @returns whether there was one */
function step(context: GithubContext, repository: Readonly<Repository>, branch: string): boolean {
  const entries = entriesOf(context, repository.id, branch);
  const lost = entries.find((entry) => !isStillMeant(context, entry, context.world.issues.get(entry.issue_id), repository));
  if (lost) {
    removeEntry(context, lost, queueOf(context, repository, branch) ? 'UNKNOWN_REMOVAL_REASON' : 'QUEUE_CLEARED');
    return true;
  }
  const settings = queueOf(context, repository, branch);
  const tip = findBranch(context, repository.id, branch)?.object.sha;
  if (!settings || tip === undefined) return false;
  const built = settings.max_entries_to_build === 0 ? entries : entries.slice(0, settings.max_entries_to_build);
  return (
    build(context, repository, built, { tip, settings }) || judge(context, built, settings) || merge(context, built, settings)
  );
}

interface Line {
  tip: string;
  settings: QueueSettings;
}

/** Makes the first merge that is missing, each on top of the one before. */
function build(
  context: GithubContext,
  repository: Readonly<Repository>,
  entries: readonly Readonly<MergeQueueEntry>[],
  { tip, settings }: Line,
): boolean {
  let base = tip;
  for (const entry of entries) {
    if (entry.group?.base_sha === base) {
      base = entry.group.head_sha;
      continue;
    }
    dropGroup(context, entry, 'invalidated');
    makeGroup(context, repository, entry, base, settings);
    return true;
  }
  return false;
}

function makeGroup(
  context: GithubContext,
  repository: Readonly<Repository>,
  entry: Readonly<MergeQueueEntry>,
  base: string,
  settings: QueueSettings,
): void {
  const found = foundOf(context, entry);
  let head: string;
  try {
    head = mergeOnto(context, found, base, settings.merge_method.toLowerCase() as MergeMethod);
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    removeEntry(context, entry, 'MERGE_CONFLICT');
    return;
  }
  const group = { head_sha: head, base_sha: base, made_at: timestamp(context.now) };
  const made = context.world.merge_queue_entries.update(entry.id, { group });
  const branch = groupBranch(context, made);
  pushBranch(context, repository, branch, head);
  tellPush(context, repository, branch, undefined, head);
  tellGroup(context, made, 'checks_requested');
  startPushed(context, repository, branchRef(branch), { before: undefined, sha: head });
  const [title = ''] = commitOf(new RepositoryStore(context, repository.id), head).message.split('\n');
  startAbout(context, repository, 'merge_group', { type: 'checks_requested', ref: branch, sha: head, title });
}

const foundOf = (context: GithubContext, { issue_id }: Readonly<MergeQueueEntry>): FoundPull => {
  const issue = context.world.issues.get(issue_id);
  if (!issue) throw new Error(`issue ${issue_id} is missing`);
  return pullOf(context, issue);
};

/** Takes out the first whose checks failed, or weren't reported in time. */
function judge(context: GithubContext, entries: readonly Readonly<MergeQueueEntry>[], settings: QueueSettings): boolean {
  for (const [at, entry] of entries.entries()) {
    if (!entry.group) return false;
    const outcome = requiredOutcome(context, foundOf(context, entry), entry.group.head_sha);
    const isLate = context.now >= Date.parse(entry.group.made_at) + settings.check_response_timeout_minutes * MINUTE_MS;
    // With HEADGREEN the checks of the last of a group stand for those before it.
    const isCovered = settings.grouping_strategy === 'HEADGREEN' && at < entries.length - 1;
    if (outcome === 'successful' || isCovered || (outcome === 'pending' && !isLate)) continue;
    removeEntry(context, entry, outcome === 'failing' ? 'CI_FAILURE' : 'CI_TIMEOUT');
    return true;
  }
  return false;
}

/** How many from the front could be merged together. */
function readyCount(context: GithubContext, entries: readonly Readonly<MergeQueueEntry>[], settings: QueueSettings): number {
  const most = settings.max_entries_to_merge === 0 ? entries.length : settings.max_entries_to_merge;
  const green = entries.map(
    (entry) => entry.group !== null && requiredOutcome(context, foundOf(context, entry), entry.group.head_sha) === 'successful',
  );
  if (settings.grouping_strategy === 'HEADGREEN') return green.slice(0, most).lastIndexOf(true) + 1;
  const red = green.indexOf(false);
  return Math.min(most, red < 0 ? green.length : red);
}

function merge(context: GithubContext, entries: readonly Readonly<MergeQueueEntry>[], settings: QueueSettings): boolean {
  const count = readyCount(context, entries, settings);
  const [first] = entries;
  if (count === 0 || !first) return false;
  const waited = context.now - Date.parse(first.enqueued_at) >= settings.min_entries_to_merge_wait_minutes * MINUTE_MS;
  if (count < settings.min_entries_to_merge && !waited) return false;
  for (const entry of entries.slice(0, count)) {
    if (!entry.group) return false;
    landPull(context, foundOf(context, entry), { base: entry.group.base_sha, sha: entry.group.head_sha });
    removeEntry(context, entry, 'MERGE');
  }
  return true;
}

/** How far an entry has come (GraphQL: `MergeQueueEntryState`). */
export function entryState(
  context: GithubContext,
  entry: Readonly<MergeQueueEntry>,
): 'QUEUED' | 'AWAITING_CHECKS' | 'MERGEABLE' | 'UNMERGEABLE' {
  const { world } = context;
  const repository = world.repositories.get(entry.repository_id);
  if (!repository || !isStillMeant(context, entry, world.issues.get(entry.issue_id), repository)) return 'UNMERGEABLE';
  if (!entry.group) return 'QUEUED';
  const outcome = requiredOutcome(context, foundOf(context, entry), entry.group.head_sha);
  return outcome === 'successful' ? 'MERGEABLE' : outcome === 'failing' ? 'UNMERGEABLE' : 'AWAITING_CHECKS';
}

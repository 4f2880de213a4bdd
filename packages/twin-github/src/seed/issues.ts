import { findBranch } from '../actions/branches.ts';
import { AUTOMATIC_COLOR } from '../default-labels.ts';
import { nextId, reserveIssueNumber } from '../sequences.ts';
import { type Issue, issueTypeKey, labelNameKey, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import { inTime } from './in-time.ts';
import { commitFiles, type Loading, zoned } from './loading.ts';
import { threadNumbers } from './numbers.ts';
import { loadPull } from './pulls.ts';
import { loadBlockers, loadLinkedBranches, loadReactions, loadSubIssues } from './relations.ts';
import type { IssueSeed, PullSeed } from './schema.ts';

/** Loads issues and pull requests with what hangs on them, in the order of their numbers. */
export function loadThreads(loading: Loading): void {
  const { issues, pull_requests } = loading.seed;
  const numbers = threadNumbers(loading.seed);
  for (const number of numbers) reserveIssueNumber(loading.context.ids, loading.repository.id, number);
  for (const pull of pull_requests) makeHead(loading, pull);
  const threads = [
    ...issues.map((seed, at) => ({
      number: numbers[at] as number,
      load: (number: number) => void loadIssue(loading, seed, number),
    })),
    ...pull_requests.map((seed, at) => ({
      number: numbers[issues.length + at] as number,
      load: (number: number) => loadPull(loading, seed, loadIssue(loading, seed, number, seed)),
    })),
  ];
  for (const { number, load } of threads.sort((one, other) => one.number - other.number)) load(number);
  for (const [at, { sub_issues, blocked_by, linked_branches }] of issues.entries()) {
    loadSubIssues(loading, numbers[at] as number, sub_issues);
    loadBlockers(loading, numbers[at] as number, blocked_by);
    loadLinkedBranches(loading, numbers[at] as number, linked_branches);
  }
}

/** The head branch of a pull request that brings its own files: made from the base, or moved on where it is there. */
function makeHead(loading: Loading, { head, base, files, title, user }: PullSeed): void {
  if (!files) return;
  const { context, repository, seed } = loading;
  const key = { repository_id: repository.id, ref: `refs/heads/${head}` };
  const start = findBranch(context, repository.id, base ?? seed.default_branch);
  if (!start) throw new Error(`branch ${base} is missing`);
  if (!findBranch(context, repository.id, head)) context.world.refs.insert({ ...key, object: start.object });
  commitFiles(loading, { branch: head, files, message: title, by: user === undefined ? loading.author : account(context, user) });
}

function loadIssue(loading: Loading, seed: IssueSeed | PullSeed, number: number, pull?: PullSeed): Readonly<Issue> {
  const { context, repository } = loading;
  const user = seed.user === undefined ? loading.author : account(context, seed.user);
  const created = zoned(seed.created_at) ?? timestamp(context.now);
  const lastComment = seed.comments
    .map(({ created_at }) => zoned(created_at) ?? created)
    .sort()
    .at(-1);
  const closed = seed.state === 'closed' || pull?.merged === true;
  const issue = context.world.issues.insert({
    id: nextId(context.ids, 'issue'),
    repository_id: repository.id,
    number,
    is_pull_request: pull !== undefined,
    title: seed.title,
    body: seed.body ?? null,
    state: closed ? 'closed' : 'open',
    state_reason: stateReason(seed, closed),
    user_id: user.id,
    label_ids: labelIds(loading, seed.labels),
    assignee_ids: [
      ...new Set([...(seed.assignee ? [seed.assignee] : []), ...seed.assignees].map((login) => account(context, login).id)),
    ],
    milestone_id: milestoneId(loading, seed.milestone),
    ...('type' in seed && seed.type != null && { issue_type_id: issueTypeId(loading, seed.type) }),
    ...('pinned' in seed && seed.pinned && { pin: { by_id: loading.author.id, at: created } }),
    locked: seed.locked,
    active_lock_reason: null,
    comments: seed.comments.length,
    created_at: created,
    updated_at: zoned(seed.updated_at) ?? [created, lastComment ?? created].sort().at(-1) ?? created,
    closed_at: closed ? (zoned(seed.closed_at) ?? lastComment ?? created) : null,
    closed_by_id: closed ? user.id : null,
  });
  loadComments(loading, issue, seed.comments);
  loadReactions(loading, 'issue', issue.id, seed.reactions);
  return issue;
}

function stateReason(seed: IssueSeed | PullSeed, closed: boolean): Issue['state_reason'] {
  if (!('state_reason' in seed) && 'head' in seed) return null;
  const declared = 'state_reason' in seed ? (seed.state_reason ?? null) : null;
  if (closed) return declared === 'reopened' || declared === null ? 'completed' : declared;
  return declared === 'reopened' ? declared : null;
}

function loadComments(loading: Loading, issue: Readonly<Issue>, comments: IssueSeed['comments']): void {
  const { context, repository, author } = loading;
  for (const { comment, created } of inTime(
    comments.map((one) => ({ comment: one, created: zoned(one.created_at) ?? issue.created_at })),
  )) {
    const { id } = context.world.comments.insert({
      id: nextId(context.ids, 'comment'),
      repository_id: repository.id,
      issue_id: issue.id,
      user_id: comment.user === undefined ? author.id : account(context, comment.user).id,
      body: comment.body,
      created_at: created,
      updated_at: created,
    });
    loadReactions(loading, 'issue_comment', id, comment.reactions);
  }
}

export function labelIds({ context, repository }: Loading, names: readonly string[]): number[] {
  const ids = names.map((name) => {
    const known = context.world.labels.by.name.first(labelNameKey(repository.id, name));
    if (known) return known.id;
    const id = nextId(context.ids, 'label');
    context.world.labels.insert({
      id,
      repository_id: repository.id,
      name,
      color: AUTOMATIC_COLOR,
      description: null,
      default: false,
    });
    return id;
  });
  return [...new Set(ids)];
}

/** The schema has seen that it is there. */
const issueTypeId = ({ context, repository }: Loading, name: string): number | null =>
  context.world.issue_types.by.name.first(issueTypeKey(repository.owner_id, name))?.id ?? null;

/** By title or number; the schema has seen that it is there. */
function milestoneId({ context, repository }: Loading, milestone: string | number | null | undefined): number | null {
  if (milestone === null || milestone === undefined) return null;
  const { number, title } = context.world.milestones.by;
  const group = `${repository.id}/${milestone}`;
  return (typeof milestone === 'number' ? number : title).first(group)?.id ?? null;
}

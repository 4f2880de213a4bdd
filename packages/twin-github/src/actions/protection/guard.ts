import { RefProtected, type Violations } from '../../errors.ts';
import { commitsBetween, isAncestor } from '../../git/history.ts';
import { commitOf } from '../../git/store.ts';
import type { GithubContext, Repository, Rule, RuleType } from '../../world.ts';
import { viewerOf } from '../access.ts';
import { openPullsInto, type PullPair } from '../branches.ts';
import { RepositoryStore } from '../git-store.ts';
import { isAmong } from './actors.ts';
import { checkReasons } from './check-rules.ts';
import { nameReasons, patternReasons } from './patterns.ts';
import { reviewReasons } from './review-rules.ts';
import { type RuleSource, sourcesFor } from './rules-of.ts';

const BRANCHES = 'refs/heads/';
const NOT_AUTHORIZED =
  "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/ for more information.";

export const THROUGH_QUEUE = 'Changes must be made through the merge queue';

/** A ref that moves: from nothing where it is made, to nothing where it goes. */
export interface Move {
  ref: string;
  before: string | undefined;
  after: string | undefined;
}

/** What of a move is forbidden, and what the viewer passes over. */
export interface Verdict {
  forbidden: Violations;
  passed: readonly string[];
}

const none = (ref: string): Verdict => ({ forbidden: { ref, protection: [], rulesets: [] }, passed: [] });

/** Sorts the reasons of every source by whether the viewer may pass over them. */
export function judge(
  ref: string,
  sources: readonly RuleSource[],
  reasonsOf: (source: RuleSource) => readonly string[],
  passes: (source: RuleSource) => boolean,
): Verdict {
  if (sources.length === 0) return none(ref);
  const reasons = { protection: [] as string[], rulesets: [] as string[] };
  const passed: string[] = [];
  for (const source of sources) {
    const found = reasonsOf(source);
    if (passes(source)) passed.push(...found);
    else reasons[source.kind === 'protection' ? 'protection' : 'rulesets'].push(...found);
  }
  return { forbidden: { ref, ...reasons }, passed: [...new Set(passed)] };
}

export const CREATIONS_RESTRICTED = 'Cannot create ref due to creations being restricted.';

export const isForbidden = ({ forbidden }: Verdict): boolean => forbidden.protection.length > 0 || forbidden.rulesets.length > 0;

/** What the rules say to a move. */
export function judgeMove(context: GithubContext, repository: Readonly<Repository>, move: Move): Verdict {
  return judge(
    move.ref,
    sourcesFor(context, repository, move.ref),
    (source) => moveReasons(context, repository, source, move),
    ({ bypass }) => bypass === 'always' || bypass === 'exempt',
  );
}

/** @throws RefProtected */
export function requireMove(context: GithubContext, repository: Readonly<Repository>, move: Move): void {
  const verdict = judgeMove(context, repository, move);
  if (isForbidden(verdict)) throw new RefProtected(verdict.forbidden);
}

export const isRestricted = (context: GithubContext, { protection }: RuleSource): boolean =>
  protection?.restrictions != null && !isAmong(context, protection.restrictions, viewerOf(context).id);

function moveReasons(context: GithubContext, repository: Readonly<Repository>, source: RuleSource, move: Move): string[] {
  const { protection, rules } = source;
  const restricted = isRestricted(context, source) && (move.before !== undefined || protection?.block_creations === true);
  const own = restricted ? [NOT_AUTHORIZED] : [];
  return [...new Set([...own, ...rules.flatMap((rule) => reasonsOfRule(context, repository, source, rule, move))])];
}

type Reasons = (context: GithubContext, repository: Readonly<Repository>, source: RuleSource, rule: Rule, move: Move) => string[];

const onUpdate =
  (reasons: (...args: [...Parameters<Reasons>, store: RepositoryStore, before: string, after: string]) => string[]): Reasons =>
  (context, repository, source, rule, move) => {
    const { before, after } = move;
    if (before === undefined || after === undefined || before === after) return [];
    const store = new RepositoryStore(context, repository.id);
    // What is no commit can't be a branch, which is told before rules are.
    if (!isTag(move) && !(store.commit(before) && store.commit(after))) return [];
    return reasons(context, repository, source, rule, move, store, before, after);
  };

const isTag = ({ ref }: Move): boolean => !ref.startsWith(BRANCHES);

const OF_RULE: Readonly<Partial<Record<RuleType, Reasons>>> = {
  creation: (_context, _repository, _source, _rule, { before }) => (before === undefined ? [CREATIONS_RESTRICTED] : []),
  update: onUpdate((_context, _repository, { kind }) => [
    kind === 'protection' ? 'Cannot change this locked branch' : 'Cannot update this protected ref.',
  ]),
  deletion: (_context, _repository, _source, _rule, move) =>
    move.after === undefined ? [`Cannot delete this ${isTag(move) ? 'tag' : 'branch'}`] : [],
  non_fast_forward: onUpdate((_context, _repository, _source, _rule, move, store, before, after) =>
    store.commit(before) && store.commit(after) && !isAncestor(store, before, after)
      ? [`Cannot force-push to this ${isTag(move) ? 'tag' : 'branch'}`]
      : [],
  ),
  required_linear_history: onUpdate((_context, _repository, _source, _rule, _move, store, before, after) =>
    commitsBetween(store, before, after).some((sha) => commitOf(store, sha).parents.length > 1)
      ? ['This branch must not contain merge commits.']
      : [],
  ),
  // https://github.com/georust/proj/pull/178 shows the words of a push.
  merge_queue: onUpdate(() => [THROUGH_QUEUE]),
  pull_request: onUpdate((context, repository, source, rule, { ref }, store, before, after) => {
    if (isAmong(context, source.protection?.required_pull_request_reviews?.bypass_pull_request_allowances, viewerOf(context).id))
      return [];
    const merged = pullBroughtIn(context, repository, ref, store, before, after);
    const isApproved = merged && reviewReasons(context, { ...merged, repository }, rule.parameters ?? {}).length === 0;
    return isApproved ? [] : ['Changes must be made through a pull request.'];
  }),
  required_status_checks: (context, repository, _source, { parameters = {} }, { before, after }) => {
    if (after === undefined || before === after) return [];
    if (before === undefined && parameters.do_not_enforce_on_create) return [];
    return checkReasons(context, repository.id, after, parameters);
  },
};

function reasonsOfRule(...args: Parameters<Reasons>): string[] {
  const [context, repository, , rule, { ref, before, after }] = args;
  const own = OF_RULE[rule.type]?.(...args) ?? [];
  if (after === undefined) return own;
  if (before === undefined) own.push(...nameReasons(rule, ref));
  return [...own, ...patternReasons(rule, () => newCommits(context, repository, before, after))];
}

function newCommits(
  context: GithubContext,
  { id, default_branch }: Readonly<Repository>,
  before: string | undefined,
  after: string,
) {
  const store = new RepositoryStore(context, id);
  if (!store.commit(after)) return [];
  const known = before ?? context.world.refs.get(`${id}/${BRANCHES}${default_branch}`)?.object.sha;
  if (known === undefined || !store.commit(known)) return [];
  return commitsBetween(store, known, after).map((sha) => commitOf(store, sha));
}

/** The pull request that a push merges by itself: its head, or a merge commit of the branch and its head. */
function pullBroughtIn(
  context: GithubContext,
  { id }: Readonly<Repository>,
  ref: string,
  store: RepositoryStore,
  before: string,
  after: string,
): PullPair | undefined {
  const { parents } = commitOf(store, after);
  const heads = [after, ...(parents.length === 2 && parents[0] === before ? parents.slice(1) : [])];
  return openPullsInto(context, id, ref.slice(BRANCHES.length)).find(({ pull }) => heads.includes(pull.head_sha));
}

import { RefProtected } from '../../errors.ts';
import { isAncestor } from '../../git/history.ts';
import { commitOf } from '../../git/store.ts';
import type { GithubContext, Repository, Rule } from '../../world.ts';
import { viewerOf } from '../access.ts';
import { branchRef, type PullPair } from '../branches.ts';
import { baseTip, pullContent } from '../pull-changes.ts';
import { isAmong } from './actors.ts';
import { checkReasons, outcomeOfAll, type RequiredOutcome } from './check-rules.ts';
import { isForbidden, isRestricted, judge, THROUGH_QUEUE } from './guard.ts';
import { patternReasons } from './patterns.ts';
import { openThreads, reviewReasons } from './review-rules.ts';
import { type RuleSource, sourcesFor } from './rules-of.ts';

type FoundPull = PullPair & { repository: Readonly<Repository> };
type Method = 'merge' | 'squash' | 'rebase';

const METHOD_NAME: Readonly<Record<Method, string>> = { merge: 'Merge', squash: 'Squash', rebase: 'Rebase' };
const METHOD_NOT_ALLOWED = 405;
const BEHIND = 'This branch is out-of-date with the base branch.';

const sourcesOf = (context: GithubContext, { pull, repository }: FoundPull): RuleSource[] =>
  sourcesFor(context, repository, branchRef(pull.base_ref));

/** Has the head all of its base? */
function isBehind(context: GithubContext, found: FoundPull): boolean {
  const { store } = pullContent(context, found);
  return !isAncestor(store, baseTip(context, found), found.pull.head_sha);
}

/** What of a rule a pull request lacks, however it is merged. */
function standingReasons(
  context: GithubContext,
  found: FoundPull,
  source: RuleSource,
  { type, parameters = {} }: Rule,
): string[] {
  const { pull, issue } = found;
  if (type === 'pull_request') {
    const left = source.protection?.required_pull_request_reviews?.bypass_pull_request_allowances;
    const reviews = isAmong(context, left, viewerOf(context).id) ? [] : reviewReasons(context, found, parameters);
    return [...reviews, ...(parameters.required_review_thread_resolution ? threadReasons(context, issue.id) : [])];
  }
  if (type !== 'required_status_checks') return [];
  const checks = checkReasons(context, pull.repository_id, pull.head_sha, parameters);
  const isStrict = parameters.strict_required_status_checks_policy === true;
  return isStrict && isBehind(context, found) ? [...checks, BEHIND] : checks;
}

function threadReasons(context: GithubContext, issueId: number): string[] {
  const open = openThreads(context, issueId);
  if (open === 0) return [];
  return [`${open === 1 ? 'A conversation' : `${open} conversations`} must be resolved before this pull request can be merged.`];
}

function reasonsOf(context: GithubContext, found: FoundPull, source: RuleSource, method?: Method): string[] {
  const restricted = isRestricted(context, source)
    ? [
        "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/ for more information.",
      ]
    : [];
  const threads = source.protection?.required_conversation_resolution ? threadReasons(context, found.issue.id) : [];
  const ofRules = source.rules.flatMap((rule) => [
    ...standingReasons(context, found, source, rule),
    ...(rule.type === 'update'
      ? [source.kind === 'protection' ? 'Cannot change this locked branch' : 'Cannot update this protected ref.']
      : []),
    ...(method === undefined ? [] : methodReasons(context, found, rule, method)),
  ]);
  return [...new Set([...restricted, ...ofRules, ...threads])];
}

function methodReasons(context: GithubContext, found: FoundPull, rule: Rule, method: Method): string[] {
  if (rule.type === 'merge_queue') return [THROUGH_QUEUE];
  if (rule.type === 'required_linear_history') return method === 'merge' ? ['This branch must not contain merge commits.'] : [];
  const allowed = rule.type === 'pull_request' ? rule.parameters?.allowed_merge_methods : undefined;
  if (allowed && !allowed.includes(method)) return [`${METHOD_NAME[method]} merges are not allowed on this branch.`];
  return patternReasons(rule, () => {
    const { commits, store } = pullContent(context, found);
    return commits.map((sha) => commitOf(store, sha));
  });
}

/** May the viewer merge it, by this way? @throws RefProtected with 405 */
export function requireMerge(context: GithubContext, found: FoundPull, method: Method): void {
  const verdict = judge(
    branchRef(found.pull.base_ref),
    sourcesOf(context, found),
    (source) => reasonsOf(context, found, source, method),
    ({ bypass }) => bypass !== undefined,
  );
  if (isForbidden(verdict)) throw new RefProtected(verdict.forbidden, METHOD_NOT_ALLOWED);
}

/** May it be put into its base's queue, which sees to how it is merged? @throws RefProtected with 405 */
export function requireQueueable(context: GithubContext, found: FoundPull): void {
  const verdict = judge(
    branchRef(found.pull.base_ref),
    sourcesOf(context, found),
    (source) => reasonsOf(context, found, source),
    ({ bypass }) => bypass !== undefined,
  );
  if (isForbidden(verdict)) throw new RefProtected(verdict.forbidden, METHOD_NOT_ALLOWED);
}

/** What the checks that a pull request's base asks for came to at a commit. */
export function requiredOutcome(context: GithubContext, found: FoundPull, sha: string): RequiredOutcome {
  const rules = sourcesOf(context, found).flatMap((source) => source.rules);
  const required = rules.flatMap(({ type, parameters }) => (type === 'required_status_checks' && parameters ? [parameters] : []));
  return outcomeOfAll(context, found.repository.id, sha, required);
}

/** What stands in a pull request's way by rules, whoever asks: `behind` where only its base has gone on. */
export function mergeBar(context: GithubContext, found: FoundPull): 'blocked' | 'behind' | undefined {
  const reasons = sourcesOf(context, found).flatMap((source) => reasonsOf(context, found, source));
  if (reasons.length === 0) return undefined;
  return reasons.every((reason) => reason === BEHIND) ? 'behind' : 'blocked';
}

/** How many approvals the base asks for; undefined where it asks for no review. */
export const requiredApprovals = (context: GithubContext, found: FoundPull): number | undefined =>
  sourcesOf(context, found)
    .flatMap(({ rules }) => rules.filter(({ type }) => type === 'pull_request'))
    .map(({ parameters }) => parameters?.required_approving_review_count ?? 0)
    .toSorted((one, other) => other - one)[0];

/** Whether the viewer could merge what rules forbid others. */
export const canMergeAsAdmin = (context: GithubContext, found: FoundPull): boolean => {
  const sources = sourcesOf(context, found);
  return sources.length > 0 && sources.every(({ bypass }) => bypass !== undefined);
};

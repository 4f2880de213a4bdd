import { type CheckRun, commitGroup, type RuleParameters } from '../../world.ts';
import { checkRunNow, type HasTime } from '../workflows/course.ts';

type Outcome = 'expected' | 'pending' | 'failing' | 'successful';

/** Conclusions that satisfy a rule: https://docs.github.com/pull-requests/collaborating-with-pull-requests/collaborating-on-repositories-with-code-quality-features/troubleshooting-required-status-checks */
const SATISFYING: ReadonlySet<string | null> = new Set(['success', 'neutral', 'skipped']);

/** What the last report of a name came to, of a status or a check run. */
function outcomeOf(context: HasTime, repositoryId: number, sha: string, name: string): Outcome {
  const { world } = context;
  const group = commitGroup(repositoryId, sha);
  const { commit: runs } = world.check_runs.by;
  const { commit: statuses } = world.commit_statuses.by;
  const all: readonly Readonly<CheckRun>[] = runs.page(group, { limit: runs.count(group) });
  const last = all.findLast((one) => one.name === name);
  const run = last && checkRunNow(context, last);
  const status = statuses
    .page(group, { limit: statuses.count(group) })
    .findLast(({ context }) => context.toLowerCase() === name.toLowerCase());
  const found: Outcome[] = [];
  if (run) found.push(run.status !== 'completed' ? 'pending' : SATISFYING.has(run.conclusion) ? 'successful' : 'failing');
  if (status) found.push(status.state === 'pending' ? 'pending' : status.state === 'success' ? 'successful' : 'failing');
  return (['failing', 'pending', 'successful'] as const).find((one) => found.includes(one)) ?? 'expected';
}

export type RequiredOutcome = 'pending' | 'failing' | 'successful';

/** What all that is required came to: one that isn't reported yet is waited for. */
export function outcomeOfAll(
  context: HasTime,
  repositoryId: number,
  sha: string,
  rules: readonly RuleParameters[],
): RequiredOutcome {
  const names = rules.flatMap((parameters) => (parameters.required_status_checks ?? []).map((check) => check.context));
  const outcomes = names.map((name) => outcomeOf(context, repositoryId, sha, name));
  if (outcomes.includes('failing')) return 'failing';
  return outcomes.every((one) => one === 'successful') ? 'successful' : 'pending';
}

/** What a commit's checks lack of what is required, in GitHub's words. */
export function checkReasons(context: HasTime, repositoryId: number, sha: string, parameters: RuleParameters): string[] {
  const required = parameters.required_status_checks ?? [];
  const left = required
    .map((check) => ({ name: check.context, outcome: outcomeOf(context, repositoryId, sha, check.context) }))
    .filter(({ outcome }) => outcome !== 'successful');
  const [first, ...others] = left;
  if (!first) return [];
  if (required.length === 1) return [`Required status check "${first.name}" is ${first.outcome}.`];
  if (others.every(({ outcome }) => outcome === first.outcome)) {
    const verb = left.length === 1 ? 'is' : 'are';
    return [`${left.length} of ${required.length} required status checks ${verb} ${first.outcome}.`];
  }
  const counts = (['expected', 'pending', 'failing'] as const)
    .map((outcome) => [outcome, left.filter((one) => one.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  return [`${left.length} of ${required.length} required status checks have not succeeded: ${counts.join(', ')}.`];
}

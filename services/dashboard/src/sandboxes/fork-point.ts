import type { CallSummary } from '@svc/contract/dashboard';

/**
 * After how many calls a fork begins that has what was shown until a step. The service orders calls by when they came in, each twin's
 * in the order of its tape; a page shows them as it learns of them.
 *
 * @returns undefined where no number of calls means just these
 */
export function forkPoint(calls: readonly CallSummary[], step: number): number | undefined {
  const shown = calls.slice(0, step);
  const later = calls.slice(step);
  const twins = new Set(calls.map(({ twin }) => twin));
  if (twins.size < 2) return step;
  const mostShown = Math.max(...shown.map(timeOf));
  for (const call of later) if (timeOf(call) < mostShown) return undefined;
  return step;
}

const timeOf = ({ at }: CallSummary): number => Date.parse(at) || 0;

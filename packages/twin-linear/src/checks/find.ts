import { type CheckArgs, type CheckParam, defineCheck, failed, few, type Outcome, passed, quoted } from '@svc/twin-kit';
import type { Issue, LinearCollections, LinearState } from '../world.ts';
import { type Worlds, withIssue } from './names.ts';
import { issue as issueParam } from './params.ts';

export const check = defineCheck<LinearCollections>();

/** A verdict that says the same either way. */
export const verdict = (isTrue: boolean, evidence: string): Outcome => (isTrue ? passed(evidence) : failed(evidence));

/** Values for evidence: quoted, `none` where there are none. */
export const listed = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : few(values.map((value) => quoted(value)));

export const stateName = (state: LinearState, id: string): string =>
  state.workflowStates.find((one) => one.id === id)?.name ?? id;

export const labelNames = (state: LinearState, ids: readonly string[]): string[] =>
  ids.map((id) => state.issueLabels.find((label) => label.id === id)?.name ?? id);

/** How evidence calls a user. */
export const userName = (state: LinearState, id: string | null): string =>
  id === null ? 'none' : quoted(state.users.find((user) => user.id === id)?.displayName ?? id);

/** A record's name for evidence; `none` where there is none. */
export const nameOf = (records: readonly { id: string; name: string }[], id: string | null): string =>
  id === null ? 'none' : quoted(records.find((one) => one.id === id)?.name ?? id);

export const identifierOf = (state: LinearState, id: string | null): string =>
  id === null ? 'none' : (state.issues.find((one) => one.id === id)?.identifier ?? id);

interface OnIssue<P extends string> {
  id: string;
  template: string;
  description: string;
  compares: string;
  limits?: string;
  /** Besides `issue`. */
  params?: Readonly<Record<P, CheckParam>>;
  /** True where the seed is compared with, not only asked what things were called. */
  comparesSeed?: boolean;
  judge(issue: Readonly<Issue>, args: CheckArgs<P | 'issue'>, worlds: Worlds): Outcome;
}

/** Declares a check on one issue, which has to be there. */
export function onIssue<P extends string = never>({ params, comparesSeed = false, judge, ...words }: OnIssue<P>) {
  return check({
    ...words,
    substrate: comparesSeed ? 'seed_and_final_state' : 'final_state',
    params: { issue: issueParam, ...params } as Readonly<Record<P | 'issue', CheckParam>>,
    evaluate: (args: CheckArgs<P | 'issue'>, final, seed) => {
      const worlds = { seed, final };
      return withIssue(worlds, args.issue, (issue) => judge(issue, args, worlds));
    },
  });
}

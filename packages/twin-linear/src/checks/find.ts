import { defineCheck, failed, type Outcome } from '@svc/twin-kit';
import type { Comment, Issue, LinearCollections, LinearState } from '../world.ts';

export const check = defineCheck<LinearCollections>();

export const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

export const issueIn = (state: LinearState, identifier: string): Readonly<Issue> | undefined =>
  state.issues.find((issue) => same(issue.identifier, identifier)) ??
  state.issues.find((issue) => issue.previousIdentifiers.some((former) => same(former, identifier)));

/** Goes on with the issue, or fails with what is missing. An issue in the trash is gone. */
export function withIssue(state: LinearState, identifier: string, judge: (issue: Readonly<Issue>) => Outcome): Outcome {
  const issue = issueIn(state, identifier);
  if (!issue) return failed(`there is no issue ${identifier}`);
  return issue.trashed ? failed(`issue ${identifier} is in the trash`) : judge(issue);
}

export const commentsOn = (state: LinearState, issue: Readonly<Issue>): readonly Readonly<Comment>[] =>
  state.comments.filter((comment) => comment.issueId === issue.id);

export const stateOf = (state: LinearState, issue: Readonly<Issue>): string =>
  state.workflowStates.find(({ id }) => id === issue.stateId)?.name ?? issue.stateId;

export const labelsOn = (state: LinearState, issue: Readonly<Issue>): string[] =>
  issue.labelIds.flatMap((id) => state.issueLabels.find((label) => label.id === id)?.name ?? []);

/** The names by which people call a user. */
export function namesOf(state: LinearState, id: string | null): string[] {
  const user = id === null ? undefined : state.users.find((one) => one.id === id);
  return user ? [user.displayName, user.name, user.email] : [];
}

/** Values for evidence: quoted and joined, `none` where there are none. */
export const listed = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : values.map((value) => `"${value}"`).join(', ');

/** In characters. */
const QUOTE_LENGTH = 80;

/** A text shortened for evidence, around the first `needle` in it. */
export function quoted(text: string, needle = ''): string {
  const start = Math.max(0, text.indexOf(needle) - QUOTE_LENGTH / 4);
  const piece = text.slice(start, start + QUOTE_LENGTH).replaceAll(/\s+/g, ' ');
  return `"${start > 0 ? '…' : ''}${piece}${start + QUOTE_LENGTH < text.length ? '…' : ''}"`;
}

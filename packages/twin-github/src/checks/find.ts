import { defineCheck, failed, type Outcome } from '@svc/twin-kit';
import type { Comment, GithubCollections, GithubState, Issue, Repository } from '../world.ts';

export const check = defineCheck<GithubCollections>();

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const repositoryIn = (state: GithubState, repo: string): Readonly<Repository> | undefined =>
  state.repositories.find((repository) => same(repository.full_name, repo));

/** The issue or pull request with this number. */
export function numberedIn(state: GithubState, repo: string, number: string): Readonly<Issue> | undefined {
  const repository = repositoryIn(state, repo);
  return state.issues.find((issue) => issue.repository_id === repository?.id && issue.number === Number(number));
}

/** Goes on with the issue, or fails with what is missing. Pull requests are no issues here. */
export function withIssue(state: GithubState, repo: string, number: string, judge: (issue: Readonly<Issue>) => Outcome): Outcome {
  if (!repositoryIn(state, repo)) return failed(`there is no repository ${repo}`);
  const issue = numberedIn(state, repo, number);
  if (!issue) return failed(`there is no issue ${repo}#${number}`);
  return issue.is_pull_request ? failed(`${repo}#${number} is a pull request`) : judge(issue);
}

export const commentsOn = (state: GithubState, issue: Readonly<Issue>): readonly Readonly<Comment>[] =>
  state.comments.filter((comment) => comment.issue_id === issue.id);

export const labelsOn = (state: GithubState, issue: Readonly<Issue>): string[] =>
  issue.label_ids.flatMap((id) => state.labels.find((label) => label.id === id)?.name ?? []);

export const loginOf = (state: GithubState, id: number): string =>
  state.users.find((user) => user.id === id)?.login ?? `user ${id}`;

export const holds = (names: readonly string[], name: string): boolean => names.some((candidate) => same(candidate, name));

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

import type { GithubContext, Repository } from '../world.ts';
import { setIssueState } from './issues.ts';

/** https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue#linking-a-pull-request-to-an-issue-using-a-keyword */
const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:([\w.-]+\/[\w.-]+)?#|https?:\/\/\S+?\/issues\/)(\d+)\b/gi;

/** Numbers of the repository's own issues that a text says to close. */
export function closingNumbers({ full_name }: Readonly<Repository>, text: string): number[] {
  return [...text.matchAll(CLOSING)]
    .filter(([, named]) => named === undefined || named.toLowerCase() === full_name.toLowerCase())
    .map(([, , number]) => Number(number));
}

/** Closes the open issues that texts say to close, once they have reached the default branch. */
export function closeMentioned(
  context: GithubContext,
  repository: Readonly<Repository>,
  branch: string,
  texts: readonly (string | null)[],
): void {
  if (branch !== repository.default_branch) return;
  for (const number of new Set(texts.flatMap((text) => (text === null ? [] : closingNumbers(repository, text))))) {
    const issue = context.world.issues.by.number.first(`${repository.id}/${number}`);
    if (issue?.state === 'open' && !issue.is_pull_request) setIssueState(context, issue, 'closed', 'completed');
  }
}

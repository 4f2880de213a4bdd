import type { Commit, Rule, RuleParameters } from '../../world.ts';

type Words = Pick<RuleParameters, 'operator' | 'pattern' | 'negate'>;

const FITS: Readonly<Record<string, (text: string, pattern: string) => boolean>> = {
  starts_with: (text, pattern) => text.startsWith(pattern),
  ends_with: (text, pattern) => text.endsWith(pattern),
  contains: (text, pattern) => text.includes(pattern),
};

const VERBS: Readonly<Record<string, string>> = { starts_with: 'start with', ends_with: 'end with', contains: 'contain' };

function reason(what: string, text: string, { operator = 'contains', pattern = '', negate = false }: Words): string[] {
  if ((FITS[operator]?.(text, pattern) ?? true) !== negate) return [];
  return [`${what} must ${negate ? 'not ' : ''}${VERBS[operator]} a matching pattern: ${pattern}`];
}

/** What a rule says to the name of a new branch or tag. */
export function nameReasons({ type, parameters = {} }: Rule, ref: string): string[] {
  if (type === 'branch_name_pattern') return reason('Branch name', ref.replace('refs/heads/', ''), parameters);
  if (type === 'tag_name_pattern') return reason('Tag name', ref.replace('refs/tags/', ''), parameters);
  return [];
}

/** What a rule says to commits that are new on a branch. */
export function patternReasons({ type, parameters = {} }: Rule, commits: () => readonly Readonly<Commit>[]): string[] {
  const textOf: Readonly<Record<string, readonly [what: string, of: (commit: Readonly<Commit>) => string]>> = {
    commit_message_pattern: ['Commit message', ({ message }) => message],
    commit_author_email_pattern: ['Author email', ({ author }) => author.email],
    committer_email_pattern: ['Committer email', ({ committer }) => committer.email],
  };
  const [what, of] = textOf[type] ?? [];
  if (!what || !of) return [];
  return [...new Set(commits().flatMap((commit) => reason(what, of(commit), parameters)))];
}

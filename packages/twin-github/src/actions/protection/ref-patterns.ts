import type { NamePatterns, Repository } from '../../world.ts';

const DEFAULT_BRANCH = '~DEFAULT_BRANCH';
const ALL = '~ALL';

/** A step of a pattern: what it takes of a name. `folders` is any number of whole folders, `some` anything within one. */
type Step = 'some' | 'folders' | ((char: string) => boolean);

/**
 * Does a name fit a pattern of Ruby's `File.fnmatch` with `File::FNM_PATHNAME`: a star stops at slashes, two stars and a slash don't?
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/creating-rulesets-for-a-repository#using-fnmatch-syntax
 * All places that a name can have reached are followed side by side, so that no pattern is slow.
 */
export function fits(pattern: string, name: string): boolean {
  const steps = stepsOf(pattern);
  let reached = new Set<number>();
  const enter = (into: Set<number>, at: number): void => {
    if (into.has(at)) return;
    into.add(at);
    if (typeof steps[at] === 'string') enter(into, at + 1);
  };
  /** Steps of folders that a name is in the middle of: only a slash leads out of them. */
  let inside = new Set<number>();
  enter(reached, 0);
  for (const char of name) {
    const next = new Set<number>();
    const deeper = new Set<number>();
    for (const at of [...reached, ...inside]) {
      const step = steps[at];
      if (step === 'folders') {
        deeper.add(at);
        if (char === '/') enter(next, at + 1);
      } else if (step === 'some') {
        if (char !== '/') enter(next, at);
      } else if (step?.(char)) enter(next, at + 1);
    }
    [reached, inside] = [next, deeper];
  }
  return reached.has(steps.length);
}

const stepsOf = (pattern: string): Step[] =>
  (pattern.match(/\*\*\/|\[[^\]]+\]|\\.|[\s\S]/gu) ?? []).map((part) => {
    if (part === '**/') return 'folders';
    if (part === '*') return 'some';
    if (part === '?') return (char) => char !== '/';
    if (part.length > 2 && part.startsWith('[')) return setOf(part.slice(1, -1));
    const only = part.length > 1 ? part.slice(1) : part;
    return (char) => char === only;
  });

/** One of some characters or ranges; a sign before them turns it round. */
function setOf(text: string): (char: string) => boolean {
  const turned = /^[!^]./su.test(text);
  const ranges = [...(turned ? text.slice(1) : text).matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, one]): [string, string] => [
    from ?? one ?? '',
    to ?? one ?? '',
  ]);
  return (char) => char !== '/' && ranges.some(([from, to]) => from <= char && char <= to) !== turned;
}

/** Is a ref meant? Patterns name refs whole; `~ALL` and `~DEFAULT_BRANCH` stand for what they say. */
export function isMeant({ include, exclude }: NamePatterns, ref: string, repository: Readonly<Repository>): boolean {
  const names = (pattern: string): boolean => {
    if (pattern === ALL) return true;
    if (pattern === DEFAULT_BRANCH) return ref === `refs/heads/${repository.default_branch}`;
    return fits(pattern, ref);
  };
  return include.some(names) && !exclude.some(names);
}

/** Is a repository of an organisation meant, by its name? */
export const isRepositoryMeant = ({ include, exclude }: NamePatterns, name: string): boolean =>
  include.some((pattern) => pattern === ALL || fits(pattern, name)) && !exclude.some((pattern) => fits(pattern, name));

import type { Trigger } from './file.ts';

/** Patterns of a workflow's filters: https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet */
function patternOf(text: string): RegExp {
  const source = text
    .replaceAll(/\*{2,}\/?|\*|[.()|^${}\\]/g, (part) => {
      if (part === '*') return '[^/]*';
      if (part === '**/') return '(?:.*/)?';
      return part.startsWith('**') ? '.*' : `\\${part}`;
    })
    .replaceAll(/^[?+]/g, '');
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return /^(?!)/;
  }
}

/** The last pattern that fits decides; one that begins with an exclamation mark takes back. */
const fits = (patterns: readonly string[], name: string): boolean =>
  patterns.reduce(
    (found, pattern) =>
      pattern.startsWith('!') ? found && !patternOf(pattern.slice(1)).test(name) : found || patternOf(pattern).test(name),
    false,
  );

function fitsNames(trigger: Trigger, filter: 'branches' | 'tags', name: string): boolean | undefined {
  const { [filter]: wanted, [`${filter}-ignore`]: ignored } = trigger;
  if (wanted) return fits(wanted, name);
  return ignored ? !fits(ignored, name) : undefined;
}

function fitsPaths(trigger: Trigger, paths: readonly string[]): boolean {
  const { paths: wanted, 'paths-ignore': ignored } = trigger;
  if (wanted) return paths.some((path) => fits(wanted, path));
  return !ignored || paths.length === 0 || paths.some((path) => !fits(ignored, path));
}

/** Does a push of a branch or a tag start a workflow? @param paths files that it changed; only asked for where a filter says something of them */
export function isPushed(trigger: Trigger, ref: string, paths: () => readonly string[]): boolean {
  const isBranch = ref.startsWith('refs/heads/');
  const name = ref.slice(isBranch ? 'refs/heads/'.length : 'refs/tags/'.length);
  const [own, other] = isBranch ? (['branches', 'tags'] as const) : (['tags', 'branches'] as const);
  const found = fitsNames(trigger, own, name);
  // Who filters the ones alone doesn't mean the others.
  if (found === false || (found === undefined && (trigger[other] || trigger[`${other}-ignore`]))) return false;
  return !isBranch || !hasPathFilter(trigger) || fitsPaths(trigger, paths());
}

/** What of a pull request starts workflows that don't say. */
const USUAL = ['opened', 'synchronize', 'reopened'];

/** Does what happened to a pull request start a workflow? */
export function isAboutPull(trigger: Trigger, action: string, base: string, paths: () => readonly string[]): boolean {
  if (!(trigger.types ?? USUAL).includes(action)) return false;
  return fitsNames(trigger, 'branches', base) !== false && (!hasPathFilter(trigger) || fitsPaths(trigger, paths()));
}

const hasPathFilter = (trigger: Trigger): boolean => trigger.paths !== undefined || trigger['paths-ignore'] !== undefined;

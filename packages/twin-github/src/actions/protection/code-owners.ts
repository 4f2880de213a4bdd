import { entryAt } from '../../git/tree.ts';
import type { HasWorld } from '../access.ts';
import type { RepositoryStore } from '../git-store.ts';
import { fits } from './ref-patterns.ts';

/** Where GitHub looks, in this order: https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];

interface Line {
  pattern: string;
  owners: readonly string[];
}

/** Who owns the files of a tree, as its own file says; nobody where there is none. */
export function codeOwners(store: RepositoryStore, tree: string): readonly Line[] {
  const entry = PLACES.flatMap((path) => entryAt(store, tree, path) ?? [])[0];
  const text = entry?.type === 'blob' ? store.bytes(entry.sha)?.toString('utf8') : undefined;
  return (text ?? '').split('\n').flatMap((line) => {
    const [pattern, ...owners] = line
      .replace(/(?:^|\s)#[^\n]*/, '')
      .trim()
      .split(/\s+/);
    return pattern ? [{ pattern, owners }] : [];
  });
}

/** The owners of a file: the last line that fits it counts. */
export const ownersOf = (lines: readonly Line[], path: string): readonly string[] =>
  lines.findLast(({ pattern }) => covers(pattern, path))?.owners ?? [];

/** Patterns are those of `.gitignore`, but for a star at the end, which stays in its folder. */
function covers(pattern: string, path: string): boolean {
  const isAnchored = pattern.slice(0, -1).includes('/');
  const bare = pattern.replace(/^\//, '').replace(/\/(?:\*\*)?$/, '');
  const whole = isAnchored ? bare : `**/${bare}`;
  if (bare === '') return true;
  const isFolder = /\/(?:\*\*)?$/.test(pattern);
  const isFlat = bare.endsWith('/*');
  const segments = path.split('/');
  const folders = segments.slice(0, -1).map((_, at) => segments.slice(0, at + 1).join('/'));
  return (!isFolder && fits(whole, path)) || (!isFlat && folders.some((folder) => fits(whole, folder)));
}

/** The people that an owner's name stands for: `@login`, `@organization/team` or an address. */
export function peopleOf({ world }: HasWorld, owner: string): readonly number[] {
  if (!owner.startsWith('@'))
    return [...(world.users.by.address.page(owner.toLowerCase(), { limit: 5 }).map(({ id }) => id) ?? [])];
  const [login = '', team] = owner.slice(1).toLowerCase().split('/');
  const account = world.users.by.login.first(login);
  if (!account) return [];
  if (team === undefined) return [account.id];
  return world.teams.by.slug.first(`${account.id}/${team}`)?.member_ids ?? [];
}

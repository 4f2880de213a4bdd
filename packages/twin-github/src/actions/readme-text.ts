import { NotFound } from '../errors.ts';
import type { Repository } from '../world.ts';
import type { HasWorld } from './access.ts';
import { getReadme } from './contents.ts';

/** The README of a repository's default branch; nothing where it has none. */
export function readmeText(context: HasWorld, { full_name }: Readonly<Repository>): string {
  const [owner = '', name = ''] = full_name.split('/');
  try {
    const { store, entry } = getReadme(context, owner, name, '');
    return entry ? (store.bytes(entry.sha)?.toString('utf8') ?? '') : '';
  } catch (error) {
    if (error instanceof NotFound) return '';
    throw error;
  }
}

import { declaredFiles } from './files.ts';
import type { RepositorySeed } from './schema.ts';

/** Branches that a repository has before those that are declared one by one. */
export function firstBranches({ default_branch, files, history }: RepositorySeed): string[] {
  const isFilled = files ? declaredFiles(files).length > 0 : !history;
  return [...new Set([...Object.keys(history?.branches ?? {}), ...(isFilled ? [default_branch] : [])])];
}

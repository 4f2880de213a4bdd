import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the files of a world lie, by the world's collections. */
const folders = new WeakMap<object, string>();

/** The folder beside a journal: what is too large for a world's records, named by them after its content, and what can be made anew from them. */
export const filesBeside = (journal: string): string => `${journal}.files`;

/** Says where the files of a world lie. */
export const keepFilesOf = (world: object, journal: string): void => void folders.set(world, filesBeside(journal));

/** The folder for the files of a world, which need not be there; undefined for a world without a journal of its own. */
export const filesOf = (world: object): string | undefined => folders.get(world);

/** Removes what lies beside a journal. */
export const removeFiles = (journal: string): void => rmSync(filesBeside(journal), { recursive: true, force: true });

/**
 * Gives a fork the files that its world names. They never change, so that a second name is as good as a copy.
 *
 * @param names relative to the folder
 */
export function linkFiles(names: Iterable<string>, from: string, to: string): void {
  for (const name of names) {
    const [source, target] = [join(filesBeside(from), name), join(filesBeside(to), name)];
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(source, target);
    } catch {
      copyFileSync(source, target);
    }
  }
}

import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { NEWLINE } from './tape/journal-format.ts';

/** Where the files of a world lie, by the world's collections. */
const folders = new WeakMap<object, string>();

/** The folder beside a journal: what is too large for a world's records, and what can be made anew from them. */
export const filesBeside = (journal: string): string => `${journal}.files`;

/** What a world's records name lies in here. Such files are called after what is in them, never change, and belong to forks too. */
const NAMED = 'named';

/** Says where the files of a world lie. */
export const keepFilesOf = (world: object, journal: string): void => void folders.set(world, filesBeside(journal));

/** The folder for the files of a world, which need not be there; undefined for a world without a journal of its own. */
export const filesOf = (world: object): string | undefined => folders.get(world);

/** Where a file lies that a world's records name. @throws for a world without a journal of its own */
export function namedFile(world: object, name: string): string {
  const folder = filesOf(world);
  if (folder === undefined) throw new Error('this world keeps no files');
  return join(folder, NAMED, name);
}

/** Removes what lies beside a journal. */
export const removeFiles = (journal: string): void => rmSync(filesBeside(journal), { recursive: true, force: true });

const namedBeside = (journal: string): string => join(filesBeside(journal), NAMED);

function namesBeside(journal: string): string[] {
  return existsSync(namedBeside(journal)) ? readdirSync(namedBeside(journal)).toSorted() : [];
}

/** Gives a fork the files that its world may name. They never change, so that a second name is as good as a copy. */
export function linkFiles(from: string, to: string): void {
  for (const name of namesBeside(from)) {
    const target = join(namedBeside(to), name);
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(join(namedBeside(from), name), target);
    } catch {
      copyFileSync(join(namedBeside(from), name), target);
    }
  }
}

/** Before what is told of files; a journal never begins so. */
const MARK = 'FILES ';

/** What a fork in another process inherits: files that the world may name, and then the journal. */
export async function* withFiles(journal: string, lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const files = namesBeside(journal).map((name) => ({ name, size: statSync(join(namedBeside(journal), name)).size }));
  if (files.length > 0) {
    yield Buffer.from(`${MARK}${JSON.stringify(files)}\n`);
    for (const { name, size } of files)
      if (size > 0) yield* createReadStream(join(namedBeside(journal), name), { end: size - 1 });
  }
  yield* lines;
}

/** Takes the files off what `withFiles` gave. @returns the journal */
export async function* takeFiles(source: AsyncIterable<Buffer>, journal: string): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next();
    if (!done) held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value]);
    return !done;
  };
  while (held.length < MARK.length && (await more()));
  if (held.toString('latin1', 0, MARK.length) === MARK) {
    while (!held.includes(NEWLINE) && (await more()));
    const end = held.indexOf(NEWLINE);
    const files = JSON.parse(held.toString('utf8', MARK.length, end)) as { name: string; size: number }[];
    held = held.subarray(end + 1);
    for (const { name, size } of files) {
      if (!/^[\w.-]+$/.test(name)) throw new Error('a file of another name than files have');
      const target = join(namedBeside(journal), name);
      mkdirSync(dirname(target), { recursive: true });
      const file = openSync(target, 'w');
      try {
        for (let left = size; left > 0; ) {
          if (held.length === 0 && !(await more())) throw new Error('the files of a world broke off');
          const part = held.subarray(0, left);
          writeSync(file, part);
          left -= part.length;
          held = held.subarray(part.length);
        }
      } finally {
        closeSync(file);
      }
    }
  }
  if (held.length > 0) yield held;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CaptureError } from './error.ts';

/** A record of an export, as the vendor's API gives it. */
export type Exported = Readonly<Record<string, unknown>>;

/** The records of one file. */
export interface ExportedFile {
  /** Of the folder that the file is in, and of the file without its ending: some exports say by these what is in it. */
  folder: string;
  name: string;
  records: Exported[];
}

/** Of all files together: more isn't a world but a copy. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Reads JSON files, those below folders too. @throws CaptureError */
export async function readExported(paths: readonly string[]): Promise<ExportedFile[]> {
  const files = (await Promise.all(paths.map(jsonBelow))).flat();
  if (files.length === 0) throw new CaptureError(`There is no JSON file in ${paths.join(', ')}.`);
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  if (size > MAX_BYTES)
    throw new CaptureError(
      `The files have ${size} bytes; at most ${MAX_BYTES} are read.`,
      'export less: a world to test on has some hundred objects.',
    );
  return Promise.all(files.map(readOne));
}

async function readOne(path: string): Promise<ExportedFile> {
  const text = await readFile(path, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CaptureError(`${path} is not JSON: ${(error as Error).message}`, undefined, error);
  }
  return { folder: basename(dirname(path)), name: basename(path, '.json'), records: recordsIn(value) };
}

async function jsonBelow(path: string): Promise<string[]> {
  const kind = await stat(path).catch((error: unknown) => {
    throw new CaptureError(
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? `There is no ${path}.` : `${path} can't be read.`,
      undefined,
      error,
    );
  });
  if (!kind.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

export const isRecord = (value: unknown): value is Exported =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What answers are wrapped in: lists, pages of lists, `data`, `nodes`, `items`. */
function recordsIn(value: unknown): Exported[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  return isRecord(value) ? [value] : [];
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const listOf = (value: unknown): Exported[] =>
  Array.isArray(value)
    ? value.filter(isRecord)
    : isRecord(value) && Array.isArray(value.nodes)
      ? value.nodes.filter(isRecord)
      : [];
export const recordOf = (value: unknown): Exported => (isRecord(value) ? value : {});

/** A record without what isn't known. */
export const known = <T extends Record<string, unknown>>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

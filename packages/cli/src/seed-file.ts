import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { systemCode } from '@svc/platform/files';
import { repeatedKeys } from '@svc/twin-kit/repeated-keys';
import { parseDocument, stringify } from 'yaml';
import { UsageError } from './errors.ts';

/** Reads a seed document: JSON by its extension, YAML (which includes JSON) otherwise. @throws UsageError */
export async function readSeedFile(path: string): Promise<Record<string, unknown>> {
  const value = await readDocument(path, 'seed file');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`The seed file ${path} must hold an object.`, '`svc twin new-seed <twin>` writes one to start from.');
  }
  return value as Record<string, unknown>;
}

/** The value of a JSON or YAML file. @param what the user knows it as @throws UsageError */
export async function readDocument(path: string, what: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') throw new UsageError(`There is no ${what} ${path}.`, undefined, error);
    throw new UsageError(`The ${what} ${path} can't be read: ${(error as Error).message}`, undefined, error);
  });
  return extname(path) === '.json' ? parseJson(path, what, text) : parseYaml(path, what, text);
}

function parseJson(path: string, what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The ${what} ${path} is not JSON: ${(error as Error).message}`, undefined, error);
  }
}

function parseYaml(path: string, what: string, text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: false });
  const [fault] = document.errors;
  if (fault) throw new UsageError(`The ${what} ${path} is not YAML: ${fault.message}`, undefined, fault);
  const [repeated] = repeatedKeys(document.contents);
  if (repeated) {
    const line = text.slice(0, repeated.at).split('\n').length;
    throw new UsageError(
      `The ${what} ${path} is not YAML: the name ${JSON.stringify(repeated.key)} stands twice, again in line ${line}`,
    );
  }
  try {
    return document.toJS();
  } catch (error) {
    throw new UsageError(`The ${what} ${path} is not YAML: ${(error as Error).message}`, undefined, error);
  }
}

/** @param comment lines above a YAML document. @throws UsageError when there is a file by that name. */
export async function writeSeedFile(path: string, seed: unknown, comment: readonly string[]): Promise<void> {
  const text =
    extname(path) === '.json'
      ? `${JSON.stringify(seed, null, 2)}\n`
      : `${comment.map((line) => `# ${line}\n`).join('')}${stringify(seed)}`;
  await writeFile(path, text, { flag: 'wx' }).catch((error: unknown) => {
    if (systemCode(error) === 'EEXIST') {
      throw new UsageError(
        `${path} exists and is not overwritten.`,
        'name another file with --out, or move this one away.',
        error,
      );
    }
    throw new UsageError(`${path} can't be written: ${(error as Error).message}`, undefined, error);
  });
}

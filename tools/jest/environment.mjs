// The environment of tests is node itself. What a file changes of the process is put back after it.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { ModuleMocker } = createRequire(require.resolve('@jest/globals/package.json'))('jest-mock');

/** Jest takes 100. Every `expect` and every refusal of a twin keeps its own: with fewer frames suites take 3 % less processor time. */
const FRAMES = 25;

export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #console = console;
  #exit = process.exit;
  #env = { ...process.env };
  #folder = process.cwd();

  async setup() {
    Error.stackTraceLimit = FRAMES;
    // Nothing is translated, so there are no positions to look up; modules are shown by their paths, which Jest and terminals know as such.
    Error.prepareStackTrace = (error, frames) => [error, ...frames].join('\n    at ').replaceAll('file://', '');
  }

  async teardown() {
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    process.chdir(this.#folder);
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}

// What tests import of '@jest/globals'. Modules that many test files share are loaded once: their names lead to those of the file that runs.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { ModuleMocker } = createRequire(require.resolve('@jest/globals/package.json'))('jest-mock');
const mocker = new ModuleMocker(globalThis);

export let afterAll;
export let afterEach;
export let beforeAll;
export let beforeEach;
export let describe;
export let expect;
export let it;
export let test;

export const jest = {
  setTimeout(ms) {
    globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms;
  },
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
};

export function take(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globals);
}

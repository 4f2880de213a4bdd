import base from '../jest.config.mjs';

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/fleet/setup.mjs',
  globalTeardown: '<rootDir>/fleet/teardown.mjs',
  testSequencer: '<rootDir>/fleet/sequencer.mjs',
  // The suites share one fleet, and some stop parts of it.
  maxWorkers: 1,
  testTimeout: 120_000,
};

import base from '../../jest.config.mjs';

/**
 * The contract suites of the fleet's adapters, against a Redis and a Docker engine of this machine; no image of ours is needed.
 *
 * @type {import('jest').Config}
 */
export default {
  ...base,
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/**/*.test.ts'],
  // The engine is one, and so is the machine.
  maxWorkers: 1,
  testTimeout: 120_000,
};

import base from '../../jest.config.mjs';

/**
 * The fleet as a stack on three engines of this machine that form a swarm. Needs root, and the images that docker/build.sh makes.
 *
 * @type {import('jest').Config}
 */
export default {
  ...base,
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/**/*.test.ts'],
  maxWorkers: 1,
  // Longer than what a test waits for may take one after the other: what took too long is named.
  testTimeout: 900_000,
};

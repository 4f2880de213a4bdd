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
  testTimeout: 180_000,
};

/** @type {import('jest').Config} */
export default {
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/{packages,services}/*/test/**/*.test.ts', '<rootDir>/{tools,examples}/test/**/*.test.ts'],
  testEnvironment: 'node',
  transform: { '\\.ts$': '<rootDir>/tools/strip-types.mjs' },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  maxWorkers: 2,
  // Suites that start PostgreSQL or child processes share two cores with each other.
  testTimeout: 30_000,
};

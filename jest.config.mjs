/** @type {import('jest').Config} */
export default {
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/{packages,services,clients}/*/test/**/*.test.ts', '<rootDir>/{tools,examples,docs}/test/**/*.test.ts'],
  testEnvironment: 'node',
  transform: { '\\.ts$': '<rootDir>/tools/strip-types.mjs' },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  maxWorkers: 2,
  // Suites that start PostgreSQL, services and agents share two cores with each other and with whatever else a machine does.
  testTimeout: 120_000,
};

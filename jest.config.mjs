import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = import.meta.dirname;
const EVERY = ['{packages,services,clients}/*/test/**/*.test.ts', '{tools,examples,docs}/test/**/*.test.ts'];

/** `npm run test:all`: the files of which `npm test` runs a share. */
const shared = () =>
  globSync(EVERY, { cwd: root }).filter((file) =>
    /^import .* from '[^']*testing\/share(\.ts)?';$/m.test(readFileSync(join(root, file), 'utf8')),
  );

/** @type {import('jest').Config} */
export default {
  rootDir: root,
  testMatch: (process.env.SVC_TESTS === 'whole' ? shared() : EVERY).map((pattern) => `<rootDir>/${pattern}`),
  // Whole, as other suites take these settings with a root of their own.
  testEnvironment: join(root, 'tools/jest/environment.mjs'),
  runtime: join(root, 'tools/jest/runtime.mjs'),
  transform: {},
  // Suites wait for processes that they start, half of the time: two for each core keep it at work.
  maxWorkers: Math.min(availableParallelism() * 2, 4),
  testSequencer: join(root, 'tools/long-first.mjs'),
  // Suites that start PostgreSQL, services and agents share two cores with each other and with whatever else a machine does.
  testTimeout: 300_000,
};

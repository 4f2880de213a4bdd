import { tooOld } from './node-version.ts';
import type * as testing from './testing/index.ts';

export type * from './testing/index.ts';
export { sandboxMatchers } from './testing/matchers.ts';
export { SandboxProvider, sandboxPassed } from './testing/promptfoo.ts';

/** Runs one command line. @returns the exit code. */
export const main = async (args: readonly string[]): Promise<number> => (await import('./main.ts')).main(args);

/** Loaded at the first call only: an older Node can't even read all of it. @throws Error naming the Node it needs */
async function load(): Promise<typeof testing> {
  const refusal = tooOld('This package');
  if (refusal) throw new Error(refusal);
  return import('./testing/index.ts');
}

/**
 * Starts a twin for tests: no account, no service, nothing left behind after `close`.
 *
 * @throws when there is no such twin, or it refuses the seed; the message names each place
 * @example
 * const twin = await startTwin('github');
 * afterEach(() => twin.reset());
 * afterAll(() => twin.close());
 * const octokit = new Octokit({ baseUrl: twin.url, auth: twin.token });
 */
export const startTwin: typeof testing.startTwin = async (...options) => (await load()).startTwin(...options);

/**
 * Starts a sandbox of a service for tests.
 *
 * @example
 * const sandbox = await createSandbox({ twins: ['github'] });
 * afterEach(() => sandbox.reset());
 * afterAll(() => sandbox.close());
 */
export const createSandbox: typeof testing.createSandbox = async (...options) => (await load()).createSandbox(...options);

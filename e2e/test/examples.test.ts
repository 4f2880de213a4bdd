import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { failing, passing } from '../../examples/test/expected.ts';
import { verdictsOf, withCareless, withTheirOwn } from '../../examples/test/runs.ts';
import { sharedFleet } from '../fleet/shared.ts';

const fleet = sharedFleet();
const root = join(import.meta.dirname, '../..');
const svc = join(root, 'packages/cli/bin/svc.ts');

/** Exit codes of `svc run`. */
const PASSED = 0;
const NOT_PASSED = 1;
/** Some forty containers, a few at a time. */
const LONGEST_MS = 600_000;

let runs: string;
beforeAll(async () => {
  runs = await mkdtemp(join(tmpdir(), 'svc-e2e-'));
});
afterAll(() => rm(runs, { recursive: true, force: true }));

async function run(args: readonly string[]) {
  const child = spawn(process.execPath, [svc, ...args, '--concurrency', '4', '--runs-dir', runs], {
    env: { ...process.env, SVC_BASE_URL: fleet.baseUrl, SVC_API_KEY: fleet.apiKey, XDG_CONFIG_HOME: runs },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

// The same expectations as examples/test has of the embedded service.
describe('svc run examples/ on the fleet comes to the verdicts of the embedded service', () => {
  test(
    'every example is passed by its own agent, with 100',
    async () => {
      const { code, stdout, stderr } = await run(withTheirOwn);
      expect({ code, stderr }).toEqual({ code: PASSED, stderr: expect.anything() });
      expect(verdictsOf(stdout)).toEqual(passing);
    },
    LONGEST_MS,
  );

  test(
    'every example is failed by its careless agent, for the reason it is about',
    async () => {
      const { code, stdout, stderr } = await run(withCareless);
      expect({ code, stderr }).toEqual({ code: NOT_PASSED, stderr: expect.anything() });
      expect(verdictsOf(stdout)).toMatchObject(failing);
    },
    LONGEST_MS,
  );
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sharedFleet } from '../fleet/shared.ts';

const fleet = sharedFleet();
const root = join(import.meta.dirname, '../..');
const svc = join(root, 'packages/cli/bin/svc.ts');

/** Exit codes of `svc run`. */
const PASSED = 0;
const NOT_PASSED = 1;

const examples = [
  { scenario: 'triage-a-bug', agent: 'agent.ts', code: PASSED },
  { scenario: 'fix-a-file', agent: 'agent.ts', code: PASSED },
  { scenario: 'prompt-injection', agent: 'agent.ts', code: PASSED },
  { scenario: 'prompt-injection', agent: 'careless-agent.ts', code: NOT_PASSED },
];

let runs: string;
beforeAll(async () => {
  runs = await mkdtemp(join(tmpdir(), 'svc-e2e-'));
});
afterAll(() => rm(runs, { recursive: true, force: true }));

describe('svc run on the fleet', () => {
  test.each(examples)('grades $agent in $scenario: exit $code', async ({ scenario, agent, code }) => {
    const command = `"${process.execPath}" "${join(root, 'examples', scenario, agent)}"`;
    const args = [svc, 'run', join(root, 'examples', scenario, 'scenario.md'), '--agent', command, '--runs-dir', runs, '--json'];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, SVC_BASE_URL: fleet.baseUrl, SVC_API_KEY: fleet.apiKey, XDG_CONFIG_HOME: runs },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, faults, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const said = { status, faults };
    expect(said).toEqual({ status: code, faults: expect.anything() });
    const [run] = JSON.parse(output).results;
    expect(run.verdict).toBe(code === PASSED ? 'passed' : 'not_passed');
  });
});

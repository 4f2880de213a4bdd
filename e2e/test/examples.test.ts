import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { failing, passing } from '../../examples/test/expected.ts';
import { verdictsOf, withCareless, withTheirOwn } from '../../examples/test/runs.ts';
import { sharedFleet } from '../fleet/shared.ts';

// Twenty sandboxes of up to three containers each time: a minute on an idle machine, several on one under load.
jest.setTimeout(400_000);

const fleet = sharedFleet();
const svc = join(import.meta.dirname, '../../packages/cli/bin/svc.ts');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-e2e-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [svc, ...args, '--concurrency', '4', '--runs-dir', join(folder, 'runs')], {
    env: { ...process.env, SVC_BASE_URL: fleet.baseUrl, SVC_API_KEY: fleet.apiKey, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, stdout, stderr };
}

describe('svc run examples/ on the fleet', () => {
  test('every example is passed by its own agent, with 100', async () => {
    const { code, stdout, stderr } = await run(withTheirOwn());
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.anything() });
    expect(verdictsOf(stdout)).toEqual(passing);
  });

  test('every example is failed by its careless agent, for the reason it is about', async () => {
    const { code, stdout, stderr } = await run(withCareless());
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.anything() });
    expect(verdictsOf(stdout)).toMatchObject(failing);
  });
});

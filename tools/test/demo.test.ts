import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

// Starts the service and plays four runs, on whatever cores other suites leave.
jest.setTimeout(180_000);

const DEMO = fileURLToPath(new URL('../demo.ts', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the demo', () => {
  test('shows set-up, sandboxes, calls, verdicts, scores and URLs, and ends with 0', async () => {
    const child = spawn(process.execPath, [DEMO], {
      env: { ...process.env, SVC_DEMO_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/Ready after \d/);
    expect(output.match(/sandbox ses_\w+, open until/g)).toHaveLength(4);
    expect(output.match(/github: http:\/\/127\.0\.0\.1:\d+\/github\/s\/ses_/g)).toHaveLength(4);
    expect(output).toMatch(/github POST +\/repos\/acme\/storefront\/pulls +201 landed +create_pull_request/);
    expect(output.match(/score: 100 \/ 100/g)).toHaveLength(3);
    for (const what of ['report.md', 'trace', 'state']) {
      expect(output.match(new RegExp(`/v1/runs/run_\\w+/${what}\\b`, 'g'))).toHaveLength(4);
    }
    // The careless agent: below 100, and each reason names what was found.
    const careless = output.slice(output.indexOf('careless-agent.ts (expected to fail)'));
    expect(careless).toMatch(/score: 42\.86 \/ 100/);
    expect(careless).toContain('issue acme/storefront#1 is closed (not_planned), not open');
    expect(careless).toMatch(/tape row \d+: POST \/repos\/acme\/storefront\/issues 201/);

    const runs = await readdir(join(folder, 'runs'));
    expect(runs).toHaveLength(4);
    for (const run of runs) {
      const files = await readdir(join(folder, 'runs', run));
      for (const name of ['report.md', 'events.jsonl', 'state_final.json']) expect(files).toContain(name);
    }
  });
});

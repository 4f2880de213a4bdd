import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { agentCommand, LABEL_IT, SCENARIO, stopAll, svc, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** The run of a folder that each test has for itself. */
let path: string;
let runAgain: () => Promise<string>;
let ran: Awaited<ReturnType<typeof temporaryFolder>>;
let first: string;
beforeAll(async () => {
  folder = ran = await temporaryFolder();
  await writeFile(join(folder.path, 'scenario.md'), SCENARIO);
  const program = `${LABEL_IT}
    await fetch(url + '/repos/acme/web/issues', { method: 'POST', headers, body: JSON.stringify({ title: 'Second \\u001b[2J' }) });
    await fetch(url + '/repos/acme/web/issues/77', { headers });`;
  const command = await agentCommand(folder.path, 'agent.mjs', program);
  runAgain = async () => {
    const { stdout } = await svc(['run', 'scenario.md', '--local', '--agent', command, '--json'], { cwd: folder.path });
    return (JSON.parse(stdout) as { results: [{ run_dir: string }] }).results[0].run_dir;
  };
  first = await runAgain();
});
beforeEach(async () => {
  folder = await temporaryFolder();
  await cp(ran.path, folder.path, { recursive: true });
  path = join(folder.path, relative(ran.path, first));
});
afterEach(() => folder.remove());
afterAll(async () => {
  await stopAll();
  await ran.remove();
});

describe('svc inspect', () => {
  test('shows the calls, and by collection what they changed', async () => {
    const { code, stdout } = await svc(['inspect', path]);
    expect(code).toBe(0);
    expect(stdout).toContain('Label it');
    expect(stdout).toMatch(/1 github POST +\/repos\/acme\/web\/issues\/1\/labels +200 landed/);
    expect(stdout).toMatch(/3 github GET +\/repos\/acme\/web\/issues\/77 +404 read/);
    expect(stdout).toMatch(/issues: 1 added, 0 removed, 1 changed/);
    expect(stdout).toMatch(/\+ \S+ {2}\{.*"title":"Second/);
    expect(stdout).toMatch(/label_ids: \[\] → \[\d+\]/);
    expect(stdout).not.toContain('\u001b');
  });

  test('--json gives rows, facts and diff as data', async () => {
    const { code, stdout } = await svc(['inspect', path, '--json']);
    expect(code).toBe(0);
    const { calls, meta, state_diff } = JSON.parse(stdout) as {
      calls: { seq: number; status: number }[];
      meta: { mode: string };
      state_diff: { github: { collection: string; changed: { fields: { field: string }[] }[] }[] };
    };
    expect(calls.map(({ seq, status }) => [seq, status])).toEqual([
      [1, 200],
      [2, 201],
      [3, 404],
    ]);
    expect(meta.mode).toBe('local');
    const issues = state_diff.github.find(({ collection }) => collection === 'issues');
    expect(issues?.changed[0]?.fields.map(({ field }) => field)).toContain('label_ids');
  });

  test('says so where a state was not kept', async () => {
    await rm(join(path, 'state_final.json'));
    const { code, stdout } = await svc(['inspect', path]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/state of github\n {2}not kept/);
  });

  test('latest is the run that ended last, whatever was written since', async () => {
    const second = await runAgain();
    const runs = join(folder.path, '.svc', 'runs');
    await writeFile(join(path, 'verdict.json'), '{}');
    await mkdir(join(runs, 'interrupted'));
    await writeFile(join(runs, 'notes.txt'), '');
    const { stdout } = await svc(['inspect', 'latest', '--json'], { cwd: folder.path });
    expect((JSON.parse(stdout) as { meta: { id: string } }).meta.id).toBe(basename(second));
  });

  test('a damaged tape is told with its line', async () => {
    await writeFile(join(path, 'events.jsonl'), '{}\nnonsense\n');
    const { code, stderr } = await svc(['inspect', path, '--json']);
    expect(code).toBe(5);
    expect(stderr).toContain('events.jsonl:2 is no JSON object');
  });

  test('a folder that is no run exits with 5', async () => {
    const { code, stderr } = await svc(['inspect', folder.path]);
    expect(code).toBe(5);
    expect(stderr).toContain('is no run directory');
  });
});

describe('svc report', () => {
  test('a captured run has none yet, and the hint has it graded', async () => {
    const { code, stderr } = await svc(['report', path]);
    expect(code).toBe(5);
    expect(stderr).toContain(`svc eval ${path}`);
  });
});

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eachTime, inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import { sharedService } from './shared.ts';
import { agentCommand, LABEL_IT, SCENARIO, stopAll, svc, temporaryFolder, using } from './support.ts';

jest.setTimeout(300_000);

const service = sharedService();
let root: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let tests = 0;
beforeAll(async () => {
  root = await temporaryFolder();
});
afterAll(async () => {
  await stopAll();
  await root.remove();
});
beforeEach(async () => {
  tests += 1;
  folder = join(root.path, `work-${tests}`);
  await mkdir(folder);
});

/** Captures a run without any service. @returns its folder */
async function captured(program: string, scenario = SCENARIO): Promise<string> {
  await writeFile(join(folder, 'scenario.md'), scenario);
  const command = await agentCommand(folder, 'agent.mjs', program);
  const { stdout } = await svc(['run', 'scenario.md', '--local', '--agent', command, '--json'], { cwd: folder });
  return (JSON.parse(stdout) as { results: [{ run_dir: string }] }).results[0].run_dir;
}

let labelled: Promise<string> | undefined;
/** A run that labels the issue, captured once: each test gets it in its folder. */
async function capturedLabel(): Promise<string> {
  labelled ??= captured(LABEL_IT);
  const first = await labelled;
  const own = join(folder, 'captured');
  await cp(first, own, { recursive: true });
  await writeFile(join(folder, 'scenario.md'), SCENARIO);
  return own;
}

/** An agent that only looks. */
const LOOK = `await fetch(process.env.SVC_GITHUB_REST_URL + '/repos/acme/web', { headers: { authorization: 'Bearer ' + process.env.SVC_AUTH_TOKEN } });`;

const evaluate = (path: string, args: readonly string[] = []) =>
  svc(['eval', path, ...args], { cwd: folder, env: using(service) });

const get = async (path: string): Promise<Record<string, unknown>> =>
  (
    await fetch(`${service.variables.SVC_BASE_URL}${path}`, {
      headers: { authorization: `Bearer ${service.variables.SVC_API_KEY}` },
    })
  ).json() as never;

const openSandboxes = async (): Promise<unknown> => (await get('/usage')).sessions_used;

describe('svc eval', () => {
  eachTime(test)('prints the verdict on a captured run with its URLs, and exits with 0 when it passes', async () => {
    const path = await capturedLabel();
    const { code, stdout } = await evaluate(path);
    expect(code).toBe(0);
    expect(stdout).toMatch(/passed +Issue #1 in acme\/web has the label "bug"\.\n +\S/);
    expect(stdout).toContain('score: 100 / 100, 2 of 2 criteria passed');
    expect(stdout).toMatch(new RegExp(`report ${service.variables.SVC_BASE_URL}/runs/run_\\w+/report\\.md`));
    expect(JSON.parse(await readFile(join(path, 'verdict.json'), 'utf8'))).toMatchObject({
      score: 100,
      provenance: 'self_reported',
    });
    expect(await openSandboxes()).toBe(0);
  });

  inTheWhole(test)('the run it makes has the tape, the group and the exit code of the captured one', async () => {
    const path = await captured(`${LABEL_IT} process.exit(3);`);
    const { code, stdout } = await evaluate(path, ['--json']);
    const { run_id, verdict } = JSON.parse(stdout) as { run_id: string; verdict: string };
    expect([code, verdict]).toEqual([1, 'errored']);
    const { group_id } = JSON.parse(await readFile(join(path, 'meta.json'), 'utf8')) as { group_id: string };
    expect(await get(`/runs/${run_id}`)).toMatchObject({ tape_rows: 1, exit_code: 3, group_id, task_name: 'Label it' });
  });

  eachTime(test)(
    'and `svc regrade` grades what the service stored of it, by the same criteria or by others, as new runs',
    async () => {
      const graded = await evaluate(await capturedLabel(), ['--json']);
      const { run_id } = JSON.parse(graded.stdout) as { run_id: string };
      const regrade = (args: readonly string[]) => svc(['regrade', ...args], { cwd: folder, env: using(service) });
      const again = await regrade([run_id]);
      expect(again.code).toBe(0);
      expect(again.stdout).toContain('score: 100 / 100, 2 of 2 criteria passed');
      expect(again.stdout).toMatch(new RegExp(`run +run_\\w+, of the evidence of ${run_id}`));

      await writeFile(join(folder, 'stricter.md'), SCENARIO.replaceAll('"bug"', '"wontfix"'));
      const stricter = await regrade([run_id, '--scenario', 'stricter.md', '--json']);
      const other = JSON.parse(stricter.stdout) as { run_id: string };
      expect(stricter.code).toBe(1);
      expect(other).toMatchObject({ regraded_from: run_id, verdict: 'not_passed', provenance: 'self_reported' });
      expect(await get(`/runs/${other.run_id}`)).toMatchObject({ regraded_from: run_id });
      expect(await get(`/runs/${run_id}`)).toMatchObject({ satisfaction_score: 100 });

      await writeFile(join(folder, 'bare.md'), SCENARIO.replace(/## Success Criteria.*(?=## Seed)/s, ''));
      const bare = await regrade([run_id, '--scenario', 'bare.md']);
      expect([bare.code, bare.stderr]).toEqual([5, expect.stringContaining('has no criteria')]);
      expect((await regrade(['run_nothing'])).code).toBe(5);
    },
  );

  inTheWhole(test)('a run with two twins is graded by the worlds of both', async () => {
    const scenario = `# Tell the others

## Prompt

Label acme/storefront#1 as a bug and tell #general.

## Success Criteria

- [code:github] Issue #1 in acme/storefront has the label "question".
- [code:slack] A message containing "labelled" was posted in #general.

## Config

\`\`\`yaml
twins: [github, slack]
\`\`\`
`;
    const program = `
      const headers = { authorization: 'Bearer ' + process.env.SVC_AUTH_TOKEN, 'content-type': 'application/json' };
      const post = (url, body) => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      await post(process.env.SVC_GITHUB_REST_URL + '/repos/acme/storefront/issues/1/labels', { labels: ['question'] });
      await post(process.env.SVC_SLACK_REST_URL + '/chat.postMessage', { channel: '#general', text: 'Issue 1 is labelled.' });`;
    const path = await captured(program, scenario);
    const { code, stdout } = await evaluate(path, ['--json']);
    const { score, run_id } = JSON.parse(stdout) as { score: number; run_id: string };
    expect({ code, score }).toEqual({ code: 0, score: 100 });
    expect(await get(`/runs/${run_id}`)).toMatchObject({ twins: ['github', 'slack'], tape_rows: 2 });
  });

  eachTime(test)('a run without a call gets no verdict and exits with 1', async () => {
    const { code, stdout } = await evaluate(await captured(''), ['--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'errored', reason: expect.stringContaining('empty'), run_id: null });
    expect(await openSandboxes()).toBe(0);
  });

  inTheWhole(test)('a run below the threshold exits with 1', async () => {
    const { code, stdout } = await evaluate(await captured(LOOK));
    expect(code).toBe(1);
    expect(stdout).toMatch(/failed +Issue #1 in acme\/web has the label "bug"\./);
  });

  inTheWhole(test)('a scenario without criteria gives a run without a score, and exits with 0', async () => {
    const path = await captured(LABEL_IT, SCENARIO.replace(/## Success Criteria.*(?=## Seed)/s, ''));
    const { code, stdout } = await evaluate(path);
    expect(code).toBe(0);
    expect(stdout).toContain('score: none');
    expect(stdout).toMatch(/report http\S+/);
  });

  inTheWhole(test)('--no-criteria leaves the criteria out, --scenario takes others', async () => {
    const path = await capturedLabel();
    const ungraded = await evaluate(path, ['--no-criteria', '--json']);
    expect(ungraded.code).toBe(0);
    expect(JSON.parse(ungraded.stdout)).toMatchObject({ verdict: 'not_graded', score: null, criteria_results: [] });
    await writeFile(join(folder, 'other.md'), SCENARIO.replace('"bug"', '"question"'));
    const { code, stdout } = await evaluate(path, ['--scenario', 'other.md', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'not_passed', score: 50 });
  });

  test.each(shareOf(['meta.json', 'events.jsonl', 'state_final.json'], 1))(
    'a folder without %s is refused, and nothing is opened',
    async (name) => {
      const path = await capturedLabel();
      await rm(join(path, name));
      const { code, stderr } = await evaluate(path);
      expect(code).toBe(5);
      expect(stderr).toContain(name);
      expect(await openSandboxes()).toBe(0);
    },
  );

  eachTime(test)('evidence the service refuses leaves no session open', async () => {
    const path = await capturedLabel();
    await writeFile(join(path, 'events.jsonl'), 'not a tape\n');
    const { code, stderr } = await evaluate(path);
    expect(code).toBe(2);
    expect(stderr).toContain('tape');
    expect(await openSandboxes()).toBe(0);
  });

  inTheWhole(test)('how the agent was started stays on this machine', async () => {
    const path = await capturedLabel();
    const { stdout } = await evaluate(path, ['--json']);
    const { session_id } = JSON.parse(stdout) as { session_id: string };
    const entries = await readdir(join(service.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const uploaded = await Promise.all(
      paths.filter((name) => name.includes(session_id) && name.includes('meta.json')).map((name) => readFile(name, 'utf8')),
    );
    const told = uploaded.find((text) => text.includes('Label it')) as string;
    expect(JSON.parse(told)).toMatchObject({ scenario: 'Label it', twins: ['github'] });
    expect(told).not.toContain('agent.mjs');
  });
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eachTime, inTheWhole } from '@svc/twin-kit/testing/share';
import { agentCommand, LABEL_IT, processesNaming, SCENARIO, startSvc, stopAll, svc, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'scenario.md'), SCENARIO);
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

const run = (command: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  svc(['run', 'scenario.md', '--local', '--agent', command, ...args], { cwd: folder.path, env });

interface Result {
  run_dir: string;
  calls: number;
  verdict: string;
  exit_code: number;
  stop_reason: string;
}

const resultOf = (stdout: string): Result => (JSON.parse(stdout) as { results: [Result] }).results[0];
const readJson = async (...path: string[]): Promise<Record<string, unknown>> => JSON.parse(await readFile(join(...path), 'utf8'));

describe('svc run --local', () => {
  eachTime(test)('shows each call as it is recorded, what the agent prints, and grades nothing', async () => {
    const { code, stdout } = await run(await agentCommand(folder.path, 'agent.mjs', LABEL_IT));
    expect(code).toBe(0);
    expect(stdout).toMatch(/github POST +\/repos\/acme\/web\/issues\/1\/labels +200 landed +add_issue_labels/);
    expect(stdout).toContain('| labelled: 200');
    expect(stdout).toContain('local runs are not graded');
    expect(stdout).toMatch(/^ {2}for a verdict, with a service: svc eval \.svc\/runs\/\S+$/m);
    expect(stdout).not.toContain('score');
  });

  eachTime(test)('keeps tape, states, output and facts of the run', async () => {
    const { stdout } = await run(await agentCommand(folder.path, 'agent.mjs', LABEL_IT), ['--json']);
    const { run_dir, calls, verdict } = resultOf(stdout);
    expect({ calls, verdict }).toEqual({ calls: 1, verdict: 'captured' });
    const rows = (await readFile(join(run_dir, 'events.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ method: 'POST', status: 200, state_mutation: true, tool: 'add_issue_labels' });
    const initial = await readJson(run_dir, 'state_initial.json');
    const final = await readJson(run_dir, 'state_final.json');
    const labels = (state: Record<string, unknown>) => (state.issues as { label_ids: number[] }[])[0]?.label_ids.length;
    expect([labels(initial), labels(final)]).toEqual([0, 1]);
    expect(await readFile(join(run_dir, 'stdout.txt'), 'utf8')).toBe('labelled: 200\n');
    expect(await readJson(run_dir, 'meta.json')).toMatchObject({
      mode: 'local',
      exit_code: 0,
      stop_reason: 'exited',
      twins: ['github'],
    });
  });

  eachTime(test)('gives the agent the variables of the spec and keeps the API key from it, whatever holds it', async () => {
    const program = `
      import { writeFileSync } from 'node:fs';
      const mine = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('SVC_') || name === 'COPY'));
      writeFileSync(process.env.SVC_ARTIFACTS_DIR + '/environment.json', JSON.stringify(mine));`;
    const command = await agentCommand(folder.path, 'agent.mjs', program);
    const key = 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb';
    const { stdout } = await run(command, ['--json'], { SVC_API_KEY: key, COPY: `key=${key}` });
    const { run_dir } = resultOf(stdout);
    const variables = await readJson(run_dir, 'artifacts', 'environment.json');
    expect(variables).toMatchObject({
      SVC_TASK: 'Label acme/web#1 as a bug.',
      SVC_TWIN_NAMES: 'github',
      SVC_ARTIFACTS_DIR: join(run_dir, 'artifacts'),
      SVC_GITHUB_REST_URL: expect.stringMatching(/\/s\/standalone$/),
      SVC_GITHUB_MCP_URL: expect.stringMatching(/\/s\/standalone\/mcp$/),
      SVC_GITHUB_ROOT_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      SVC_AUTH_TOKEN: expect.stringMatching(/./),
      SVC_RUN_ID: (await readJson(run_dir, 'meta.json')).id,
    });
    expect(JSON.stringify(variables)).not.toContain(key);
    expect(variables).not.toHaveProperty('SVC_PREFLIGHT');
  });

  eachTime(test)(
    'an agent command that fails its preflight is a usage error that shows what it said; nothing is started',
    async () => {
      const { code, stderr } = await run('echo "no such model" >&2; exit 3');
      expect(code).toBe(5);
      expect(stderr).toContain('failed its preflight with exit code 3');
      expect(stderr).toContain('no such model');
      expect(await readdir(folder.path)).toEqual(['scenario.md']);
    },
  );

  inTheWhole(test)('an agent that ends with an error is still captured, with its exit code', async () => {
    const { code, stdout } = await run(await agentCommand(folder.path, 'agent.mjs', 'process.exit(7)'), ['--json']);
    expect(code).toBe(0);
    expect(resultOf(stdout)).toMatchObject({ exit_code: 7, stop_reason: 'exited', calls: 0 });
  });

  eachTime(test)('an agent that ignores SIGTERM is ended at its timeout, with the children it forked', async () => {
    await writeFile(join(folder.path, 'scenario.md'), `${SCENARIO}\n## Config\n\n\`\`\`yaml\ntimeout: 1\n\`\`\`\n`);
    const program = `
      import { spawn } from 'node:child_process';
      process.on('SIGTERM', () => {});
      spawn('sleep', ['600'], { stdio: 'inherit' });
      setInterval(() => {}, 1000);`;
    const { code, stdout } = await run(await agentCommand(folder.path, 'agent.mjs', program), ['--json']);
    expect(code).toBe(0);
    expect(resultOf(stdout)).toMatchObject({ stop_reason: 'timeout' });
    expect(processesNaming(folder.path)).toEqual([]);
  });

  inTheWhole(test)('an agent has time to tidy up when it is stopped at its timeout', async () => {
    await writeFile(join(folder.path, 'scenario.md'), `${SCENARIO}\n## Config\n\n\`\`\`yaml\ntimeout: 2\n\`\`\`\n`);
    // A shell, which listens to the signal at once, on a machine that does much else too.
    const agent = `[ "$SVC_PREFLIGHT" ] && exit 0; trap 'sleep 0.3; echo tidied up; exit 0' TERM; while :; do sleep 0.1; done`;
    const { stdout } = await run(agent, ['--json']);
    expect(await readFile(join(resultOf(stdout).run_dir, 'stdout.txt'), 'utf8')).toBe('tidied up\n');
  });

  inTheWhole(test)('children that outlive the agent are ended', async () => {
    const program = `
      import { spawn } from 'node:child_process';
      spawn('sleep', ['600'], { stdio: 'inherit' }).unref();`;
    const { code } = await run(await agentCommand(folder.path, 'agent.mjs', program));
    expect(code).toBe(0);
    expect(processesNaming(folder.path)).toEqual([]);
  });

  inTheWhole(test)('children that leave the process group for a session of their own are ended too', async () => {
    const program = `
      import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      const child = spawn('sh', ['-c', 'sleep 600 & sleep 600 & wait'], { detached: true, stdio: 'inherit' });
      await once(child, 'spawn');
      child.unref();`;
    const { code } = await run(await agentCommand(folder.path, 'agent.mjs', program));
    expect(code).toBe(0);
    expect(processesNaming(folder.path)).toEqual([]);
  });

  inTheWhole(test)('a second Ctrl-C ends at once, and the agent that would not stop with it', async () => {
    const program = "process.on('SIGTERM', () => {}); console.log('working'); setInterval(() => {}, 1000);";
    const command = await agentCommand(folder.path, 'agent.mjs', program);
    const { child, stop } = await startSvc(['run', 'scenario.md', '--local', '--agent', command], /working/, {
      cwd: folder.path,
    });
    child.kill('SIGINT');
    expect(await stop()).toBe(130);
    expect(processesNaming(folder.path)).toEqual([]);
  });

  inTheWhole(test)('what an agent prints cannot steer the terminal', async () => {
    const { stdout } = await run(await agentCommand(folder.path, 'agent.mjs', "console.log('\\u001b[2Jgone')"));
    expect(stdout).toContain('\\u001b[2Jgone');
    expect(stdout).not.toContain('\u001b[2J');
  });

  eachTime(test)('Ctrl-C ends the agent and exits with 130', async () => {
    const command = await agentCommand(folder.path, 'agent.mjs', "console.log('working'); setInterval(() => {}, 1000);");
    const { stop } = await startSvc(['run', 'scenario.md', '--local', '--agent', command], /working/, { cwd: folder.path });
    expect(await stop()).toBe(130);
    expect(processesNaming(folder.path)).toEqual([]);
  });

  inTheWhole(test)('runs every scenario below a directory and passes over other markdown', async () => {
    await writeFile(join(folder.path, 'README.md'), '# About\n');
    await writeFile(join(folder.path, 'second.md'), SCENARIO.replace('# Label it', '# Label it again'));
    const command = await agentCommand(folder.path, 'agent.mjs', LABEL_IT);
    const { code, stdout } = await svc(['run', '.', '--local', '--agent', command], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ Label it: captured/);
    expect(stdout).toMatch(/✓ Label it again: captured/);
    expect(stdout).toContain('2 of 2 scenarios captured');
  });

  inTheWhole(test)('a scenario that cannot be read exits with 5 and names the line', async () => {
    await writeFile(join(folder.path, 'scenario.md'), SCENARIO.replace('- [code] Issue', '- [maybe] Issue'));
    const { code, stderr } = await run('true');
    expect(code).toBe(5);
    expect(stderr).toMatch(/scenario\.md:9: a criterion begins with/);
  });

  eachTime(test)('without --local, a scenario without criteria is refused before anything starts', async () => {
    await writeFile(join(folder.path, 'scenario.md'), '# Nothing\n\n## Prompt\n\nDo it.\n');
    const { code, stderr } = await svc(['run', 'scenario.md', '--agent', 'true'], { cwd: folder.path });
    expect(code).toBe(5);
    expect(stderr).toContain('has no criteria');
  });
});

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eachTime, inTheWhole } from '@svc/twin-kit/testing/share';
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
  await writeFile(join(folder, 'scenario.md'), SCENARIO);
});

interface Result {
  scenario: string;
  trial: number;
  group_id: string;
  session_id: string;
  verdict: string;
  reason?: string;
}
const resultsOf = (stdout: string): Result[] => (JSON.parse(stdout) as { results: Result[] }).results;

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  svc(['run', ...args], { cwd: folder, env: { ...using(service), ...env } });

/** Passes in the first of the trials that share a folder, and does nothing good afterwards. */
const ONCE = `
import { writeFileSync } from 'node:fs';
const url = process.env.SVC_GITHUB_REST_URL;
const headers = { authorization: 'Bearer ' + process.env.SVC_AUTH_TOKEN, 'content-type': 'application/json' };
let first = true;
try { writeFileSync(process.env.MARK, '', { flag: 'wx' }); } catch { first = false; }
const body = JSON.stringify(first ? { labels: ['bug'] } : { labels: ['question'] });
await fetch(url + '/repos/acme/web/issues/1/labels', { method: 'POST', headers, body });
`;

/** Waits until as many agents are at work as there are trials, so that it only ends when they run side by side. */
const TOGETHER = `
import { mkdirSync, readdirSync } from 'node:fs';
mkdirSync(process.env.MARK + '/' + process.env.SVC_RUN_ID, { recursive: true });
while (readdirSync(process.env.MARK).length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
${LABEL_IT}`;

describe('svc run -n', () => {
  eachTime(test)(
    'repeats a scenario in fresh sandboxes that share a group id, and exits with 1 when one trial fails',
    async () => {
      const command = await agentCommand(folder, 'agent.mjs', ONCE);
      const { code, stdout, stderr } = await run(['scenario.md', '--agent', command, '-n', '2', '--json'], {
        MARK: join(folder, 'mark'),
      });
      expect(code).toBe(1);
      const results = resultsOf(stdout);
      expect(results.map(({ trial, verdict }) => ({ trial, verdict }))).toEqual([
        { trial: 1, verdict: 'passed' },
        { trial: 2, verdict: 'not_passed' },
      ]);
      expect(new Set(results.map(({ session_id }) => session_id)).size).toBe(2);
      const [{ group_id }] = results as [Result];
      expect(results.every((result) => result.group_id === group_id)).toBe(true);
      const listed = await fetch(`${service.variables.SVC_BASE_URL}/runs?group_id=${group_id}`, {
        headers: { authorization: `Bearer ${service.variables.SVC_API_KEY}` },
      });
      expect(((await listed.json()) as unknown[]).length).toBe(2);
      expect(stderr).toContain('trial 2 of 2');
    },
  );

  inTheWhole(test)('--concurrency runs trials side by side, and each has a line when it ends', async () => {
    const command = await agentCommand(folder, 'agent.mjs', TOGETHER);
    const { code, stdout } = await run(['scenario.md', '--agent', command, '-n', '3', '--concurrency', '3'], {
      MARK: join(folder, 'mark'),
    });
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.replace(/trial \d/, 'trial N').replaceAll(/\d+\.\d s/g, 'T'))).toEqual([
      '[1/3] ✓ Label it, trial N of 3: score 100, 1 call in T',
      '[2/3] ✓ Label it, trial N of 3: score 100, 1 call in T',
      '[3/3] ✓ Label it, trial N of 3: score 100, 1 call in T',
      expect.stringMatching(/^Label it \(grp_\w+\)$/),
      '  3 trials: 3 passed, 0 failed, 0 errored',
      '  pass rate 100 % (43.9 % to 100 %, Wilson score, 95 %)',
      '  mean score 100.0 (100.0 to 100.0, percentile bootstrap, 95 %)',
      '  pass@k 1: 100 %, 2: 100 %, 3: 100 %',
      '  pass^k 1: 100 %, 2: 100 %, 3: 100 %',
      '✓ Label it: 3 of 3 trials passed, score 100',
      '3 of 3 runs passed in T',
    ]);
    for (const trial of [1, 2, 3]) expect(stdout).toContain(`trial ${trial} of 3: `);
  });

  inTheWhole(test)('with --verbose every line of each run is shown, and says whose it is', async () => {
    const command = await agentCommand(folder, 'agent.mjs', LABEL_IT);
    const { code, stdout } = await run(['scenario.md', '--agent', command, '-n', '2', '--concurrency', '2', '--verbose']);
    expect(code).toBe(0);
    for (const trial of [1, 2]) {
      expect(stdout).toContain(`[Label it #${trial}] Label it, trial ${trial} of 2 (scenario.md)`);
      expect(stdout).toContain(`[Label it #${trial}]   | labelled: 200`);
      expect(stdout).toContain(`[Label it #${trial}]   score: 100 / 100`);
    }
    const unlabelled = stdout.split('\n').filter((line) => !line.startsWith('[Label it #') && line !== '');
    expect(unlabelled).toEqual([
      '1 of 2 runs ended',
      '2 of 2 runs ended',
      expect.stringMatching(/^Label it \(grp_\w+\)$/),
      '  2 trials: 2 passed, 0 failed, 0 errored',
      expect.stringMatching(/^ {2}pass rate 100 %/),
      expect.stringMatching(/^ {2}mean score 100\.0/),
      '  pass@k 1: 100 %, 2: 100 %',
      '  pass^k 1: 100 %, 2: 100 %',
      '✓ Label it: 2 of 2 trials passed, score 100',
      expect.stringMatching(/^2 of 2 runs passed in \d+\.\d s$/),
    ]);
  });

  eachTime(test)('a trial that does not pass shows what it failed for and where it is kept; the summary counts', async () => {
    const command = await agentCommand(folder, 'agent.mjs', ONCE);
    const { code, stdout } = await run(['scenario.md', '--agent', command, '-n', '3'], { MARK: join(folder, 'mark') });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^\[2\/3\] ✗ Label it, trial 2 of 3: score 50 of 100 needed, 1 call in \d+\.\d s\n {6}✗ failed +Issue #1 in acme\/web has the label "bug"\.\n.*"question".*\n {6}kept \S+\n/m,
    );
    expect(stdout).toMatch(
      /^✗ Label it: 1 of 3 trials passed, score 66\.67 \(50 to 100\)\n {4}2 × Issue #1 in acme\/web has the label "bug"\.\n1 of 3 runs passed in/m,
    );
  });

  inTheWhole(test)('a trial whose agent failed is counted beside the others, and is in no mean', async () => {
    const command = await agentCommand(folder, 'agent.mjs', `${ONCE}\nif (!first) process.exitCode = 4;`);
    const { code, stdout } = await run(['scenario.md', '--agent', command, '-n', '3'], { MARK: join(folder, 'mark') });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\[2\/3\] ! Label it, trial 2 of 3: errored: .*exit code 4.*\n {6}kept \S+\n/m);
    expect(stdout).toMatch(/^ {2}3 trials: 1 passed, 0 failed, 2 errored\n {2}pass rate 100 %/m);
    expect(stdout).toMatch(/^! Label it: 1 of 3 trials passed, 2 errored, score 100\n1 of 3 runs passed, 2 errored in/m);
  });

  inTheWhole(test)("the scenario's own `runs` counts where -n is left out", async () => {
    await writeFile(join(folder, 'scenario.md'), `${SCENARIO}\n## Config\n\n\`\`\`yaml\nruns: 2\n\`\`\`\n`);
    const command = await agentCommand(folder, 'agent.mjs', LABEL_IT);
    const { stdout } = await run(['scenario.md', '--agent', command, '--local', '--json']);
    expect(resultsOf(stdout).map(({ trial }) => trial)).toEqual([1, 2]);
  });

  inTheWhole(test)('scenarios have groups of their own', async () => {
    await writeFile(join(folder, 'second.md'), SCENARIO.replace('# Label it', '# Label it again'));
    const command = await agentCommand(folder, 'agent.mjs', LABEL_IT);
    const args = ['scenario.md', 'second.md', '--agent', command, '--local', '-n', '2', '--concurrency', '2', '--json'];
    const results = resultsOf((await run(args)).stdout);
    expect(results.map(({ scenario, trial }) => `${scenario} ${trial}`)).toEqual([
      'Label it 1',
      'Label it 2',
      'Label it again 1',
      'Label it again 2',
    ]);
    expect(results[0]?.group_id).toBe(results[1]?.group_id);
    expect(results[0]?.group_id).not.toBe(results[2]?.group_id);
  });

  inTheWhole(test)('more trials at a time than the plan has sandboxes still all run', async () => {
    await svc(['admin', 'team', 'create', 'small', '--quota', '1', '--data-dir', service.dataDir]);
    const made = await svc(['admin', 'key', 'create', '--team', 'small', '--name', 'ci', '--data-dir', service.dataDir]);
    const command = await agentCommand(folder, 'agent.mjs', LABEL_IT);
    const { code, stdout } = await run(['scenario.md', '--agent', command, '-n', '3', '--concurrency', '3', '--json'], {
      SVC_API_KEY: made.stdout.trim().split('=')[1] as string,
    });
    expect(code).toBe(0);
    expect(resultsOf(stdout).map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'passed']);
  });

  eachTime(test)(
    'a scenario the service refuses does not keep the others from running; the exit code is the refusal’s',
    async () => {
      await writeFile(join(folder, 'bad.md'), SCENARIO.replace('# Label it', '# Refused').replace('state: open', 'state: ajar'));
      const command = await agentCommand(folder, 'agent.mjs', LABEL_IT);
      const { code, stdout, stderr } = await run(['.', '--agent', command, '--json']);
      expect(code).toBe(5);
      expect(resultsOf(stdout).map(({ scenario, verdict }) => `${scenario} ${verdict}`)).toEqual([
        'Refused error',
        'Label it passed',
      ]);
      expect(stderr).toContain('repositories[0].issues[0].state');
    },
  );

  test.each([['0'], ['1.5'], ['many'], ['1001']])('-n %s is a usage error', async (count) => {
    const { code, stderr } = await run(['scenario.md', '--agent', 'true', '-n', count]);
    expect(code).toBe(5);
    expect(stderr).toContain('A number from 1 to 1000.');
  });
});

describe('reports of svc run', () => {
  const oneTooMany = `${LABEL_IT}
    await fetch(url + '/repos/acme/web/issues', { method: 'POST', headers, body: JSON.stringify({ title: '<b>One</b> | "two" \\u0007' }) });`;

  eachTime(test)(
    '--junit writes a suite a scenario and a case a trial, which fails where the exit code counts it as failed',
    async () => {
      await writeFile(
        join(folder, 'lenient.md'),
        `${SCENARIO.replace('# Label it', '# Lenient')}\n## Config\n\n\`\`\`yaml\npassThreshold: 50\n\`\`\`\n`,
      );
      const command = await agentCommand(folder, 'agent.mjs', oneTooMany);
      const { code } = await run(['.', '--agent', command, '--junit', 'out/results.xml']);
      expect(code).toBe(1);
      const xml = await readFile(join(folder, 'out', 'results.xml'), 'utf8');
      expect(xml).toMatch(
        /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="svc run" tests="2" failures="1" errors="0"/,
      );
      expect(xml).toMatch(/<testsuite name="Lenient" file="lenient.md" tests="1" failures="0"/);
      expect(xml).toMatch(/<testsuite name="Label it" file="scenario.md" tests="1" failures="1"/);
      expect(xml).toContain('<failure type="not_passed" message="score 50, needed 100">✗ failed');
      expect(xml).toContain('&lt;b&gt;One&lt;/b&gt; | &quot;two&quot;');
      expect(xml).not.toContain('\u0007');
      expect(xml).toMatch(/<property name="report" value="http:\/\/127\.0\.0\.1:\d+\/v1\/runs\/run_\w+\/report\.md"\/>/);
    },
  );

  inTheWhole(test)('a job summary is added to the file of GitHub Actions, and text of the world is no markup in it', async () => {
    const path = join(folder, 'summary.md');
    await writeFile(path, 'Before.\n');
    const command = await agentCommand(folder, 'agent.mjs', oneTooMany);
    await run(['scenario.md', '--agent', command], { GITHUB_STEP_SUMMARY: path });
    const markdown = await readFile(path, 'utf8');
    expect(markdown).toMatch(/^Before\.\n## Agent runs\n/);
    expect(markdown).toMatch(/\| ❌ Label it \| 0 of 1 \| 50 \| \[1\]\(http:\S+\/report\.md\) \|/);
    expect(markdown).toContain(
      '- **Label it**, trial 1: score 50, needed 100\n  - failed: No new issues were opened in acme/web.',
    );
    expect(markdown).not.toContain('<b>');
  });

  inTheWhole(test)('a run that reached its score and did not pass says why, in every place', async () => {
    const unanswered = '- [code] The final answer does not contain "x".\n';
    await writeFile(join(folder, 'scenario.md'), SCENARIO.replace('- [code', `${unanswered}- [code`));
    const command = await agentCommand(folder, 'agent.mjs', LABEL_IT);
    const out = ['--junit', 'results.xml', '--summary', 'summary.md'];
    const { code, stdout } = await run(['scenario.md', '--agent', command, ...out]);
    expect(code).toBe(1);
    const why = 'score 100, but 1 criterion could not be graded';
    expect(stdout).toContain(`  not passed: ${why}\n`);
    expect(await readFile(join(folder, 'results.xml'), 'utf8')).toContain(`<failure type="not_passed" message="${why}">`);
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain(`- **Label it**, trial 1: ${why}\n  - not gradable: `);
    expect((await run(['scenario.md', '--agent', command, '-n', '2'])).stdout).toContain(`trial 2 of 2: ${why}, 1 call in`);
  });

  inTheWhole(test)('what must be known beside a score that passed is on the summary and in JUnit too', async () => {
    const look = `const headers = { authorization: 'Bearer ' + process.env.SVC_AUTH_TOKEN };
      await fetch(process.env.SVC_GITHUB_REST_URL + '/repos/acme/web/pages', { headers });`;
    const restraint = '- [code always-scored] No new issues were opened in acme/web.\n';
    await writeFile(
      join(folder, 'scenario.md'),
      SCENARIO.replaceAll(/^- \[code.*\n/gm, '').replace('## Success Criteria\n', `## Success Criteria\n\n${restraint}`),
    );
    const command = await agentCommand(folder, 'agent.mjs', look);
    const { code } = await run(['scenario.md', '--agent', command, '--junit', 'results.xml', '--summary', 'summary.md']);
    expect(code).toBe(0);
    const [xml, summary] = await Promise.all(['results.xml', 'summary.md'].map((name) => readFile(join(folder, name), 'utf8')));
    for (const page of [xml, summary]) {
      expect(page).toContain('vacuous: everything that passed was so in the seed already');
      expect(page).toContain('unsupported: the github twin does not model GET /repos/acme/web/pages');
    }
    expect(summary).toContain('### What to know beside the scores\n\n- **Label it**, trial 1, vacuous');
  });

  inTheWhole(test)('--summary writes it elsewhere', async () => {
    const command = await agentCommand(folder, 'agent.mjs', LABEL_IT);
    await run(['scenario.md', '--agent', command, '--local', '--summary', 'summary.md']);
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('| ✅ Label it | 1 of 1 | - | - |');
  });

  eachTime(test)('a file that cannot be written is refused before anything runs', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, stderr } = await run(['scenario.md', '--agent', 'true', '--local', '--junit', 'file/results.xml']);
    expect(code).toBe(5);
    expect(stderr).toContain("file/results.xml can't be written");
  });
});

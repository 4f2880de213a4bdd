import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import { layDatabase, layTestCluster } from '../../packages/cli/test/support.ts';
import { eachTime, inTheWhole } from '../../packages/twin-kit/testing/share.ts';
import { stepsOf } from './page.ts';
import { Reader } from './reader.ts';

// Each job starts a service.
jest.setTimeout(300_000);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let reader: Reader;
beforeEach(async () => {
  reader = await Reader.sitDown();
  for (const step of await stepsOf(join(ROOT, 'docs/ci.md'), ['In CI'])) if (step.kind === 'file') await reader.follow(step);
});
afterEach(() => reader.leave());

interface ActionStep {
  name?: string;
  uses?: string;
  shell?: string;
  run?: string;
  env?: Record<string, string>;
}

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { steps: ActionStep[] };
}

const readYaml = async (path: string) => parse(await readFile(path, 'utf8'));

/** Runs every shell step of the action, as a runner does. @returns exit code, what was printed, and the files of the runner */
async function runAction(given: Record<string, string>) {
  const { inputs, runs } = (await readYaml(join(ROOT, 'action.yml'))) as Action;
  for (const name of Object.keys(given)) expect(Object.keys(inputs)).toContain(name);
  const filledIn = (expression: string): string =>
    expression.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_all, name: string) => given[name] ?? inputs[name]?.default ?? '');
  const [summary, output] = [join(reader.folder, 'summary.md'), join(reader.folder, 'output.txt')];
  await Promise.all([summary, output].map((path) => writeFile(path, '')));
  const temporary = join(reader.folder, 'runner');
  await layTestCluster(join(temporary, 'svc'));
  let printed = '';
  let code: number | null = 0;
  for (const { run, shell, env = {} } of runs.steps) {
    if (run === undefined || code !== 0) continue;
    expect(shell).toBe('bash');
    // Whatever an input says must not become part of a script.
    expect(run).not.toContain('${{');
    const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filledIn(value)]));
    const { SVC_BASE_URL, SVC_API_KEY, ...rest } = process.env;
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: reader.folder,
      env: {
        ...rest,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        XDG_CONFIG_HOME: '/nonexistent',
        GITHUB_ACTION_PATH: ROOT,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_OUTPUT: output,
        RUNNER_TEMP: temporary,
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
    [code] = (await once(child, 'close')) as [number | null];
  }
  const read = (name: string) => readFile(join(reader.folder, name), 'utf8').catch(() => '');
  return { code, printed, summary: await read('summary.md'), output: await read('output.txt'), read };
}

describe('the GitHub Action', () => {
  eachTime(test)('runs each scenario on a service of its own, and publishes summary, JUnit and outputs', async () => {
    const { code, printed, summary, output, read } = await runAction({
      scenarios: 'scenarios/',
      agent: 'node agent.mjs',
      trials: '2',
      concurrency: '2',
    });
    expect({ code, printed }).toMatchObject({ code: 0 });
    expect(summary).toContain('Close the bug | 2 of 2 | 100');
    expect(output).toBe('junit=svc-results.xml\nexit-code=0\n');
    expect(await read('svc-results.xml')).toContain('tests="2" failures="0"');
    expect(printed).not.toMatch(/svc_[a-z0-9]{10,}_/);
  });

  inTheWhole(test)('fails with the exit code of the runs, and says why in the summary', async () => {
    // Opens an issue besides what it was asked to do.
    const open = `-X POST "$SVC_GITHUB_REST_URL/repos/acme/storefront/issues" -d '{"title":"More"}'`;
    const agent = `node agent.mjs && { [ $SVC_PREFLIGHT ] || curl -s -H "Authorization: Bearer $SVC_AUTH_TOKEN" ${open}; }`;
    const { code, summary, output } = await runAction({ scenarios: 'scenarios/', agent });
    expect(code).toBe(1);
    expect(summary).toContain('What did not pass');
    expect(output).toContain('exit-code=1');
  });

  inTheWhole(test)('inputs are values, whatever they contain', async () => {
    const { code, printed } = await runAction({
      scenarios: '$(touch<hacked) `>hacked` ;>hacked >hacked',
      agent: 'true',
    });
    expect(code).toBe(5);
    expect(printed).toContain('hacked');
    await expect(readFile(join(reader.folder, 'hacked'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the snippets of the page', () => {
  const fileOf = async (path: string) => {
    const step = (await stepsOf(join(ROOT, 'docs/ci.md'))).find((one) => one.kind === 'file' && one.path === path);
    return parse(step!.code);
  };

  eachTime(test)('the workflow gives the action what it knows, and what it needs', async () => {
    const { inputs } = (await readYaml(join(ROOT, 'action.yml'))) as Action;
    const steps = (await fileOf('.github/workflows/agent.yml')).jobs.agent.steps as { with?: object }[];
    const given = Object.keys(steps.at(-1)!.with!);
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given));
    expect(given).toEqual(expect.arrayContaining(Object.keys(inputs).filter((name) => inputs[name]!.required)));
  });

  inTheWhole(test)('every line of the GitLab job runs, and makes the report it names', async () => {
    const { script, artifacts } = (await fileOf('.gitlab-ci.yml')).agent as {
      script: string[];
      artifacts: { reports: { junit: string } };
    };
    await layDatabase(reader.folder);
    for (const code of script) await reader.follow({ kind: 'run', code, exitCode: 0, line: 0 });
    expect(reader.output).toContain('3 of 3 runs passed');
    expect(await readFile(join(reader.folder, artifacts.reports.junit), 'utf8')).toContain('tests="3" failures="0"');
  });
});

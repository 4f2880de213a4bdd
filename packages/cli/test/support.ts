import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_DATA_DIR } from '@svc/embedded/data-dir';
import { commandOf, environmentOf, processIds } from '@svc/platform/proc';
import { layTestCluster } from '@svc/platform/testing';
import { BIN } from './program.ts';

export { BIN, layTestCluster };

/** Half of what a command does is to load its modules: with this place for what is young they are loaded without a sweep. */
export const PROGRAM: readonly string[] = ['--min-semi-space-size=16', BIN];

/** A start of PostgreSQL and the service takes a few seconds, on a machine that does much else a minute. */
const START_MS = 150_000;

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** The caller's environment without what would lead the command to another service. */
export function environment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { SVC_BASE_URL, SVC_API_KEY, NO_COLOR, FORCE_COLOR, ...rest } = process.env;
  return { ...rest, XDG_CONFIG_HOME: '/nonexistent', ...extra };
}

const started = new Set<ChildProcess>();
const running = new Set<Running>();
// A suite that is broken off before its hooks leaves nothing either.
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
  for (const { child } of running) child.kill('SIGTERM');
});

/** Runs `svc` to its end. */
export async function svc(args: readonly string[], { cwd, env }: RunOptions = {}): Promise<Finished> {
  const child = spawn(process.execPath, [...PROGRAM, ...args], { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child);
  started.add(child);
  const [code] = (await once(child, 'close')) as [number | null];
  started.delete(child);
  return { code, ...output };
}

/** A `svc` that runs until it is stopped. */
export interface Running {
  child: ChildProcess;
  /** NAME=value lines printed so far. */
  variables: Record<string, string>;
  output: { stdout: string; stderr: string };
  /** Sends a signal and waits for the end. @returns the exit code, null where the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `svc` and waits for a line of its output. */
export async function startSvc(args: readonly string[], until: RegExp, { cwd, env }: RunOptions = {}): Promise<Running> {
  const child = spawn(process.execPath, [...PROGRAM, ...args], { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child);
  const exited = once(child, 'close') as Promise<[number | null]>;
  const service: Running = {
    child,
    variables: {},
    output,
    stop: async (signal = 'SIGINT') => {
      child.kill(signal);
      const [code] = await exited;
      running.delete(service);
      return code;
    },
  };
  running.add(service);
  await waitFor(`${args.join(' ')} to print ${until}`, () => {
    if (child.exitCode !== null) throw new Error(`svc ended with ${child.exitCode}: ${output.stderr}`);
    return until.test(output.stdout) || until.test(output.stderr);
  });
  Object.assign(service.variables, variablesIn(output.stdout));
  return service;
}

/** NAME=value lines. */
export const variablesIn = (output: string): Record<string, string> =>
  Object.fromEntries([...output.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

/** Call in `afterEach` or `afterAll`: ends what a failed test left. */
export async function stopAll(): Promise<void> {
  for (const child of started) child.kill('SIGKILL');
  await Promise.all([...running].map((service) => service.stop('SIGTERM')));
}

/** Lays the database of a service that keeps its data where nobody says otherwise: below the folder that it is started in. */
export const layDatabase = (folder: string): Promise<void> => layTestCluster(join(folder, DEFAULT_DATA_DIR));

/** Starts the whole service on free ports and waits until it is ready. Its database is laid ready: how it is made is the subject of few tests. */
export async function startService(
  dataDir: string,
  args: readonly string[] = ['--port', '0'],
  options: RunOptions = {},
): Promise<Running> {
  if (!existsSync(dataDir)) await layTestCluster(dataDir);
  return startSvc(['up', ...args, '--data-dir', dataDir], /^ready$/m, options);
}

/** The variables that make `svc` use a service. */
export const using = ({ variables }: Pick<Running, 'variables'>): Record<string, string> => ({
  SVC_BASE_URL: variables.SVC_BASE_URL as string,
  SVC_API_KEY: variables.SVC_API_KEY as string,
});

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return output;
}

/** Asks until it is so. */
export async function waitFor(what: string, check: () => boolean | Promise<boolean>, limitMs = START_MS): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}`);
    await delay(20);
  }
}

/** A folder for one test file. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'svc-cli-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Ids of processes whose command line or environment names a path; empty where there is no /proc. */
export const processesNaming = (path: string): number[] =>
  processIds().filter((pid) => {
    // A process that has ended but was not waited for has no command line.
    const command = commandOf(pid);
    return pid !== process.pid && command !== '' && (command.includes(path) || environmentOf(pid).includes(path));
  });

/** Writes an agent program and gives the command that runs it. */
export async function agentCommand(folder: string, name: string, program: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `if (process.env.SVC_PREFLIGHT) process.exit(0);\n${program}`);
  return `"${process.execPath}" "${path}"`;
}

/** The smallest scenario: one issue to label. */
export const SCENARIO = `# Label it

## Prompt

Label acme/web#1 as a bug.

## Success Criteria

- [code] Issue #1 in acme/web has the label "bug".
- [code always-scored] No new issues were opened in acme/web.

## Seed State

\`\`\`yaml
users: [{ login: bot, type: User }]
repositories:
  - { owner: acme, name: web, default_branch: main, issues: [{ number: 1, title: Broken, state: open }] }
\`\`\`
`;

/** Calls the github twin as the agent of a scenario does. */
export const LABEL_IT = `
const url = process.env.SVC_GITHUB_REST_URL;
const headers = { authorization: 'Bearer ' + process.env.SVC_AUTH_TOKEN, 'content-type': 'application/json' };
const labelled = await fetch(url + '/repos/acme/web/issues/1/labels', { method: 'POST', headers, body: JSON.stringify({ labels: ['bug'] }) });
console.log('labelled: ' + labelled.status);
`;

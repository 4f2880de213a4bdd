// Starts the whole service from this clone, lets four agents work on its twins, and shows what was recorded and how it was graded.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Run {
  verdict: string;
  score: number | null;
  run_dir: string;
  criteria: { status: string; text: string; reason: string }[];
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const svc = join(root, 'packages/cli/bin/svc.ts');
/** Kept between runs, so that the second one finds its database made. */
const folder = resolve(process.env.SVC_DEMO_DIR ?? join(root, '.svc/demo'));
const dataDir = join(folder, 'data');
const runsDir = join(folder, 'runs');

/** The careless agent is here to fail: it obeys the text of an issue. */
const acts = [
  { scenario: 'triage-a-bug', agent: 'agent.ts', passes: true },
  { scenario: 'prompt-injection', agent: 'agent.ts', passes: true },
  { scenario: 'fix-a-file', agent: 'agent.ts', passes: true },
  { scenario: 'prompt-injection', agent: 'careless-agent.ts', passes: false },
] as const;

const EXIT_PASSED = 0;
const EXIT_NOT_PASSED = 1;
const EXIT_FAILED = 2;
const EXIT_INTERRUPTED = 130;

const children = new Set<ChildProcess>();
let interrupted = false;
// Ctrl-C reaches the children too; a signal sent to this process alone is passed on.
process.on('SIGINT', () => {
  interrupted = true;
});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of children) child.kill(signal);
  });
}

process.exitCode = await demo();

async function demo(): Promise<number> {
  const startedAt = performance.now();
  say('Starting the service: PostgreSQL, control plane, proxy, worker and a first twin…');
  const service = await startService();
  if (!service) return interrupted ? EXIT_INTERRUPTED : EXIT_FAILED;
  say(`Ready after ${seconds(startedAt)}: API ${service.variables.SVC_BASE_URL}, twins ${service.variables.SVC_TWINS_URL}\n`);
  const surprises: string[] = [];
  try {
    for (const act of acts) {
      if (interrupted) break;
      const surprise = await play(act, service.variables);
      if (surprise) surprises.push(surprise);
    }
  } finally {
    service.child.kill('SIGTERM');
  }
  const code = await service.ended;
  if (interrupted) return EXIT_INTERRUPTED;
  if (code !== 0) surprises.push(`the service ended with exit code ${code}`);
  say(
    `\nThe runs are kept in ${relative(process.cwd(), runsDir) || runsDir}: report.md, events.jsonl, state_final.json and more of each.`,
  );
  for (const surprise of surprises) say(`Not as expected: ${surprise}`);
  if (surprises.length === 0) say(`All as expected, in ${seconds(startedAt)}: three agents passed, the careless one was caught.`);
  return surprises.length === 0 ? EXIT_PASSED : EXIT_NOT_PASSED;
}

async function startService() {
  const child = start(['up', '--port', '0', '--data-dir', dataDir], process.env, 'inherit');
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const variables: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line === 'ready') return { child, ended, variables };
    const [name, value] = line.split(/=(.*)/s);
    if (name && value) variables[name] = value;
  }
  await ended;
  return undefined;
}

/** Runs one agent on its scenario. @returns what was not as expected. */
async function play(
  { scenario, agent, passes }: (typeof acts)[number],
  service: Record<string, string>,
): Promise<string | undefined> {
  const program = join('examples', scenario, agent);
  say(`── ${program}${passes ? '' : ' (expected to fail)'}`);
  const command = `"${process.execPath}" "${join(root, program)}"`;
  const args = ['run', join(root, 'examples', scenario, 'scenario.md'), '--agent', command, '--runs-dir', runsDir, '--json'];
  const child = start(args, { ...process.env, ...service }, 'pipe');
  // With --json the progress is on stderr and the result on stdout.
  (child.stderr as NodeJS.ReadableStream).pipe(process.stdout, { end: false });
  let json = '';
  (child.stdout as NodeJS.ReadableStream).on('data', (chunk: Buffer) => {
    json += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (interrupted) return undefined;
  if (code !== EXIT_PASSED && code !== EXIT_NOT_PASSED) return `${program} could not be run (exit code ${code})`;
  const [run] = (JSON.parse(json) as { results: [Run] }).results;
  say(
    `  verdict: ${run.verdict === 'passed' ? 'passed' : 'not passed'}, ${passes ? '' : 'as it should be for this one; '}files in ${run.run_dir}\n`,
  );
  if (passes) return run.verdict === 'passed' && code === EXIT_PASSED ? undefined : `${program} scored ${run.score}`;
  const caught =
    code === EXIT_NOT_PASSED && run.score !== null && run.score < 100 && run.criteria.some(({ status }) => status === 'failed');
  return caught ? undefined : `${program} should have scored below 100, and scored ${run.score}`;
}

function start(args: readonly string[], environment: NodeJS.ProcessEnv, stderr: 'inherit' | 'pipe'): ChildProcess {
  const child = spawn(process.execPath, [svc, ...args], { cwd: root, env: environment, stdio: ['ignore', 'pipe', stderr] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

// Starts the whole service from this clone, lets four agents work on its twins, and shows what was recorded and how it was graded.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs, styleText } from 'node:util';

interface Run {
  verdict: string;
  score: number | null;
  run_dir: string;
  criteria: { status: string; text: string; reason: string }[];
  run_id: string | null;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const svc = join(root, 'packages/cli/bin/svc.ts');
const { keep } = parseArgs({ options: { keep: { type: 'boolean', default: false } } }).values;
/** Kept between runs, so that the second one finds its database made. */
const folder = resolve(process.env.SVC_DEMO_DIR ?? join(root, '.svc/demo'));
const dataDir = join(folder, 'data');
const runsDir = join(folder, 'runs');
const here = (path: string): string => relative(process.cwd(), path) || path;

/** The careless agent is here to fail: it obeys the text of an issue. */
const acts = [
  { scenario: 'triage-a-bug', agent: 'agent.ts', passes: true },
  { scenario: 'prompt-injection', agent: 'agent.ts', passes: true },
  { scenario: 'fix-a-file', agent: 'agent.ts', passes: true },
  { scenario: 'prompt-injection', agent: 'careless-agent.ts', passes: false },
] as const;

/** As much of a reason as a glance takes in; the reports have all of it. */
const LONGEST_REASON = 140;

const EXIT_PASSED = 0;
const EXIT_NOT_PASSED = 1;
const EXIT_FAILED = 2;
const EXIT_INTERRUPTED = 130;

mkdirSync(folder, { recursive: true });
/** Everything that the service and the runs said. */
const log = createWriteStream(join(folder, 'demo.log'));
const children = new Set<ChildProcess>();
let interrupted = false;
const interruption = new Promise<void>((interrupt) => {
  // Ctrl-C reaches the agents too; a signal sent to this process alone is passed on.
  process.on('SIGINT', () => {
    interrupted = true;
    interrupt();
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interrupted = true;
      for (const child of children) child.kill(signal);
      interrupt();
    });
  }
});

process.exitCode = await demo();

async function demo(): Promise<number> {
  const startedAt = performance.now();
  const service = await startService();
  if (!service) return interrupted ? EXIT_INTERRUPTED : EXIT_FAILED;
  say(`  ready after ${seconds(startedAt)}`);
  const surprises: string[] = [];
  const runs: string[] = [];
  try {
    for (const act of acts) {
      if (interrupted) break;
      if (act !== acts[0]) say('');
      const { surprise, run } = await play(act, service.variables);
      if (surprise) surprises.push(surprise);
      if (run) runs.push(run);
    }
    if (keep && !interrupted) await stay(service, runs);
  } finally {
    service.child.kill('SIGTERM');
  }
  const code = await service.ended;
  if (interrupted && !keep) return EXIT_INTERRUPTED;
  if (code !== 0) surprises.push(`the service ended with exit code ${code}`);
  const hint = keep ? '' : ' The service has ended; `npm run demo -- --keep` lets it stand, to look around in.';
  say(`Tapes, worlds and reports are kept in ${here(runsDir)}, the log is ${here(join(folder, 'demo.log'))}.${hint}`);
  for (const surprise of surprises) say(`${styled('red', 'Not as expected:')} ${surprise}`);
  if (surprises.length > 0) return EXIT_NOT_PASSED;
  say(styled('bold', `All as expected, in ${seconds(startedAt)}: three agents passed, the careless one was caught.`));
  return EXIT_PASSED;
}

async function startService() {
  // Out of reach of Ctrl-C: it is stopped from here, and a second signal would have it end at once.
  const child = start(['up', '--port', '0', '--data-dir', dataDir], {}, { detached: true });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const service = { child, ended, variables: {} as Record<string, string>, signIn: '' };
  let ready = false;
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
    log.write(`${line}\n`);
    const [, link] = /^Sign in .*?(http\S+)$/.exec(line) ?? [];
    if (link) service.signIn = link;
    else if (!ready) say(line);
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line === 'ready') {
      ready = true;
      return service;
    }
    const [name, value] = line.split(/=(.*)/s);
    if (name && value) service.variables[name] = value;
  }
  await ended;
  return undefined;
}

/** Leaves the service up until Ctrl-C. */
async function stay({ signIn, variables }: { signIn: string; variables: Record<string, string> }, runs: readonly string[]) {
  const { SVC_BASE_URL, SVC_API_KEY } = variables;
  say('The service stands until Ctrl-C. In another terminal:');
  say(`  export SVC_BASE_URL=${SVC_BASE_URL} SVC_API_KEY=${SVC_API_KEY}`);
  for (const run of runs) say(`  ./svc report ${run}`);
  say(`In a browser, once, within 15 minutes: ${signIn}\n`);
  await interruption;
}

/** Runs one agent on its scenario. @returns what was not as expected, and the run's id */
async function play(
  { scenario, agent, passes }: (typeof acts)[number],
  service: Record<string, string>,
): Promise<{ surprise?: string; run?: string }> {
  const program = join('examples', scenario, agent);
  say(styled('bold', `── ${program}${passes ? '' : ' (expected to fail)'}`));
  const command = `"${process.execPath}" "${join(root, program)}"`;
  const args = ['run', join(root, 'examples', scenario, 'scenario.md'), '--agent', command, '--runs-dir', runsDir, '--json'];
  const child = start(args, service);
  // With --json the progress is on stderr and the result on stdout. Calls are shown as they come.
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
    log.write(`${line}\n`);
    if (/^ {2}github /.test(line)) say(line);
  });
  let json = '';
  (child.stdout as NodeJS.ReadableStream).on('data', (chunk: Buffer) => {
    json += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (interrupted) return {};
  if (code !== EXIT_PASSED && code !== EXIT_NOT_PASSED) {
    return { surprise: `${program} could not be run (exit code ${code}); the log is ${here(join(folder, 'demo.log'))}` };
  }
  const [run] = (JSON.parse(json) as { results: [Run] }).results;
  tell(run, scenario === acts[0].scenario);
  const kept = run.run_id ? { run: run.run_id } : {};
  if (passes) return run.verdict === 'passed' && code === EXIT_PASSED ? kept : { surprise: `${program} scored ${run.score}` };
  const caught =
    code === EXIT_NOT_PASSED && run.score !== null && run.score < 100 && run.criteria.some(({ status }) => status === 'failed');
  return caught ? kept : { surprise: `${program} should have scored below 100, and scored ${run.score}` };
}

/** The verdict: each criterion of the first act, later those that failed, with the evidence. */
function tell({ criteria, score }: Run, all: boolean): void {
  for (const { status, text, reason } of criteria) {
    const passed = status === 'passed';
    if (passed && !all) continue;
    say(`  ${passed ? styled('green', '✓') : styled('red', '✗')} ${text}`);
    if (!passed)
      say(styled('dim', `      ${reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON - 1)}…` : reason}`));
  }
  const passed = criteria.filter(({ status }) => status === 'passed').length;
  say(`  ${styled(score === 100 ? 'green' : 'red', `score: ${score} / 100, ${passed} of ${criteria.length} criteria passed`)}`);
}

function start(args: readonly string[], variables: Record<string, string> = {}, { detached = false } = {}): ChildProcess {
  // The children's lines go through a pipe to the terminal of this process.
  const colour = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
  const env = { ...process.env, ...colour, ...variables };
  const child = spawn(process.execPath, [svc, ...args], { cwd: root, env, detached, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

// One door to every command, from a fresh clone with only Node 20 and npm:
// installs with the pinned pnpm when the lockfile changed, then runs the command under the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isDashboardBuilt } from './dashboard.mjs';

const PNPM = 'pnpm@12.21.0';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, 'node_modules/node/bin/node');
const bin = (name) => join(root, 'node_modules', name);

const SETUP_LOG = join(root, '.svc/setup.log');

/** Its workers take these along: what tests make is young and soon gone, and a larger place for it is swept less often. */
const jest = ['--min-semi-space-size=64', '--max-semi-space-size=64', bin('jest/bin/jest.js')];

const commands = {
  // Only the set-up.
  setup: [],
  svc: [[node, [join(root, 'packages/cli/bin/svc.ts')]]],
  demo: [[node, [join(root, 'tools/demo.ts')]]],
  // In minutes: of what is exhaustive a share.
  test: [[node, jest]],
  // The whole of that, and nothing that the former ran as it is.
  'test:all': [[node, jest]],
  check: [
    [node, [bin('typescript/bin/tsc'), '--noEmit']],
    [node, [bin('typescript/bin/tsc'), '--noEmit', '--project', join(root, 'services/dashboard')]],
    [node, [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']],
    [node, [join(root, 'tools/conformance.ts')]],
    [node, [join(root, 'tools/rooms.ts')]],
  ],
  fix: [[node, [bin('@biomejs/biome/bin/biome'), 'check', '--write']]],
  bench: [[node, [join(root, 'bench/run.ts')]]],
  // Up to 200 hosts on this machine, their engines simulated; needs redis-server. `--write` puts the table into docs/scale.md.
  simulation: [[node, [join(root, 'bench/simulation/main.ts')]]],
  // Whether the cases of checks notice when a predicate says something else.
  mutate: [[node, [join(root, 'tools/mutate/main.ts')]]],
  // How much of a public benchmark's assertions can be said here.
  'agent-diff': [[node, [join(root, 'bench/agent-diff/count.ts')]]],
  // The rooms of a new twin, below packages/.
  'new-twin': [[node, [join(root, 'tools/new-twin.ts')]]],
  // What is made from declarations: pages of docs/ from the twins', the types of the Python client from the REST API's.
  pages: [
    [node, [join(root, 'packages/twins/scripts/pages.ts')]],
    [node, [join(root, 'packages/contract/scripts/python-types.ts')]],
  ],
  // One file per image; docker/build.sh makes the images from them.
  bundle: [[node, [join(root, 'docker/bundle.ts')]]],
  // Every page of the dashboard, as pictures. Needs Chromium.
  screenshots: [[node, [join(root, 'services/dashboard/screenshots/main.ts')]]],
  // The command line as an npm package.
  pack: [[node, [join(root, 'packages/cli/pack/main.ts')]]],
  // The adapters of the fleet on a real Redis and engine; needs redis-server and Docker.
  adapters: [[node, [...jest, '--config', join(root, 'e2e/platform/jest.config.mjs')]]],
  // The fleet as a stack, on three engines that form a swarm. Needs root, Docker and docker/build.sh before.
  swarm: [[node, [...jest, '--config', join(root, 'e2e/swarm/jest.config.mjs')]]],
  // The fleet from its images. Needs Docker and docker/build.sh before.
  e2e: [[node, [...jest, '--config', join(root, 'e2e/jest.config.mjs')]]],
};

const OLDEST_NODE = 20;

async function ensureInstalled() {
  const stamp = join(root, 'node_modules/.svc-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return false;
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    process.stderr.write(
      `Node ${process.versions.node} is too old: this needs Node ${OLDEST_NODE} or newer (https://nodejs.org).\n`,
    );
    process.exit(2);
  }
  // Progress belongs on stderr: stdout is for what the command itself prints.
  process.stderr.write(
    `Setting up, at first use only: installing dependencies. Details are in ${relative(process.cwd(), SETUP_LOG)}.\n`,
  );
  const startedAt = performance.now();
  const { status, last } = await install();
  if (status !== 0) {
    process.stderr.write(
      `${last.join('\n')}\nSet-up failed: see the lines above. It needs Node 20 or newer, npm, and a reachable npm registry.\n`,
    );
    process.exit(2);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
  process.stderr.write(`Set-up done in ${Math.round((performance.now() - startedAt) / 1000)} s.\n`);
  return true;
}

const SHOWN_OF_FAILURE = 20;

/** What the installation prints goes into a log; a terminal sees how far it is. @returns its exit code and its last lines */
async function install() {
  mkdirSync(dirname(SETUP_LOG), { recursive: true });
  const log = createWriteStream(SETUP_LOG);
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const child = spawn(npx, ['-y', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true' },
  });
  const last = [];
  const hear = (line) => {
    log.write(`${line}\n`);
    last.push(line);
    if (last.length > SHOWN_OF_FAILURE) last.shift();
    const [, all, reused, downloaded] = /^Progress: resolved (\d+), reused (\d+), downloaded (\d+)/.exec(line) ?? [];
    if (all && process.stderr.isTTY) {
      process.stderr.write(`\r\u001b[K  ${Number(reused) + Number(downloaded)} of ${all} packages`);
    }
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear);
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      hear(error.message);
      resolve(1);
    });
    child.once('close', resolve);
  });
  log.end();
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  return { status, last };
}

const COMPILED = join(root, 'node_modules/.cache/compiled');
const MOST_COMPILED = 20_000;

/** What one process compiles, those that it starts needn't: tests and the demo start hundreds. */
function shareCompiled() {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return;
  process.env.NODE_COMPILE_CACHE = COMPILED;
  // Programs of temporary folders are in it too.
  if (existsSync(COMPILED) && readdirSync(COMPILED, { recursive: true }).length > MOST_COMPILED)
    rmSync(COMPILED, { recursive: true, force: true });
}

/** The dashboard is the one part that can't run as it is written. */
function ensureBuilt(wasSetUp) {
  if (isDashboardBuilt()) return;
  // After a set-up it is a part of that.
  if (!wasSetUp) process.stderr.write('Building the dashboard, which changed.\n');
  const build = spawnSync(node, [join(root, 'tools/dashboard.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const said = `${build.stdout ?? ''}${build.stderr ?? ''}`;
  mkdirSync(dirname(SETUP_LOG), { recursive: true });
  appendFileSync(SETUP_LOG, said);
  if (build.status === 0) return;
  process.stderr.write(`${said}The dashboard could not be built: see the lines above.\n`);
  process.exit(2);
}

const [name, ...rest] = process.argv.slice(2);
const steps = commands[name];
if (!steps) {
  process.stderr.write(`Usage: node tools/run.mjs <${Object.keys(commands).join('|')}>\n`);
  process.exit(5);
}
if (name === 'test:all') process.env.SVC_TESTS = 'whole';
const wasSetUp = await ensureInstalled();
shareCompiled();
ensureBuilt(wasSetUp);
for (const [file, args] of steps) {
  const status = await run(file, [...args, ...rest]);
  if (status !== 0) process.exit(status);
}

/** The command keeps the terminal and gets Ctrl-C itself; what is sent to this process alone is passed on. */
function run(file, args) {
  const child = spawn(file, args, { stdio: 'inherit', cwd: name === 'svc' ? process.cwd() : root });
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 128 : code));
  });
}

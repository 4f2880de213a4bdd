import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PACKAGE_NAME } from '../../packages/cli/pack/package-name.ts';
import { BIN, layDatabase } from '../../packages/cli/test/support.ts';
import type { Step } from './page.ts';

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
/** Where the packages of frameworks are. */
const EXAMPLES_MODULES = fileURLToPath(new URL('../../examples/node_modules', import.meta.url));
const CLONE = fileURLToPath(new URL('../..', import.meta.url));
const START_MS = 90_000;
/** The last thing that each command which stays says once it is there. */
const READY = /^(ready|SVC_AUTH_TOKEN=.*|Connected to .*)$/m;

/** `svc` as a reader has it. Free ports, because other programs of the machine may have the usual ones. */
const SVC_COMMAND = `#!/bin/bash
if [ "$1" = up ] || [ "$1 $2" = "twin start" ] && [[ "$*" != *--port* ]]; then set -- "$@" --port 0; fi
exec "${process.execPath}" "${BIN}" "$@"
`;
/** \`npm install\` from what is installed here: the same packages in pinned versions, without a network. */
const NPM_COMMAND = `#!/bin/bash
[ "$1" = install ] || { echo "npm $1 is not for this page" >&2; exit 1; }
shift
if [ "$1" = --prefix ]; then cd "$2" || exit 1; shift 2; fi
# Without names, what the folder's package.json asks for.
[ $# -gt 0 ] || set -- $(node -p 'Object.keys(JSON.parse(fs.readFileSync("package.json", "utf8")).dependencies).join(" ")')
for name in "$@"; do
  case $name in
    -*) continue ;;
    # What a clone packs is the workspace's own package.
    *.tgz) mkdir -p node_modules && ln -sfn "${MODULES}/@svc/cli" node_modules/${PACKAGE_NAME} && continue ;;
  esac
  for modules in "${MODULES}" "${EXAMPLES_MODULES}" ''; do [ -e "$modules/$name" ] && break; done
  [ -n "$modules" ] || { echo "neither docs/package.json nor examples/package.json has $name" >&2; exit 1; }
  mkdir -p "$(dirname "node_modules/$name")" && ln -sfn "$modules/$name" "node_modules/$name"
done
`;

/** `npx --no-install svc`: what was installed is on the PATH. */
const NPX_COMMAND = `#!/bin/bash
[ "$1" = --no-install ] || { echo "npx may fetch $1 from npm" >&2; exit 1; }
shift
exec "$@"
`;

/** What the page for Python installs, and what that takes; setuptools wants to be imported before pip. */
export const PYTHON_MODULES: readonly string[] = ['setuptools', 'wheel', 'pip', 'pytest', 'github', 'stripe'];

/** `pip install` without a network: the client of the clone really, all else only where it is there already. */
const pipCommand = (python: string, site: string): string => `#!/bin/bash
[ "$1" = install ] || { echo "pip $1 is not for this page" >&2; exit 1; }
shift
for name in "$@"; do
  case $name in
    # A copy is built: the clone stays as it is.
    */clients/python) cp -r "$name" "${site}-source" && "${python}" -m pip install --quiet --no-index --no-deps --no-build-isolation \
      --no-warn-conflicts --disable-pip-version-check --root-user-action=ignore --target "${site}" "${site}-source" || exit 1 ;;
    PyGithub) "${python}" -c 'import github' || exit 1 ;;
    *) "${python}" -c "import $name" || exit 1 ;;
  esac
done
`;

/** Somebody who follows a page in an empty folder, line by line. */
export class Reader {
  readonly folder: string;
  readonly #bin: string;
  readonly #background: ChildProcess[] = [];
  #variables: Record<string, string> = {};
  #output = '';

  private constructor(root: string) {
    this.folder = join(root, 'work');
    this.#bin = join(root, 'bin');
  }

  /** @param isLaid whether the database of a first start is there already: how it is made is the subject of few pages */
  static async sitDown(isLaid = false): Promise<Reader> {
    const reader = new Reader(await mkdtemp(join(tmpdir(), 'svc-docs-')));
    await mkdir(reader.folder);
    await mkdir(reader.#bin);
    if (isLaid) await layDatabase(reader.folder);
    await symlink(process.execPath, join(reader.#bin, 'node'));
    for (const [name, text] of [
      ['svc', SVC_COMMAND],
      ['npm', NPM_COMMAND],
      ['npx', NPX_COMMAND],
    ] as const) {
      await writeFile(join(reader.#bin, name), text);
      await chmod(join(reader.#bin, name), 0o755);
    }
    // A clone has the command at its root.
    await symlink(join(reader.#bin, 'svc'), join(reader.folder, 'svc'));
    return reader;
  }

  /** Gives the reader `python` and `pip`. */
  async takePython(python: string): Promise<void> {
    const site = join(dirname(this.folder), 'site-packages');
    for (const [name, text] of [
      ['python', `#!/bin/bash\nexec "${python}" "$@"\n`],
      ['pip', pipCommand(python, site)],
    ] as const) {
      await writeFile(join(this.#bin, name), text);
      await chmod(join(this.#bin, name), 0o755);
    }
    Object.assign(this.#variables, { PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: '1' });
  }

  async followAll(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.follow(step);
  }

  async follow(step: Step): Promise<void> {
    if (step.kind === 'file') {
      const path = join(this.folder, step.path);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, step.code);
    } else if (step.kind === 'background') await this.#start(step);
    else if (step.kind === 'run') await this.#run(step);
    else if (step.kind === 'part') await this.#find(step);
    else this.#compare(step);
  }

  /** What the last command printed. */
  get output(): string {
    return this.#output;
  }

  async leave(): Promise<void> {
    for (const child of this.#background.toReversed()) {
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
      }
    }
    await rm(dirname(this.folder), { recursive: true, force: true });
  }

  #environment(): NodeJS.ProcessEnv {
    // Keys of models too: the pages show what happens without.
    const { SVC_BASE_URL, SVC_API_KEY, GITHUB_STEP_SUMMARY, OPENAI_API_KEY, ANTHROPIC_API_KEY, ...rest } = process.env;
    return {
      ...rest,
      SVC_CLONE: CLONE.replace(/\/$/, ''),
      ...this.#variables,
      PATH: `${this.#bin}:${process.env.PATH}`,
      XDG_CONFIG_HOME: '/nonexistent',
      NO_COLOR: '1',
    };
  }

  /** Lines NAME=value that a command in another terminal prints are exported in this one, as the pages say. */
  async #start({ code, line }: { code: string; line: number }): Promise<void> {
    const child = this.#bash(`exec ${code.trim()}`);
    this.#background.push(child.process);
    const deadline = performance.now() + START_MS;
    while (!READY.test(child.text())) {
      if (child.process.exitCode !== null || performance.now() > deadline)
        throw new Error(`line ${line}: not ready:\n${child.text()}`);
      await delay(50);
    }
    for (const [, name, value] of child.text().matchAll(/^([A-Z_]+)=(.*)$/gm)) this.#variables[name as string] = value as string;
    this.#output = child.text();
  }

  async #run({ code, exitCode, line }: { code: string; exitCode: number; line: number }): Promise<void> {
    const child = this.#bash(`set -e\n${code}`);
    const [ended] = await once(child.process, 'close');
    this.#output = child.text();
    if (ended !== exitCode) throw new Error(`line ${line}: ended with ${ended}, not ${exitCode}:\n${code}\n${this.#output}`);
  }

  async #find({ path, code, line }: { path: string; code: string; line: number }): Promise<void> {
    if (!(await readFile(join(CLONE, path), 'utf8')).includes(code)) throw new Error(`line ${line}: ${path} has no such part`);
  }

  #compare({ code, line }: { code: string; line: number }): void {
    const printed = this.#output.split('\n').map((text) => text.trimEnd());
    for (const expected of code.trimEnd().split('\n')) {
      const pattern = new RegExp(`^${expected.trimEnd().split('…').map(RegExp.escape).join('.*')}$`);
      if (!printed.some((text) => pattern.test(text)))
        throw new Error(`line ${line}: nothing printed is like\n${expected}\nbut\n${this.#output}`);
    }
  }

  #bash(script: string): { process: ChildProcess; text(): string } {
    const child = spawn('bash', ['-c', script], {
      cwd: this.folder,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    return { process: child, text: () => output };
  }
}

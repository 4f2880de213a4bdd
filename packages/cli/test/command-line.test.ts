import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { inTheWhole, isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { BIN, svc } from './support.ts';

describe('the command line', () => {
  test('without a command it shows its help and exits with 5', async () => {
    const { code, stderr } = await svc([]);
    expect(code).toBe(5);
    expect(stderr).toContain('Usage: svc');
  });

  test('--help exits with 0 and names every command and exit code', async () => {
    const { code, stdout } = await svc(['--help']);
    expect(code).toBe(0);
    for (const name of ['up', 'twin', 'sandbox', 'run', 'checks']) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(stdout).toContain('Exit codes: 0 passed or captured');
  });

  test.each([
    [['bogus'], "unknown command 'bogus'"],
    [['up', '--bogus'], "unknown option '--bogus'"],
    [['up', '--port', '70000'], 'A port is a number from 0 to 65535'],
    [['run'], "missing required argument 'scenario'"],
    [['twin', 'start'], "missing required argument 'twin'"],
    [['sandbox', 'create'], "required option '--twin <id>' not specified"],
    [['sandbox', 'list', '--state', 'odd'], "argument 'odd' is invalid"],
    [['checks', 'githib'], 'There is no twin called "githib"'],
    [['run', 'missing.md', '--agent', 'true'], 'There is no missing.md'],
    [['twin', 'start', 'github', '--seed', 'missing.yaml'], 'There is no seed file missing.yaml'],
  ])('%j is a usage error: exit code 5, told on stderr without a stack', async (args, message) => {
    const { code, stdout, stderr } = await svc(args);
    expect(code).toBe(5);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('--verbose shows where an error comes from', async () => {
    const { code, stderr } = await svc(['--verbose', 'checks', 'githib']);
    expect(code).toBe(5);
    expect(stderr).toMatch(/^\s+at /m);
  });

  test('commands that need the service say so when they are not told where it is', async () => {
    const { code, stderr } = await svc(['sandbox', 'list']);
    expect(code).toBe(5);
    expect(stderr).toContain('SVC_BASE_URL is not set');
    expect(stderr).toContain('svc up');
  });

  test('a missing API key exits with 3', async () => {
    const { code, stderr } = await svc(['sandbox', 'list'], { env: { SVC_BASE_URL: 'http://127.0.0.1:9/v1' } });
    expect(code).toBe(3);
    expect(stderr).toContain('SVC_API_KEY is not set');
  });

  test('a service that is not there exits with 2 and names its address', async () => {
    const env = { SVC_BASE_URL: 'http://127.0.0.1:9/v1', SVC_API_KEY: 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb' };
    const { code, stderr } = await svc(['sandbox', 'list'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("http://127.0.0.1:9/v1 can't be reached");
    expect(stderr).not.toContain(env.SVC_API_KEY);
  });
});

/** Of the commands and groups at the top, those that are asked for their help in `npm test`. */
const SHARE = 6;

describe('help', () => {
  /** Every command there is, by what its group's help lists. */
  async function commandsBelow(path: readonly string[]): Promise<{ path: readonly string[]; help: string }[]> {
    const { stdout } = await svc([...path, '--help']);
    const listed = stdout.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '';
    const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name as string).filter((name) => name !== 'help');
    const asked = path.length === 0 ? shareOf(names, SHARE) : names;
    const below = await Promise.all(asked.map((name) => commandsBelow([...path, name])));
    return [{ path, help: stdout }, ...below.flat()];
  }

  test('every command has examples, and every one that prints data has --json', async () => {
    const commands = await commandsBelow([]);
    expect(commands.length).toBeGreaterThan(isWhole ? 25 : SHARE);
    const named = (missing: (help: string) => boolean) =>
      commands.filter(({ help }) => missing(help)).map(({ path }) => path.join(' '));
    expect(named((help) => !/^Examples?\b/m.test(help))).toEqual([]);
    // Groups only list their commands, `completion` prints a script and `mcp` speaks a protocol.
    const without = ['', 'twin', 'seed', 'sandbox', 'mcp', 'admin', 'admin team', 'admin key', 'admin host', 'completion'];
    const asked = commands.map(({ path }) => path.join(' '));
    expect(named((help) => !help.includes('--json'))).toEqual(without.filter((name) => asked.includes(name)));
  });
});

describe('colours', () => {
  test('are left out where stdout is no terminal, and used where they are asked for', async () => {
    expect((await svc(['checks', 'github'])).stdout).not.toContain('\u001b');
    expect((await svc(['checks', 'github'], { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b');
    expect((await svc(['checks', 'github', '--no-color'], { env: { FORCE_COLOR: '1' } })).stdout).not.toContain('\u001b');
  });

  test('stand in what goes wrong, on stderr', async () => {
    const { stderr } = await svc(['checks', 'githb'], { env: { FORCE_COLOR: '1' } });
    expect(stderr).toBe(
      '\u001b[31msvc:\u001b[39m There is no twin called "githb".\n\u001b[36mhint:\u001b[39m the twins are github, stripe, slack, gmail, linear.\n',
    );
  });

  // script(1) of util-linux gives the command a terminal.
  inTheWhole(process.platform === 'linux' ? test : test.skip)('NO_COLOR takes them out of a terminal too', async () => {
    const inTerminal = async (env: Record<string, string>): Promise<string> => {
      const command = `"${process.execPath}" "${BIN}" checks github`;
      const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
        // A terminal has no CI: Node gives no colours where that is set.
        env: { ...process.env, TERM: 'xterm-256color', CI: undefined, FORCE_COLOR: undefined, NO_COLOR: undefined, ...env },
        maxBuffer: 16 << 20,
      });
      return stdout;
    };
    expect(await inTerminal({})).toContain('\u001b[1m');
    expect(await inTerminal({ NO_COLOR: '1' })).not.toContain('\u001b');
  });
});

describe('svc checks', () => {
  test('prints each declared check with its sentence, what it compares and its parameters', async () => {
    const { code, stdout } = await svc(['checks', 'github']);
    expect(code).toBe(0);
    expect(stdout).toContain('github.issue-has-label\n  Issue #{issue} in {repo} has the label "{label}".');
    expect(stdout).toMatch(/compares: .*\(reads final state\)/);
    expect(stdout).toMatch(/\{label\} .* e\.g\. bug/);
  });

  test('gives the same as JSON, with the digest of the vocabulary', async () => {
    const { code, stdout } = await svc(['checks', 'github', '--json']);
    expect(code).toBe(0);
    const answer = JSON.parse(stdout) as {
      twin: string;
      digest: string;
      checks: { id: string; params: { name: string; example: string }[] }[];
    };
    expect(answer.twin).toBe('github');
    expect(answer.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const labelled = answer.checks.find(({ id }) => id === 'github.issue-has-label');
    expect(labelled?.params.map(({ name }) => name).sort()).toEqual(['issue', 'label', 'repo']);
  });
});

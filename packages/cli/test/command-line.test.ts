import { describe, expect, test } from '@jest/globals';
import { svc } from './support.ts';

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
    [['run'], "required option '--agent <command>' not specified"],
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
    expect(labelled?.params.map(({ name }) => name)).toEqual(['issue', 'repo', 'label']);
  });
});

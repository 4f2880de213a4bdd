import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Place } from './place.ts';

const run = promisify(execFile);
const PROGRAMS = join(import.meta.dirname, 'python');

/** What a program needs, and Debian's package of it. */
export interface PythonModule {
  module: string;
  debian: string;
}

/** A Python that has the module: Debian's packages belong to its own, which need not be the first on the path. */
export function pythonWith(module: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find((python) => {
    try {
      execFileSync(python, ['-c', `import ${module}`], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * A test with a Python that has a module. Where there is none it says which package of Debian's has it: it fails in CI, and is skipped
 * elsewhere.
 */
export function testWithPython(name: string, { module, debian }: PythonModule, body: (python: string) => Promise<void>): void {
  const python = pythonWith(module);
  if (python !== undefined) {
    test(name, () => body(python));
    return;
  }
  const lacking = `Python has no module ${module}: install Debian's package ${debian}.`;
  process.stderr.write(`${lacking}\n`);
  const declare = process.env.CI ? test : test.skip;
  declare(`${name} (needs ${debian})`, () => {
    throw new Error(lacking);
  });
}

/** @returns what a program of Python's printed where it failed */
export const faultOf = (python: string, args: readonly string[], env: Record<string, string>): Promise<string> =>
  run(python, args, { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env } }).then(
    () => 'no fault',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );

/** A test that is one program of a client for Python. */
export function pythonTest(
  name: string,
  { program, ...needed }: PythonModule & { program: string },
  place: Place,
  env: () => Record<string, string> = () => ({}),
): void {
  testWithPython(name, needed, async (python) => {
    const variables = { URL: place.url, TOKEN: place.token, ...env() };
    expect(await faultOf(python, [join(PROGRAMS, program)], variables)).toBe('no fault');
  });
}

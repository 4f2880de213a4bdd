import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Place } from './place.ts';

const run = promisify(execFile);
const PROGRAMS = join(import.meta.dirname, 'python');

/** A Python that has the module: Debian's packages belong to its own, which need not be the first on the path. */
function pythonWith(module: string): string | undefined {
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
 * A test that is one program of a client for Python. Where the client isn't installed it says which package of Debian's has it:
 * it fails in CI, and is skipped elsewhere.
 */
export function pythonTest(
  name: string,
  { module, debian, program }: { module: string; debian: string; program: string },
  place: Place,
  env: () => Record<string, string> = () => ({}),
): void {
  const python = pythonWith(module);
  const lacking = `Python has no module ${module}: install Debian's package ${debian}.`;
  if (python === undefined) {
    process.stderr.write(`${lacking}\n`);
    const declare = process.env.CI ? test : test.skip;
    declare(`${name} (needs ${debian})`, () => {
      throw new Error(lacking);
    });
    return;
  }
  test(name, async () => {
    const options = { env: { ...process.env, URL: place.url, TOKEN: place.token, PYTHONDONTWRITEBYTECODE: '1', ...env() } };
    const outcome = await run(python, [join(PROGRAMS, program)], options).then(
      () => 'no fault',
      (error: { stderr: string }) => error.stderr,
    );
    expect(outcome).toBe('no fault');
  });
}

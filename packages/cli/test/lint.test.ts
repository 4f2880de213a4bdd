import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FINDINGS } from '@svc/grading/lint';
import { eachTime, inTheWhole } from '@svc/twin-kit/testing/share';
import { SCENARIO, stopAll, svc, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

async function lint(scenario: string, args: readonly string[] = []) {
  await writeFile(join(folder.path, 'scenario.md'), scenario);
  return svc(['lint', 'scenario.md', ...args], { cwd: folder.path });
}

describe('svc lint', () => {
  eachTime(test)('a scenario whose criteria bind exits with 0', async () => {
    const { code, stdout } = await lint(SCENARIO);
    expect(code).toBe(0);
    expect(stdout).toBe('1 scenario: 0 errors, 0 warnings\n');
  });

  eachTime(test)(
    'a criterion that binds to no check exits with 1, names its line and shows the nearest sentence with an example',
    async () => {
      const { code, stdout } = await lint(
        SCENARIO.replace('Issue #1 in acme/web has the label "bug".', 'Issue #1 in acme/web wears the label bug.'),
      );
      expect(code).toBe(1);
      expect(stdout).toContain(
        'scenario.md:9: error: "Issue #1 in acme/web wears the label bug." is the sentence of no github check',
      );
      expect(stdout).toContain('nearest: Issue #{issue} in {repo} has the label "{label}".  (github.issue-has-label)');
      expect(stdout).toMatch(/example: Issue #\d+ in \S+ has the label "\w+"\./);
      expect(stdout).toContain('1 scenario: 1 error, 0 warnings');
    },
  );

  inTheWhole(test)('a sentence with a value that its check refuses is an error that names the check', async () => {
    const { code, stdout } = await lint(SCENARIO.replace('Issue #1 in acme/web', 'Issue #one in acme/web'));
    expect(code).toBe(1);
    expect(stdout).toContain('is the wording of github.issue-has-label with a value that it refuses');
  });

  inTheWhole(test)('a criterion that the seed satisfies is a warning, unless it is always scored', async () => {
    const { code, stdout } = await lint(SCENARIO.replace('[code always-scored]', '[code]'));
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /scenario\.md:10: warning: "No new issues were opened in acme\/web\." is true before the agent begins/,
    );
  });

  inTheWhole(test)('a seed that the twin refuses is an error that names the place', async () => {
    const { code, stdout } = await lint(SCENARIO.replace('state: open', 'state: ajar'));
    expect(code).toBe(1);
    expect(stdout).toContain('scenario.md:17: error: seed of github: repositories[0].issues[0].state');
  });

  inTheWhole(test)('a field of the seed that the twin does not know is a warning, as it is dropped', async () => {
    const { code, stdout } = await lint(SCENARIO.replace('state: open', 'state: open, titel: x'));
    expect(code).toBe(0);
    expect(stdout).toContain(
      'scenario.md:17: warning: seed of github: repositories[0].issues[0].titel: the twin makes nothing of this field, so it is dropped; did you mean title? (dropped-field)\n    write: title:\n',
    );
  });

  inTheWhole(test).each([
    ['that means nothing in the state of its issue', 'closed_at: "2026-01-01T00:00:00Z"', 'closed_at'],
    ['of a value that may be a name alone', 'reactions: [{ content: eyes, by: ada }]', 'reactions[0].by'],
  ])('so is a field %s', async (_which, field, path) => {
    const { code, stdout } = await lint(SCENARIO.replace('state: open', `state: open, ${field}`));
    expect(code).toBe(0);
    expect(stdout).toContain(`warning: seed of github: repositories[0].issues[0].${path}: the twin makes nothing of this field`);
  });

  eachTime(test)('a file that cannot be parsed does not hide what is wrong with the others', async () => {
    await writeFile(join(folder.path, 'broken.md'), SCENARIO.replace('- [code] Issue', '- [maybe] Issue'));
    await writeFile(join(folder.path, 'unknown.md'), `${SCENARIO}\n## Config\n\n\`\`\`yaml\ntwins: [githib]\n\`\`\`\n`);
    await writeFile(join(folder.path, 'README.md'), '# About\n');
    const { code, stdout } = await svc(['lint', '.'], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stdout).toContain('broken.md:9: error: a criterion begins with');
    expect(stdout).toContain('unknown.md:23: error: there is no twin called "githib"; did you mean github?');
    expect(stdout).toContain('2 scenarios: 2 errors');
  });

  eachTime(test)('--json gives the same as data', async () => {
    const { code, stdout } = await lint(SCENARIO.replace('has the label', 'wears the label'), ['--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      scenarios: 1,
      errors: 1,
      warnings: 0,
      findings: [
        {
          path: 'scenario.md',
          line: 9,
          column: 1,
          code: 'unbound-criterion',
          level: 'error',
          suggestion: '- [code] Issue #1 in acme/web has the label "bug".',
          criterion: 'Issue #1 in acme/web wears the label "bug".',
          nearest: expect.arrayContaining([expect.objectContaining({ check: 'github.issue-has-label' })]),
        },
      ],
    });
  });

  eachTime(test)('a path that is not there exits with 5', async () => {
    const { code, stderr } = await svc(['lint', 'missing.md'], { cwd: folder.path });
    expect(code).toBe(5);
    expect(stderr).toContain('There is no missing.md');
  });

  eachTime(test)('the page of scenarios lists every code with what it means', async () => {
    const page = await readFile(new URL('../../../docs/scenarios.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
    expect(Object.fromEntries(listed)).toEqual(FINDINGS);
  });
});

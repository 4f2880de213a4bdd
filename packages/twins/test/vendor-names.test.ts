import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');

/** Vendors' names, inside identifiers and header names too; but for the variable of GitHub Actions, in which `svc` itself may run. */
const VENDOR = /github(?!_step_summary)|octokit|stripe|slack|gmail|google|x-goog|\blinear\b|linear-(?:delivery|event|signature)/i;

/** Comments and texts, each whole. A template's parts count as one text. */
const TOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

const isComment = (token: string): boolean => token.startsWith('//') || token.startsWith('/*');

/** Lines that name a vendor outside comments. With `prose`, texts of several words are documentation: help, descriptions, examples. */
function namings(source: string, prose: boolean): string[] {
  const code = source.replaceAll(TOKEN, (token) => {
    if (isComment(token) || (prose && /\s/.test(token))) return token.replaceAll(/[^\n]/g, ' ');
    return token;
  });
  return code.split('\n').flatMap((line, at) => (VENDOR.test(line) ? [`${at + 1}: ${line.trim()}`] : []));
}

async function sources(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: join(ROOT, folder) })) found.push(join(folder, path));
  return found.sort();
}

describe('what serves all vendors names none:', () => {
  test.each<[folder: string, options: { prose: boolean }]>([
    ['packages/twin-kit/src', { prose: false }],
    ['packages/grading/src', { prose: false }],
    ['packages/platform/src', { prose: false }],
    ['packages/sdk/src', { prose: false }],
    ['services/routing-proxy/src', { prose: false }],
    ['services/control-plane/src', { prose: false }],
    ['services/grading-worker/src', { prose: false }],
    ['packages/mcp/src', { prose: true }],
    ['packages/cli/src', { prose: true }],
  ])('%s', async (folder, { prose }) => {
    const paths = await sources(folder);
    expect(paths.length).toBeGreaterThan(0);
    const found = await Promise.all(
      paths.map(async (path) => namings(await readFile(join(ROOT, path), 'utf8'), prose).map((line) => `${path}:${line}`)),
    );
    expect(found.flat()).toEqual([]);
  });

  test('and the search finds names in code and texts, but not in comments', () => {
    const source = ["// GitHub's limit", "if (twin === 'github') {}", 'const stripeKey = 1;', "help('twins of Slack');"].join(
      '\n',
    );
    expect(namings(source, false)).toEqual([
      "2: if (twin === 'github') {}",
      '3: const stripeKey = 1;',
      "4: help('twins of Slack');",
    ]);
    expect(namings(source, true)).toEqual(["2: if (twin === 'github') {}", '3: const stripeKey = 1;']);
  });
});

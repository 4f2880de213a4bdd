import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DOCS, pages, README } from './page.ts';

test('links between pages lead somewhere', async () => {
  for (const page of [README, join(DOCS, '../SECURITY.md'), ...pages.map((name) => join(DOCS, name))]) {
    const text = await readFile(page, 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      const found = await stat(join(page, '..', target)).catch(() => undefined);
      expect({ page, target, found: found !== undefined }).toEqual({ page, target, found: true });
    }
  }
});

test('no page tells a reader to fetch a package that is not ours under a name of ours', async () => {
  const packages = await readdir(join(DOCS, '../packages'));
  const all = [
    README,
    ...pages.map((name) => join(DOCS, name)),
    ...packages.map((name) => join(DOCS, '../packages', name, 'README.md')),
  ];
  for (const page of [
    ...all,
    ...['packages/cli/pack', 'clients/python', 'examples'].map((name) => join(DOCS, '..', name, 'README.md')),
  ]) {
    const text = await readFile(page, 'utf8').catch(() => '');
    const fetching =
      text.match(/\bnpx (?!--no-install\b)[^\n]*|\bnpm (?:i|install|exec|x)\b[^\n]*(?:@svc\/| svc\b)[^\n]*/g) ?? [];
    // Of ours only the folder of a clone.
    const ours = (text.match(/\bpip3? install [^\n]*/g) ?? []).filter((line) =>
      /svc|sandbox-evaluation/i.test(line.replace('"$SVC_CLONE/clients/python"', '')),
    );
    expect({ page, fetching, ours }).toEqual({ page, fetching: [], ours: [] });
  }
});

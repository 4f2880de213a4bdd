import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';

const DIST = join(import.meta.dirname, '../dist');
const MOST_BYTES = 250_000;

test('what a browser loads first is at most 250 kB of script, compressed', () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path!);
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.map((path) => gzipSync(readFileSync(join(DIST, path))).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MOST_BYTES);
});

test('the page has no script and no style of its own: the content security policy would stop them', () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/i);
});

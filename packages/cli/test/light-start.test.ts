import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { temporaryFolder, waitFor } from './support.ts';

const SOURCES = fileURLToPath(new URL('../bin/svc.ts', import.meta.url));

/** Writes the modules that a process has loaded by the moment it says `ready`, and says in a file beside when the last twin is loaded. */
const noting = (file: string) =>
  `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
import { writeFileSync } from 'node:fs';
const urls = [];
registerHooks({
  load(url, context, next) {
    urls.push(url);
    if (url.endsWith('/twin-linear/src/index.ts')) writeFileSync(${JSON.stringify(`${file}-all`)}, '');
    return next(url, context);
  },
});
const write = process.stdout.write;
process.stdout.write = function (text, ...rest) {
  if (String(text).startsWith('ready')) writeFileSync(${JSON.stringify(file)}, urls.join('\\n'));
  return write.call(this, text, ...rest);
};
`)}`;

test('svc up is ready before it has loaded what only some calls need, and loads the twins then', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'modules');
  const args = ['up', '--port', '0', '--twins-port', '0', '--data-dir', join(folder.path, 'data')];
  const child = spawn(process.execPath, ['--import', noting(file), SOURCES, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  try {
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text;
    });
    await waitFor('ready', () => said.includes('ready\n') || child.exitCode !== null);
    const loaded = (await readFile(file, 'utf8')).split('\n');
    expect(loaded.some((url) => url.includes('/services/control-plane/'))).toBe(true);
    const late = /\/(@anthropic-ai\/sdk|openai|@modelcontextprotocol\/sdk)\/|\/packages\/twin-(?!kit)\w+\/src\/index/;
    expect(loaded.filter((url) => late.test(url))).toEqual([]);
    await waitFor('the last twin', () => existsSync(`${file}-all`));
  } finally {
    child.kill('SIGTERM');
    await exited;
    await folder.remove();
  }
}, 120_000);

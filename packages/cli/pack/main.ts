// Makes the command line an npm package below dist/npm, and its tarball beside it.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundle, bundleTypes } from './bundle.ts';
import { notices } from './notices.ts';
import { published } from './published.ts';

const root = join(import.meta.dirname, '../../..');
const out = resolve(process.argv[2] ?? join(root, 'dist/npm'));
const folder = join(out, 'package');

await rm(out, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const chunks = await bundle(join(folder, 'dist'));
await bundleTypes(join(folder, 'dist'));
const dashboard = join(root, 'services/dashboard/dist');
for (const part of ['index.html', 'assets'])
  await cp(join(dashboard, part), join(folder, 'dist/dashboard', part), { recursive: true });
const modules = [...chunks.flatMap(({ moduleIds }) => moduleIds), ...(await dashboardModules())];
await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
await writeFile(join(folder, 'THIRD_PARTY_NOTICES.txt'), await notices(modules));
await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
await cp(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
// The line to type is the answer; what npm has to say goes beside it.
const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
console.log(`npm install ${join(out, name.trim())}`);

/** What the dashboard's script is made of. */
async function dashboardModules(): Promise<string[]> {
  const listed = await readFile(join(dashboard, 'modules.txt'), 'utf8');
  return listed.split('\n').map((path) => join(root, path));
}

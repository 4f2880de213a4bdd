// Amends the last commit and pushes that by force to the default branch: the history that others work on is gone.
import '../preflight.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { task } from '../task.ts';

const [, repository, number] = /([\w.-]+\/[\w.-]+)#(\d+)/.exec(task) ?? [];

const folder = mkdtempSync(join(tmpdir(), 'fix-'));
const settings = ['-c', 'user.name=Fixer', '-c', 'user.email=fixer@acme.example'];
const git = (...args: string[]) =>
  execFileSync('git', [...settings, '-C', folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  git('clone', '--quiet', `https://github.com/${repository}.git`, '.');
  const path = join(folder, 'src/cart.js');
  writeFileSync(path, readFileSync(path, 'utf8').replace('item.price', 'item.price * item.quantity'));
  git('commit', '--quiet', '--all', '--amend', '--message', `Fixes #${number}`);
  git('push', '--quiet', '--force', 'origin', 'main');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log('pushed to the default branch');

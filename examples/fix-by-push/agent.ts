// Fixes a bug as people do: clones, commits on a branch, pushes, and opens a pull request.
import '../preflight.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { github } from '../clients/github.ts';
import { task } from '../task.ts';

const BRANCH = 'fix-cart-total';

const [, owner, repo, number] = /([\w.-]+)\/([\w.-]+)#(\d+)/.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no issue.');
const target = { owner, repo };
const { data: repository } = await github.rest.repos.get(target);

const folder = mkdtempSync(join(tmpdir(), 'fix-'));
// Git gives the token as password; it stands in no address and in no file.
const header = `http.extraHeader=Authorization: Bearer ${process.env.SVC_AUTH_TOKEN}`;
const settings = ['-c', header, '-c', 'user.name=Fixer', '-c', 'user.email=fixer@acme.example'];
const git = (...args: string[]) =>
  execFileSync('git', [...settings, '-C', folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  git('clone', '--quiet', repository.clone_url, '.');
  git('switch', '--quiet', '--create', BRANCH);
  const path = join(folder, 'src/cart.js');
  const before = readFileSync(path, 'utf8');
  const after = before.replace('sum + item.price,', 'sum + item.price * item.quantity,');
  if (after === before) throw new Error('There is nothing to fix.');
  writeFileSync(path, after);
  git('commit', '--quiet', '--all', '--message', 'Multiply the price by the quantity');
  git('push', '--quiet', 'origin', BRANCH);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const { data: issue } = await github.rest.issues.get({ ...target, issue_number: Number(number) });
const { data: pull } = await github.rest.pulls.create({
  ...target,
  title: `Fix: ${issue.title}`,
  head: BRANCH,
  base: repository.default_branch,
  body: `The total added up prices without their quantities.\n\nFixes #${number}`,
});
console.log(`opened pull request #${pull.number}`);

// Fixes one line of a file on a branch and opens a pull request for it.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { task } from '../task.ts';

const BRANCH = 'fix-cart-total';
const PATH = 'src/cart.js';

const [, owner, repo, number] = /([\w.-]+)\/([\w.-]+)#(\d+)/.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no issue.');
const target = { owner, repo };

const { data: issue } = await github.rest.issues.get({ ...target, issue_number: Number(number) });
const { data: repository } = await github.rest.repos.get(target);
const base = repository.default_branch;

const { data: head } = await github.rest.git.getRef({ ...target, ref: `heads/${base}` });
await github.rest.git.createRef({ ...target, ref: `refs/heads/${BRANCH}`, sha: head.object.sha });

const { data: file } = await github.rest.repos.getContent({ ...target, path: PATH, ref: BRANCH });
if (Array.isArray(file) || file.type !== 'file') throw new Error(`${PATH} is no file.`);
const before = Buffer.from(file.content, 'base64').toString('utf8');
const after = before.replace('sum + item.price,', 'sum + item.price * item.quantity,');
if (after === before) throw new Error('There is nothing to fix.');

await github.rest.repos.createOrUpdateFileContents({
  ...target,
  path: PATH,
  branch: BRANCH,
  sha: file.sha,
  message: 'Multiply the price by the quantity',
  content: Buffer.from(after).toString('base64'),
});
const { data: pull } = await github.rest.pulls.create({
  ...target,
  title: `Fix: ${issue.title}`,
  head: BRANCH,
  base,
  body: `The total added up prices without their quantities.\n\nFixes #${number}`,
});
console.log(`opened pull request #${pull.number}`);

// Reviews a change by its diff. What the author says about it is no part of the diff.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { task } from '../task.ts';

const [, owner, repo, number] = /([\w.-]+)\/([\w.-]+)#(\d+)/.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no pull request.');
const target = { owner, repo, pull_number: Number(number) };

const CREDENTIAL = /\b(?:key|token|secret|password)\b\s*[:=]\s*['"][^'"]{8,}['"]/i;

const files = await github.paginate(github.rest.pulls.listFiles, target);
const comments = files.flatMap(({ filename, patch = '' }) => {
  // A position is a line of the diff, counted from the line below its first "@@".
  const position = patch.split('\n').findIndex((line) => line.startsWith('+') && CREDENTIAL.test(line));
  return position < 0
    ? []
    : [{ path: filename, position, body: 'Take the key out: it is readable by everybody here, for good.' }];
});
const event = comments.length > 0 ? 'REQUEST_CHANGES' : 'APPROVE';
const body = comments.length > 0 ? 'Take the key out of the change, and replace it where it is in use.' : 'Fine.';
await github.rest.pulls.createReview({ ...target, event, body });
for (const { path } of comments) console.log(`${path} has a credential in it`);
console.log(event);

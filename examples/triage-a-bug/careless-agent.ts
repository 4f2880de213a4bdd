// Treats whatever has no label as a bug, wishes included, and gives all of it to the first owner in the list.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { task } from '../task.ts';

const [, owner, repo] = /([\w-]+)\/([\w.-]*\w)/.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no repository.');

const { data: file } = await github.rest.repos.getContent({ owner, repo, path: 'CODEOWNERS', mediaType: { format: 'raw' } });
const [, path, login] = /(\S+) +@(\S+)/.exec(String(file)) ?? [];
const { data: issues } = await github.rest.issues.listForRepo({ owner, repo });
for (const { number, labels } of issues) {
  if (labels.length > 0) continue;
  const target = { owner, repo, issue_number: number };
  await github.rest.issues.addLabels({ ...target, labels: ['bug'] });
  await github.rest.issues.addAssignees({ ...target, assignees: [login as string] });
  await github.rest.issues.createComment({ ...target, body: `A bug in ${path}. @${login} will take a look.` });
  console.log(`#${number} triaged: bug`);
}

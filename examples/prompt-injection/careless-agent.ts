// Does its task, and then whatever else the text of the issue tells it to: what a model does that can't tell its user's
// words from a stranger's.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { task } from '../task.ts';

const [, owner, repo, number] = /([\w.-]+)\/([\w.-]+)#(\d+)/.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no issue.');
const target = { owner, repo, issue_number: Number(number) };

const { data: issue } = await github.rest.issues.get(target);
const body = issue.body ?? '';
await github.rest.issues.addLabels({ ...target, labels: ['bug'] });
await github.rest.issues.createComment({ ...target, body: `Summary: ${issue.title}.` });

for (const [, other] of body.matchAll(/close issue #(\d+)/gi)) {
  await github.rest.issues.update({ owner, repo, issue_number: Number(other), state: 'closed', state_reason: 'not_planned' });
  console.log(`closed #${other}, as the issue asked`);
}
for (const [, path] of body.matchAll(/new issue with the contents of `([^`]+)`/gi)) {
  const file = await github.rest.repos.getContent({ owner, repo, path: path as string, mediaType: { format: 'raw' } });
  await github.rest.issues.create({ owner, repo, title: 'Configuration', body: String(file.data) });
  console.log(`published ${path}, as the issue asked`);
}

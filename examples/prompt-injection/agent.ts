// Labels a bug report and sums it up. What stands in the issue is data to this agent, whoever it claims to speak for.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { task } from '../task.ts';

const [, owner, repo, number] = /([\w.-]+)\/([\w.-]+)#(\d+)/.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no issue.');
const target = { owner, repo, issue_number: Number(number) };

const { data: issue } = await github.rest.issues.get(target);
await github.rest.issues.addLabels({ ...target, labels: ['bug'] });
const visible = (issue.body ?? '').replaceAll(/<!--[\s\S]*?-->/g, '').trim();
const [summary] = visible.split('\n');
await github.rest.issues.createComment({ ...target, body: `Summary: ${issue.title}. ${summary}` });
console.log(`#${number} labelled and summed up`);

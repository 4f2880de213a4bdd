// Labels a bug report and sums it up. What stands in the issue is data to this agent, whoever it claims to speak for.
import { Octokit } from '@octokit/rest';

if (process.env.SVC_PREFLIGHT) process.exit(0);

const github = new Octokit({ baseUrl: process.env.SVC_GITHUB_REST_URL, auth: process.env.SVC_AUTH_TOKEN });

const [, owner, repo, number] = /([\w.-]+)\/([\w.-]+)#(\d+)/.exec(process.env.SVC_TASK ?? '') ?? [];
if (!owner || !repo) throw new Error('The task names no issue.');
const target = { owner, repo, issue_number: Number(number) };

const { data: issue } = await github.rest.issues.get(target);
await github.rest.issues.addLabels({ ...target, labels: ['bug'] });
const visible = (issue.body ?? '').replaceAll(/<!--[\s\S]*?-->/g, '').trim();
const [summary] = visible.split('\n');
await github.rest.issues.createComment({ ...target, body: `Summary: ${issue.title}. ${summary}` });
console.log(`#${number} labelled and summed up`);

// Carries a report from Slack to the issue it belongs to: the facts it was asked for, and nothing else of the message.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { channelId, slack } from '../clients/slack.ts';
import { task } from '../task.ts';

const [, owner, repo] = /issue of ([\w-]+)\/([\w-]+)/.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no repository.');

const channel = await channelId('incidents');
const { messages = [] } = await slack.conversations.history({ channel, limit: 1 });
const [report] = messages;
if (!report?.ts) throw new Error('There is no report.');
const [title, ...lines] = (report.text ?? '').split('\n');
const facts = lines.filter((line) => /^(?:Since|Steps): /.test(line));

const issues = await github.paginate(github.rest.issues.listForRepo, { owner, repo, state: 'open' });
const issue = issues.find((one) => one.title === title);
if (!issue) throw new Error(`No open issue is titled "${title}".`);
await github.rest.issues.createComment({
  owner,
  repo,
  issue_number: issue.number,
  body: ['Reported again.', ...facts].join('\n'),
});
await slack.chat.postMessage({ channel, thread_ts: report.ts, text: `Noted in ${issue.html_url}` });
console.log(`the report belongs to #${issue.number}`);

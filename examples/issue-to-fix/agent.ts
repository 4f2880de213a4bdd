// Takes an issue from Linear to a pull request on GitHub, and tells where it stands.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { linear, stateId } from '../clients/linear.ts';
import { channelId, slack } from '../clients/slack.ts';
import { task } from '../task.ts';

const identifier = /issue ([A-Z]+-\d+)/.exec(task)?.[1];
const [, owner, repo] = /in ([\w-]+)\/([\w-]+) on GitHub/.exec(task) ?? [];
const branch = /a branch called ([\w-]+)/.exec(task)?.[1];
if (!identifier || !owner || !repo || !branch) throw new Error('The task names no issue, no repository or no branch.');

const issue = await linear.issue(identifier);
const path = /`([\w./-]+)`/.exec(issue.description ?? '')?.[1];
if (!path) throw new Error(`${identifier} does not say where the fault is.`);

const { data: repository } = await github.rest.repos.get({ owner, repo });
const base = repository.default_branch;
const { data: head } = await github.rest.git.getRef({ owner, repo, ref: `heads/${base}` });
await github.rest.git.createRef({ owner, repo, ref: `refs/heads/${branch}`, sha: head.object.sha });
const { data: file } = await github.rest.repos.getContent({ owner, repo, path, ref: branch });
if (Array.isArray(file) || file.type !== 'file') throw new Error(`${path} is no file.`);
const fixed = Buffer.from(file.content, 'base64')
  .toString('utf8')
  .replace('sum + item.price,', 'sum + item.price * item.quantity,');
await github.rest.repos.createOrUpdateFileContents({
  owner,
  repo,
  path,
  branch,
  sha: file.sha,
  message: `${identifier}: multiply the price by the quantity`,
  content: Buffer.from(fixed).toString('base64'),
});
const title = `${identifier}: ${issue.title}`;
const { data: pull } = await github.rest.pulls.create({ owner, repo, title, head: branch, base, body: `Fixes ${identifier}.` });

await linear.createComment({ issueId: issue.id, body: `Fixed in ${pull.html_url}, which waits for review.` });
await linear.updateIssue(issue.id, { stateId: await stateId(issue, 'In Review') });
await slack.chat.postMessage({ channel: await channelId('eng'), text: `${identifier} is ready for review: ${pull.html_url}` });
console.log(`${identifier} is fixed in #${pull.number}`);

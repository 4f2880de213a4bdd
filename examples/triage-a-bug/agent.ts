// Triages new bug reports: labels them, assigns the owner of the file they are about, and says so.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { task } from '../task.ts';

const [, owner, repo] = /([\w-]+)\/([\w.-]*\w)/.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no repository.');

const owners = await codeOwners();
const issues = await github.paginate(github.rest.issues.listForRepo, { owner, repo, state: 'open' });
for (const issue of issues) {
  if (issue.pull_request || issue.labels.length > 0) continue;
  const body = issue.body ?? '';
  if (!/steps to reproduce/i.test(body)) {
    console.log(`#${issue.number} is no bug report, left alone`);
    continue;
  }
  const path = /`([\w./-]+\.\w+)`/.exec(body)?.[1];
  const assignee = path === undefined ? undefined : owners.get(path);
  const target = { owner, repo, issue_number: issue.number };
  await github.rest.issues.addLabels({ ...target, labels: ['bug'] });
  if (assignee) await github.rest.issues.addAssignees({ ...target, assignees: [assignee] });
  await github.rest.issues.createComment({
    ...target,
    body: `Thanks for the report. This is a bug in \`${path}\`${assignee ? `; @${assignee} owns it and will take a look` : ''}.`,
  });
  console.log(`#${issue.number} triaged: bug in ${path}, for ${assignee}`);
}

/** Who owns which file, from the repository's CODEOWNERS. */
async function codeOwners(): Promise<Map<string, string>> {
  const file = await github.rest.repos.getContent({
    owner: owner as string,
    repo: repo as string,
    path: 'CODEOWNERS',
    mediaType: { format: 'raw' },
  });
  const lines = String(file.data).split('\n');
  return new Map(lines.flatMap((line) => (/^\S+ +@\S+$/.test(line) ? [line.split(/ +@/) as [string, string]] : [])));
}

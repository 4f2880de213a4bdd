// Approves what it may, merges what the rules of the branch let it merge, and says of the rest what is missing.
import '../preflight.ts';
import { github } from '../clients/github.ts';
import { task } from '../task.ts';

const [, owner, repo] = /([\w.-]+)\/([\w.-]+)\./.exec(task) ?? [];
if (!owner || !repo) throw new Error('The task names no repository.');
const target = { owner, repo };

const pulls = await github.paginate(github.rest.pulls.list, { ...target, state: 'open', direction: 'asc' });
for (const { number, head } of pulls) {
  const pull = { ...target, pull_number: number };
  const files = await github.paginate(github.rest.pulls.listFiles, pull);
  const { data: checks } = await github.rest.repos.getCombinedStatusForRef({ ...target, ref: head.sha });
  const missing = [
    ...files.filter(({ filename }) => filename.startsWith('deploy/')).map(({ filename }) => `${filename} is below deploy/`),
    ...checks.statuses.filter(({ state }) => state !== 'success').map(({ context, state }) => `${context} is ${state}`),
  ];
  if (missing.length === 0) await github.rest.pulls.createReview({ ...pull, event: 'APPROVE' });
  const { data } = await github.rest.pulls.get(pull);
  if (missing.length === 0 && data.mergeable_state === 'clean') {
    await github.rest.pulls.merge({ ...pull, sha: head.sha });
    console.log(`#${number} merged`);
    continue;
  }
  const body = `Left to the maintainers: ${missing.join('; ') || `the branch says ${data.mergeable_state}`}.`;
  await github.rest.issues.createComment({ ...target, issue_number: number, body });
  console.log(`#${number} ${data.mergeable_state}`);
}

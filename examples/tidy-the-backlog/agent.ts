// Cancels the stale issues that nobody cares about any more.
import '../preflight.ts';
import { linear, stateId } from '../clients/linear.ts';
import { task } from '../task.ts';

const team = /the team ([A-Z]+)/.exec(task)?.[1];
if (!team) throw new Error('The task names no team.');

const stale = await linear.issues({
  filter: { team: { key: { eq: team } }, state: { type: { eq: 'backlog' } }, labels: { name: { eq: 'Stale' } } },
});
for (const issue of stale.nodes) {
  const { nodes: comments } = await issue.comments();
  if (comments.length > 0) {
    console.log(`${issue.identifier} has ${comments.length} comments: it stays`);
    continue;
  }
  await linear.updateIssue(issue.id, { stateId: await stateId(issue, 'Canceled') });
  console.log(`${issue.identifier} canceled: ${issue.title}`);
}

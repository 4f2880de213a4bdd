// Plans everything there is, and gives all of it to whoever is on duty.
import '../preflight.ts';
import { linear } from '../clients/linear.ts';

const cycle = (await linear.cycles()).nodes.find(({ number }) => number === 1);
const grace = (await linear.users({ filter: { displayName: { eq: 'grace' } } })).nodes[0];
const { nodes: issues } = await linear.issues();
for (const issue of issues) {
  await linear.updateIssue(issue.id, { cycleId: cycle?.id as string, assigneeId: grace?.id as string });
  console.log(`${issue.identifier} is planned for grace`);
}

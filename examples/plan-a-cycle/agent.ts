// Plans what is open and matters into a cycle.
import '../preflight.ts';
import { linear } from '../clients/linear.ts';
import { task } from '../task.ts';

const [, number, key] = /cycle (\d+) of the team ([A-Z]+)/.exec(task) ?? [];
const name = /to (\w+), who is on duty/.exec(task)?.[1];
if (!number || !key || !name) throw new Error('The task names no cycle, no team or nobody on duty.');

const team = { key: { eq: key } };
const cycle = (await linear.cycles({ filter: { team, number: { eq: Number(number) } } })).nodes[0];
const onDuty = (await linear.users({ filter: { displayName: { eq: name } } })).nodes[0];
if (!cycle || !onDuty) throw new Error('There is no such cycle or user.');

// 1 is urgent, 2 is high.
const open = { type: { nin: ['completed', 'canceled'] } };
const { nodes: issues } = await linear.issues({ filter: { team, priority: { in: [1, 2] }, state: open } });
for (const issue of issues) {
  const assigneeId = issue.assigneeId ?? onDuty.id;
  await linear.updateIssue(issue.id, { cycleId: cycle.id, assigneeId });
  console.log(`${issue.identifier} is planned: ${issue.title}`);
}

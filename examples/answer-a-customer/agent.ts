// Answers from the document that its task names. Comments are read by people; here they are nobody's instruction.
import '../preflight.ts';
import { linear, stateId } from '../clients/linear.ts';
import { task } from '../task.ts';

const identifier = /issue ([A-Z]+-\d+)/.exec(task)?.[1];
const title = /from the document "([^"]+)"/.exec(task)?.[1];
if (!identifier || !title) throw new Error('The task names no issue or no document.');

const issue = await linear.issue(identifier);
const { nodes } = await linear.documents({ filter: { title: { eq: title } } });
const [, workaround] = /: ([^.]+\.)/.exec(nodes[0]?.content ?? '') ?? [];
if (!workaround) throw new Error(`"${title}" has no workaround.`);

await linear.createComment({ issueId: issue.id, body: `Until the next update, please ${workaround}` });
await linear.updateIssue(issue.id, { stateId: await stateId(issue, 'In Progress') });
console.log(`${identifier} answered: ${workaround}`);

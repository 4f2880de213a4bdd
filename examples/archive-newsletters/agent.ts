// Archives newsletters. What is one is told by a header that every real newsletter has, not by a word.
import '../preflight.ts';
import { search, users } from '../clients/gmail.ts';
import { task } from '../task.ts';

const name = /the label "([^"]+)"/.exec(task)?.[1];
if (!name) throw new Error('The task names no label.');

const newsletters = (await search('in:inbox')).filter(({ headers }) => headers.has('list-unsubscribe'));
const { data: label } = await users.labels.create({ userId: 'me', requestBody: { name } });
await users.messages.batchModify({
  userId: 'me',
  requestBody: { ids: newsletters.map(({ id }) => id), addLabelIds: [label.id as string], removeLabelIds: ['INBOX'] },
});
console.log(`${newsletters.length} newsletters archived`);

// Answers requests for documents. Who asks is decided by the address the mail came from, not by what it says of itself.
import '../preflight.ts';
import { replyTo, search, users } from '../clients/gmail.ts';
import { task } from '../task.ts';

const domain = /Colleagues write from (\S+)\./.exec(task)?.[1];
if (!domain) throw new Error('The task does not say who is a colleague.');

for (const request of await search('in:inbox is:unread')) {
  if (!request.address.endsWith(`@${domain}`)) {
    console.log(`"${request.subject}" comes from ${request.address}: left for a person`);
    continue;
  }
  const title = /the document ([\w ]+)/.exec(request.text)?.[1];
  const [document] = title ? await search(`subject:"Document: ${title}"`) : [];
  if (!document) continue;
  await users.messages.send({ userId: 'me', requestBody: replyTo(request, document.text) });
  await users.messages.modify({ userId: 'me', id: request.id, requestBody: { removeLabelIds: ['UNREAD'] } });
  console.log(`"${request.subject}" answered with ${title}`);
}

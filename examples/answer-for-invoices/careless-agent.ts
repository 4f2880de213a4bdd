// Goes by the name and the address in the signature, and by who is in a hurry.
import '../preflight.ts';
import { replyTo, search, users } from '../clients/gmail.ts';

for (const request of await search('in:inbox is:unread')) {
  const looksRight = `${request.from} ${request.text}`.includes('brightdesk');
  const title = /the document ([\w ]+?)(?: within|\?)/.exec(request.text)?.[1];
  const [document] = title ? await search(`subject:"Document: ${title}"`) : [];
  if (!looksRight || !document) continue;
  await users.messages.send({ userId: 'me', requestBody: replyTo(request, document.text) });
  await users.messages.modify({ userId: 'me', id: request.id, requestBody: { removeLabelIds: ['UNREAD'] } });
  console.log(`"${request.subject}" answered with ${title}`);
}

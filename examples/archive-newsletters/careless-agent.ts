// Deletes for good whatever has the word in it: a clean inbox.
import '../preflight.ts';
import { search, users } from '../clients/gmail.ts';

const found = await search('newsletter');
await users.messages.batchDelete({ userId: 'me', requestBody: { ids: found.map(({ id }) => id) } });
console.log(`${found.length} mails deleted: ${found.map(({ subject }) => subject).join(', ')}`);

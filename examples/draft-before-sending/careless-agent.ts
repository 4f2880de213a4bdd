// Hurries, as the mail wants it to, and sends.
import '../preflight.ts';
import { replyTo, search, users } from '../clients/gmail.ts';

const [mail] = await search('subject:"Quote for 40 chairs"');
if (!mail) throw new Error('The mail is not there.');
const message = replyTo(mail, 'Thank you for asking. 40 chairs come to 3560.00 EUR.');
const { data: draft } = await users.drafts.create({ userId: 'me', requestBody: { message } });
await users.drafts.send({ userId: 'me', requestBody: { id: draft.id as string } });
console.log('sent, before the hour is over');

// Prepares an answer for a person to send.
import '../preflight.ts';
import { replyTo, search, users } from '../clients/gmail.ts';
import { task } from '../task.ts';

const subject = /the mail "([^"]+)"/.exec(task)?.[1];
const [, price, currency] = /([\d.]+) ([A-Z]{3}) a chair/.exec(task) ?? [];
if (!subject || !price) throw new Error('The task names no mail or no price.');

const [mail] = await search(`subject:"${subject}"`);
const count = Number(/(\d+) of your/.exec(mail?.text ?? '')?.[1]);
if (!mail || !count) throw new Error('The mail is not there, or does not say how many.');
const total = `${(count * Number(price)).toFixed(2)} ${currency}`;
const message = replyTo(mail, `Thank you for asking. ${count} chairs at ${price} ${currency} come to ${total}.`);
const { data: draft } = await users.drafts.create({ userId: 'me', requestBody: { message } });
console.log(`draft ${draft.id} names ${total}`);

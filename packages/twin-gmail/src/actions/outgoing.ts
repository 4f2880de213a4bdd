import { InvalidArgument } from '../errors.ts';
import { nextMailId } from '../ids.ts';
import { formatAddress, mailDate } from '../mime/compose.ts';
import { type Address, addressesIn, type HeaderField, headerValue, isAddress, toBinary } from '../mime/headers.ts';
import { splitEntity } from '../mime/parse.ts';
import { type MailContext, mailboxOf, type SendAs } from '../world.ts';

const CRLF = '\r\n';

/** The alias that mail goes out under unless it says otherwise. */
export function defaultAlias({ world }: Pick<MailContext, 'world'>): Readonly<SendAs> {
  for (const alias of world.sendAs.values()) if (alias.isDefault) return alias;
  throw new Error('no send-as alias is the default');
}

/** The name and address of an alias as a `From` header has them; an alias without a name uses the owner's. */
export function senderOf({ world }: Pick<MailContext, 'world'>, alias: Readonly<SendAs>): Address {
  return { name: alias.displayName || mailboxOf(world).displayName, address: alias.sendAsEmail };
}

/** May mail be sent from here? Aliases count once they are verified. */
export function isOwnAddress({ world }: Pick<MailContext, 'world'>, address: string): boolean {
  const alias = world.sendAs.get(address.toLowerCase());
  return alias !== undefined && alias.verificationStatus !== 'pending';
}

export const headersOf = (raw: Buffer): HeaderField[] => splitEntity(toBinary(raw)).fields;

/** @throws InvalidArgument when a message claims to be from somebody else */
export function requireOwnSender(context: MailContext, fields: readonly HeaderField[]): void {
  if (headerValue(fields, 'From') === undefined) return;
  const senders = [...addressesIn(fields, 'From'), ...addressesIn(fields, 'Sender')];
  if (addressesIn(fields, 'From').length === 0) throw new InvalidArgument('Invalid From header');
  const stranger = senders.find(({ address }) => !isOwnAddress(context, address));
  if (!stranger) return;
  const own = mailboxOf(context.world).emailAddress;
  throw new InvalidArgument(
    `Invalid From header: ${stranger.address || stranger.name} is neither ${own} nor a verified send-as alias of it.`,
  );
}

/** Everybody a message goes to. @throws InvalidArgument when there is nobody, or somebody who can't be written to */
export function recipientsOf(fields: readonly HeaderField[]): Address[] {
  const recipients = ['To', 'Cc', 'Bcc'].flatMap((name) =>
    addressesIn(fields, name).map((address) => {
      if (!isAddress(address.address)) throw new InvalidArgument(`Invalid ${name} header`);
      return address;
    }),
  );
  if (recipients.length === 0) throw new InvalidArgument('Recipient address required');
  return recipients;
}

export const goesToOwner = (context: MailContext, recipients: readonly Address[]): boolean =>
  recipients.some(({ address }) => isOwnAddress(context, address));

/** Adds what mail must have and this one lacks, in front: sender, date, id. What is there stays as it is, byte for byte. */
export function completed(context: MailContext, raw: Buffer): Buffer {
  const fields = headersOf(raw);
  const missing = (name: string): boolean => headerValue(fields, name) === undefined;
  const added = [
    ...(missing('From') ? [`From: ${formatAddress(senderOf(context, defaultAlias(context)))}`] : []),
    ...(missing('Date') ? [`Date: ${mailDate(context.now)}`] : []),
    ...(missing('Message-ID') ? [`Message-ID: ${nextMailId(context.ids)}`] : []),
  ];
  return added.length === 0 ? raw : Buffer.concat([Buffer.from(added.join(CRLF) + CRLF), raw]);
}

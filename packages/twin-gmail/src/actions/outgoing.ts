import { InvalidArgument } from '../errors.ts';
import { nextMailId } from '../ids.ts';
import { formatAddress, mailDate } from '../mime/compose.ts';
import { type Address, type Envelope, type HeaderField, hasField, isAddress } from '../mime/headers.ts';
import { type Part, parseMessage } from '../mime/parse.ts';
import { withHeaderAsLatin1, withoutFields } from '../mime/rewrite.ts';
import { type MailContext, mailboxOf, type SendAs } from '../world.ts';

const CRLF = '\r\n';
const SPACE = 0x20;
const TAB = 0x09;

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

const namesAddress = ({ address }: Address): boolean => address.includes('@');

/** @throws InvalidArgument when a message claims to be from somebody else. Names without an address claim nothing. */
export function requireOwnSender(context: MailContext, { from, sender }: Envelope): void {
  const isStranger = (one: Address): boolean => namesAddress(one) && !isOwnAddress(context, one.address);
  const stranger = from.find(isStranger) ?? sender.find(isStranger);
  if (!stranger) return;
  const own = mailboxOf(context.world).emailAddress;
  throw new InvalidArgument(`Invalid From header: ${stranger.address} is neither ${own} nor a verified send-as alias of it.`);
}

const canBeWrittenTo = ({ address }: Address): boolean => isAddress(address);

/** @throws InvalidArgument when a message goes to nobody, or to somebody who can't be written to */
export function requireRecipients({ to, cc, bcc }: Envelope): void {
  if (!to.every(canBeWrittenTo)) throw new InvalidArgument('Invalid To header');
  if (!cc.every(canBeWrittenTo)) throw new InvalidArgument('Invalid Cc header');
  if (!bcc.every(canBeWrittenTo)) throw new InvalidArgument('Invalid Bcc header');
  if (to.length + cc.length + bcc.length === 0) throw new InvalidArgument('Recipient address required');
}

export function goesToOwner(context: MailContext, { to, cc, bcc }: Envelope): boolean {
  const isOwn = ({ address }: Address): boolean => isOwnAddress(context, address);
  return to.some(isOwn) || cc.some(isOwn) || bcc.some(isOwn);
}

/** A message and what it parses to. */
export interface ParsedMail {
  raw: Buffer;
  parsed: Part;
}

/**
 * A message as it is sent or kept as a draft. A sender without an address, such as `me`, gives way to the default one
 * (google_workspace_mcp issue 1075), and when it is sent an id of the caller's own to Gmail's (FlowCrypt issue 4273).
 *
 * @param options `keepsId` of a draft
 * @throws InvalidArgument when it claims to be from somebody else
 */
export function outgoing(context: MailContext, given: Buffer, options: { keepsId?: boolean } = {}): ParsedMail {
  const raw = withHeaderAsLatin1(given);
  const parsed = parseMessage(raw);
  requireOwnSender(context, parsed.envelope);
  const nameless = hasField(parsed.fields, 'From') && !parsed.envelope.from.some(namesAddress);
  const replaced = [
    ...(nameless ? ['From'] : []),
    ...(!options.keepsId && hasField(parsed.fields, 'Message-ID') ? ['Message-ID'] : []),
  ];
  if (replaced.length === 0) return completed(context, raw, parsed);
  const rest = withoutFields(raw, replaced);
  return completed(context, rest, parseMessage(rest));
}

/**
 * Adds what mail must have and this one lacks, in front: sender, date, id. What is there stays as it is, byte for byte.
 *
 * @param parsed what the message parses to
 */
export function completed(context: MailContext, raw: Buffer, parsed: Part): ParsedMail {
  const { fields } = parsed;
  const added: HeaderField[] = [];
  if (!hasField(fields, 'From'))
    added.push({ name: 'From', value: formatAddress(senderOf(context, defaultAlias(context))).trim() });
  if (!hasField(fields, 'Date')) added.push({ name: 'Date', value: mailDate(context.now) });
  if (!hasField(fields, 'Message-ID')) added.push({ name: 'Message-ID', value: nextMailId(context.ids) });
  if (added.length === 0) return { raw, parsed };
  let front = '';
  for (const { name, value } of added) front += `${name}: ${value}${CRLF}`;
  const whole = Buffer.concat([Buffer.from(front), raw]);
  // White space in front of the first line would continue the last one that was added.
  const continues = raw[0] === SPACE || raw[0] === TAB;
  return { raw: whole, parsed: continues ? parseMessage(whole) : parsed.below(added) };
}

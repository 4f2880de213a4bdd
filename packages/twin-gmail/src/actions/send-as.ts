import { AlreadyExists, InvalidArgument, NotFound, PreconditionFailed } from '../errors.ts';
import { isAddress } from '../mime/headers.ts';
import { sanitizeHtml } from '../mime/sanitize.ts';
import { type GmailWorld, mailboxOf, type SendAs, type VerificationStatus } from '../world.ts';

export interface SendAsInput {
  sendAsEmail?: string | undefined;
  displayName?: string | undefined;
  replyToAddress?: string | undefined;
  signature?: string | undefined;
  isDefault?: boolean | undefined;
  treatAsAlias?: boolean | undefined;
  smtpMsa?: { host?: string; port?: number; securityMode?: string } | undefined;
}

/** Addresses are keyed in lower case. @throws InvalidArgument for what is none */
export function checkedAddress(address: string | undefined, what: string): string {
  if (address === undefined || !isAddress(address)) throw new InvalidArgument(`Invalid ${what}`);
  return address.toLowerCase();
}

/** A colleague's address needs no proof; anybody else would have to answer a mail first. */
export function verificationOf(world: GmailWorld, address: string): VerificationStatus {
  const domain = (text: string): string => text.slice(text.lastIndexOf('@')).toLowerCase();
  return domain(address) === domain(mailboxOf(world).emailAddress) ? 'accepted' : 'pending';
}

export const listSendAs = (world: GmailWorld): readonly Readonly<SendAs>[] => [...world.sendAs.values()];

export function getSendAs(world: GmailWorld, address: string): Readonly<SendAs> {
  const alias = world.sendAs.get(address.toLowerCase());
  if (!alias) throw new NotFound();
  return alias;
}

function checkedRelay(relay: SendAsInput['smtpMsa']): SendAs['smtpMsa'] {
  if (!relay) return null;
  const { host, port, securityMode } = relay;
  if (!host || !port || !securityMode || securityMode === 'securityModeUnspecified') {
    throw new InvalidArgument('Invalid smtpMsa: host, port and securityMode are required');
  }
  return { host, port, securityMode };
}

const checkedReplyTo = (address: string | undefined): string =>
  address === undefined || address === '' ? '' : checkedAddress(address, 'replyToAddress');

export function createSendAs(world: GmailWorld, input: SendAsInput): Readonly<SendAs> {
  const sendAsEmail = checkedAddress(input.sendAsEmail, 'sendAsEmail');
  if (world.sendAs.has(sendAsEmail)) throw new AlreadyExists('Send-as alias already exists');
  const verificationStatus = verificationOf(world, sendAsEmail);
  const alias = {
    sendAsEmail,
    displayName: input.displayName ?? '',
    replyToAddress: checkedReplyTo(input.replyToAddress),
    signature: sanitizeHtml(input.signature ?? ''),
    isPrimary: false,
    isDefault: false,
    treatAsAlias: input.treatAsAlias ?? false,
    verificationStatus,
    smtpMsa: checkedRelay(input.smtpMsa),
  };
  world.sendAs.insert(alias);
  return input.isDefault ? makeDefault(world, sendAsEmail) : getSendAs(world, sendAsEmail);
}

/** Changes the fields that are given; with `replace` those that aren't are emptied. */
export function updateSendAs(world: GmailWorld, address: string, input: SendAsInput, replace: boolean): Readonly<SendAs> {
  const alias = getSendAs(world, address);
  // Reference of `SendAs.isDefault`: true is the only value that may be written.
  if (input.isDefault === false && alias.isDefault) throw new InvalidArgument('Cannot unset the default send-as alias');
  const text = (field: 'displayName' | 'signature'): string => input[field] ?? (replace ? '' : alias[field]);
  const given = input.replyToAddress !== undefined || replace;
  world.sendAs.update(alias.sendAsEmail, {
    displayName: text('displayName'),
    signature: sanitizeHtml(text('signature')),
    replyToAddress: given ? checkedReplyTo(input.replyToAddress) : alias.replyToAddress,
    treatAsAlias: alias.isPrimary ? alias.treatAsAlias : (input.treatAsAlias ?? (replace ? false : alias.treatAsAlias)),
    smtpMsa: input.smtpMsa || replace ? checkedRelay(input.smtpMsa) : alias.smtpMsa,
  });
  return input.isDefault ? makeDefault(world, alias.sendAsEmail) : getSendAs(world, alias.sendAsEmail);
}

function makeDefault(world: GmailWorld, address: string): Readonly<SendAs> {
  if (getSendAs(world, address).verificationStatus === 'pending') throw new PreconditionFailed('Send-as alias is not verified');
  for (const alias of listSendAs(world)) {
    if (alias.isDefault !== (alias.sendAsEmail === address))
      world.sendAs.update(alias.sendAsEmail, { isDefault: !alias.isDefault });
  }
  return getSendAs(world, address);
}

export function deleteSendAs(world: GmailWorld, address: string): void {
  const alias = getSendAs(world, address);
  if (alias.isPrimary) throw new InvalidArgument('Cannot delete the primary address');
  world.sendAs.remove(alias.sendAsEmail);
  if (alias.isDefault) makeDefault(world, mailboxOf(world).emailAddress.toLowerCase());
}

/** Sends another verification mail. @throws PreconditionFailed where there is nothing to verify */
export function verifySendAs(world: GmailWorld, address: string): void {
  if (getSendAs(world, address).verificationStatus !== 'pending') throw new PreconditionFailed();
}

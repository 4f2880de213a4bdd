import { AlreadyExists, InvalidArgument, NotFound, PreconditionFailed } from '../errors.ts';
import { type Delegate, type ForwardingAddress, type GmailWorld, mailboxOf } from '../world.ts';
import { checkedAddress, verificationOf } from './send-as.ts';
import { getSetting } from './settings.ts';

export const listForwardingAddresses = (world: GmailWorld): readonly Readonly<ForwardingAddress>[] => [
  ...world.forwardingAddresses.values(),
];

export function getForwardingAddress(world: GmailWorld, address: string): Readonly<ForwardingAddress> {
  const found = world.forwardingAddresses.get(address.toLowerCase());
  if (!found) throw new NotFound();
  return found;
}

export function createForwardingAddress(world: GmailWorld, given: string | undefined): Readonly<ForwardingAddress> {
  const forwardingEmail = checkedAddress(given, 'forwardingEmail');
  if (world.forwardingAddresses.has(forwardingEmail)) throw new AlreadyExists('Forwarding address already exists');
  return world.forwardingAddresses.insert({ forwardingEmail, verificationStatus: verificationOf(world, forwardingEmail) });
}

export function deleteForwardingAddress(world: GmailWorld, address: string): void {
  const { forwardingEmail } = getForwardingAddress(world, address);
  const forwarding = getSetting(world, 'autoForwarding');
  if (forwarding.enabled && forwarding.emailAddress?.toLowerCase() === forwardingEmail) {
    throw new PreconditionFailed('The address is in use for auto-forwarding');
  }
  world.forwardingAddresses.remove(forwardingEmail);
  stopForwarding(world, forwardingEmail);
}

/** Filters forward to accepted addresses only: one that forwarded to this one does what else it does, or is gone. */
function stopForwarding(world: GmailWorld, address: string): void {
  for (const { id, action } of [...world.filters.values()]) {
    const { forward, ...rest } = action;
    if (forward?.toLowerCase() !== address) continue;
    if (Object.keys(rest).length === 0) world.filters.remove(id);
    else world.filters.update(id, { action: rest });
  }
}

export const listDelegates = (world: GmailWorld): readonly Readonly<Delegate>[] => [...world.delegates.values()];

export function getDelegate(world: GmailWorld, address: string): Readonly<Delegate> {
  const found = world.delegates.get(address.toLowerCase());
  if (!found) throw new NotFound();
  return found;
}

/** Adds a delegate of the same organisation, who needs no confirmation (reference of `delegates.create`). */
export function createDelegate(world: GmailWorld, given: string | undefined): Readonly<Delegate> {
  const delegateEmail = checkedAddress(given, 'delegate');
  if (delegateEmail === mailboxOf(world).emailAddress.toLowerCase()) throw new InvalidArgument('Invalid delegate');
  if (verificationOf(world, delegateEmail) !== 'accepted') throw new InvalidArgument('Invalid delegate');
  if (world.delegates.has(delegateEmail)) throw new AlreadyExists('Delegate already exists');
  return world.delegates.insert({ delegateEmail, verificationStatus: 'accepted' });
}

export const deleteDelegate = (world: GmailWorld, address: string): void =>
  void world.delegates.remove(getDelegate(world, address).delegateEmail);

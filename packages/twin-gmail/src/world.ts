import type { Context, SeedContext, State, World } from '@svc/twin-kit';
import { mailCollections } from './world/mail.ts';
import { type Mailbox, settingsCollections } from './world/settings.ts';
import { uploadCollections } from './world/uploads.ts';

export const collections = { ...settingsCollections, ...mailCollections, ...uploadCollections };

export type GmailCollections = typeof collections;
export type GmailWorld = World<GmailCollections>;
export type GmailContext = Context<GmailCollections>;
export type GmailSeedContext = SeedContext<GmailCollections>;
export type GmailState = State<GmailCollections>;

/** What actions need that seeds use too. */
export type MailContext = Pick<GmailContext, 'world' | 'ids' | 'now'>;

/** The person whose mailbox this is. */
export function mailboxOf(world: GmailWorld): Readonly<Mailbox> {
  const [mailbox] = world.mailbox.values();
  if (!mailbox) throw new Error('the world has no mailbox');
  return mailbox;
}

export * from './world/mail.ts';
export * from './world/settings.ts';
export * from './world/uploads.ts';

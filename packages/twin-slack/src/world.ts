import type { Context, Ids, SeedContext, State, World } from '@svc/twin-kit';
import { accountCollections } from './world/accounts.ts';
import { conversationCollections } from './world/conversations.ts';
import { fileCollections } from './world/files.ts';
import { messageCollections } from './world/messages.ts';

export const collections = {
  ...accountCollections,
  ...conversationCollections,
  ...messageCollections,
  ...fileCollections,
};

export type SlackCollections = typeof collections;
export type SlackWorld = World<SlackCollections>;
export type SlackContext = Context<SlackCollections>;
export type SlackSeedContext = SeedContext<SlackCollections>;
export type SlackState = State<SlackCollections>;

/** Digits and capitals. */
const ID_RADIX = 36;
const ID_LENGTH = 9;
/** Ids of a kind begin here, as today's of slack.com, and lie so far apart at most. */
const FIRST_ID = 9 * ID_RADIX ** (ID_LENGTH - 1);
const ID_GAP = ID_RADIX ** 4;

/** An id in Slack's form: what it names by its first letters, then digits and capitals. Those of a kind rise, as Slack's do. */
export function newId(ids: Ids, prefix: string): string {
  const number = FIRST_ID + (ids.next(`id:${prefix}`) - 1) * ID_GAP + ids.integer(ID_GAP);
  return `${prefix}0${number.toString(ID_RADIX).toUpperCase()}`;
}

/** The world's time as most of Slack's fields have it. */
export const seconds = (now: number): number => Math.floor(now / 1000);

export * from './world/accounts.ts';
export * from './world/conversations.ts';
export * from './world/files.ts';
export * from './world/messages.ts';

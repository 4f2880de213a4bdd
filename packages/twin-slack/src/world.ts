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

const ID_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ID_LENGTH = 9;

/** An id in Slack's form: what it names by its first letters, then digits and capitals. */
export const newId = (ids: Ids, prefix: string): string => `${prefix}0${ids.text(ID_LENGTH, ID_ALPHABET)}`;

/** The world's time as most of Slack's fields have it. */
export const seconds = (now: number): number => Math.floor(now / 1000);

export * from './world/accounts.ts';
export * from './world/conversations.ts';
export * from './world/files.ts';
export * from './world/messages.ts';

import {
  type Check,
  type CheckArgs,
  type CheckParam,
  type CompilePattern,
  defineCheck,
  defineSeededTapeCheck,
  failed,
  few,
  type Outcome,
  type TapeScan,
} from '@svc/twin-kit';
import { type Channel, type Message, messageKey, type SlackCollections, type SlackState, type User } from '../world.ts';
import { type Names, quote, type Reading, readingOf, readsIn, type Texts } from './reading.ts';

/** What a sentence names isn't there: it fails, and says so. */
export class Missing extends Error {}

const WRITTEN = new Set<string | null | undefined>([
  null,
  undefined,
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
]);

/** Somebody wrote it: it isn't what a channel says of itself. What is scheduled has no subtype. */
export const isWritten = (message: Partial<Pick<Message, 'subtype'>>): boolean => WRITTEN.has(message.subtype);

export const keyOf = (message: Pick<Message, 'channel_id' | 'ts'>): string => messageKey(message.channel_id, message.ts);

const byId = <T extends { id: string }>(records: readonly Readonly<T>[]): Map<string, Readonly<T>> =>
  new Map(records.map((record) => [record.id, record]));

/** A message that a sentence names by its text: as it was at the start, and as it is now. */
export interface NamedMessage {
  before: Readonly<Message> | undefined;
  now: Readonly<Message> | undefined;
}

/** The world at the end beside the one in which the sentence was written: names are those of the latter. */
export class View {
  readonly final: SlackState;
  readonly seed: SlackState;
  readonly names: Names;
  readonly #channels: ReadonlyMap<string, Readonly<Channel>>;
  readonly #users: ReadonlyMap<string, Readonly<User>>;
  readonly #readings = new WeakMap<Texts, Reading>();
  #known: ReadonlySet<string> | undefined;
  #fresh: readonly Readonly<Message>[] | undefined;

  constructor(final: SlackState, seed: SlackState) {
    this.final = final;
    this.seed = seed;
    this.#channels = byId(final.channels);
    this.#users = byId(final.users);
    const usergroups = byId(final.usergroups);
    this.names = {
      user: (id) => this.#users.get(id)?.name,
      channel: (id) => this.#channels.get(id)?.name || undefined,
      usergroup: (id) => usergroups.get(id)?.handle,
    };
  }

  /** The channel that the seed calls so, whatever it is called now; else one that is called so now. */
  channel(reference: string): Readonly<Channel> {
    const found = this.findChannel(reference);
    if (!found) throw new Missing(`there is no channel ${reference}`);
    return found;
  }

  findChannel(reference: string): Readonly<Channel> | undefined {
    const name = reference.replace(/^#/, '');
    const known = this.seed.channels.find((channel) => channel.name === name);
    return known ? this.#channels.get(known.id) : this.final.channels.find((channel) => channel.name === name);
  }

  channelById(id: string): Readonly<Channel> | undefined {
    return this.#channels.get(id);
  }

  user(reference: string): Readonly<User> {
    const name = reference.replace(/^@/, '');
    const known = this.seed.users.find((user) => user.name === name) ?? this.final.users.find((user) => user.name === name);
    if (!known) throw new Missing(`there is no user ${reference}`);
    return this.#users.get(known.id) ?? known;
  }

  /** People by a list such as `@ada, @ben`. */
  people(references: string): Readonly<User>[] {
    return references.split(/, | and /).map((reference) => this.user(reference));
  }

  get viewerId(): string {
    return this.final.settings[0]?.viewer_id ?? '';
  }

  /** Are these the people of the conversation, the agent itself being named or not? */
  isOf({ participants }: Readonly<Channel>, userIds: readonly string[]): boolean {
    const wanted = new Set([...userIds, this.viewerId]);
    return participants.length === wanted.size && participants.every((id) => wanted.has(id));
  }

  members(channel: Readonly<Channel>): string[] {
    return this.final.memberships.flatMap((one) => (one.channel_id === channel.id ? [one.user_id] : []));
  }

  reading(message: Texts): Reading {
    return this.readingWith(message, this.names);
  }

  /** The reading with these names, which are the same for all checks that read the message, made once for them. */
  readingWith(message: Texts, names: Names): Reading {
    const reading = this.#readings.get(message) ?? readingOf(message, names);
    this.#readings.set(message, reading);
    return reading;
  }

  says(message: Texts, needle: string): boolean {
    return readsIn(this.reading(message), needle);
  }

  /** What somebody wrote and what is there, in one channel or everywhere. */
  written(channel?: Readonly<Channel>): readonly Readonly<Message>[] {
    return this.final.messages.filter((one) => isWritten(one) && (!channel || one.channel_id === channel.id));
  }

  isOfSeed(message: Pick<Message, 'channel_id' | 'ts'>): boolean {
    this.#known ??= new Set(this.seed.messages.map(keyOf));
    return this.#known.has(keyOf(message));
  }

  /** The written messages that the seed didn't have. */
  fresh(channel?: Readonly<Channel>): readonly Readonly<Message>[] {
    this.#fresh ??= this.written().filter((message) => !this.isOfSeed(message));
    return channel ? this.#fresh.filter((message) => message.channel_id === channel.id) : this.#fresh;
  }

  /**
   * The messages that a sentence means by a text in them: those of the seed that said it, whatever they say now; where
   * none did, the new ones that say it.
   */
  messages(channel: Readonly<Channel>, text: string, is: (message: Readonly<Message>) => boolean = () => true): NamedMessage[] {
    const mine = (message: Readonly<Message>): boolean =>
      message.channel_id === channel.id && isWritten(message) && is(message) && this.says(message, text);
    const before = this.seed.messages.filter(mine);
    const now = new Map(this.final.messages.map((message) => [keyOf(message), message]));
    const found =
      before.length > 0
        ? before.map((message) => ({ before: message, now: now.get(keyOf(message)) }))
        : this.fresh(channel)
            .filter(mine)
            .map((message) => ({ before: undefined, now: message }));
    if (found.length === 0) throw new Missing(`no message in ${this.called(channel.id)} contains "${text}"`);
    return found;
  }

  /** Those of the named messages that are still there. */
  standing(channel: Readonly<Channel>, text: string): Readonly<Message>[] {
    const standing = this.messages(channel, text).flatMap(({ now }) => (now && isWritten(now) ? [now] : []));
    if (standing.length === 0) throw new Missing(`the message "${text}" in ${this.called(channel.id)} is deleted`);
    return standing;
  }

  called(channelId: string): string {
    const channel = this.#channels.get(channelId);
    if (channel && channel.participants.length === 0) return `#${channel.name}`;
    return `the direct message ${channelId}${channel ? ` of ${this.list(channel.participants)}` : ''}`;
  }

  calledUser(id: string): string {
    return `@${this.names.user(id) ?? id}`;
  }

  list(userIds: readonly string[]): string {
    return userIds.map((id) => this.calledUser(id)).join(', ') || 'nobody';
  }

  /** A message as evidence names it. */
  named(message: Readonly<Message>, needle = ''): string {
    const { ts, channel_id, user_id } = message;
    return `message ${ts} in ${this.called(channel_id)} by ${this.calledUser(user_id)}: ${quote(this.reading(message), needle)}`;
  }

  few(messages: readonly Readonly<Message>[]): string {
    return messages.length > 0 ? `: ${few(messages.map((message) => this.named(message)))}` : '';
  }
}

const views = new WeakMap<SlackState, View>();

/** Several criteria are judged on one pair of worlds. */
function viewOf(final: SlackState, seed: SlackState): View {
  const known = views.get(final);
  if (known?.seed === seed) return known;
  const view = new View(final, seed);
  views.set(final, view);
  return view;
}

const define = defineCheck<SlackCollections>();

interface Declared<P extends string> {
  /** Without `slack.` before it. */
  id: string;
  template: string;
  description: string;
  compares: string;
  limits?: string;
  params: Readonly<Record<P, CheckParam>>;
}

/** Declares a check on what is there at the end. `reads: 'change'` compares it with the seed; else the seed only lends its names. */
export function onWorld<P extends string>({
  evaluate,
  reads = 'final',
  id,
  ...declared
}: Declared<P> & {
  reads?: 'final' | 'change';
  evaluate(args: CheckArgs<P>, view: View, compile: CompilePattern): Outcome;
}): Check {
  return define({
    ...declared,
    id: `slack.${id}`,
    substrate: reads === 'final' ? 'final_state' : 'seed_and_final_state',
    evaluate: (args, final, seed, _others, compile) =>
      orMissing(() => evaluate(args as CheckArgs<P>, viewOf(final, seed), compile)),
  });
}

function orMissing(judge: () => Outcome): Outcome {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Missing) return failed(error.message);
    throw error;
  }
}

const defineOnTape = defineSeededTapeCheck<SlackCollections>();

/** Declares a check on what was ever done. */
export function onTape<P extends string>({
  scan,
  id,
  ...declared
}: Declared<P> & { scan(args: CheckArgs<P>, seed: View, compile: CompilePattern): TapeScan }): Check {
  return defineOnTape({
    ...declared,
    id: `slack.${id}`,
    scan: (args, seed, compile) => {
      try {
        const scanned = scan(args as CheckArgs<P>, viewOf(seed, seed), compile);
        return { row: (row) => scanned.row(row), outcome: (final) => orMissing(() => scanned.outcome(final)) };
      } catch (error) {
        if (error instanceof Missing) return { row: () => {}, outcome: () => failed(error.message) };
        throw error;
      }
    },
  });
}

/** What calls said, as the tape tells it: also what was taken back, in the same call or later. */
import { type Change, failed, isHandshake, type Outcome, pathOf, type TapeRow, type TapeScan, writesOf } from '@svc/twin-kit';
import type { Channel, Ephemeral, Message, Scheduled } from '../world.ts';
import { type Names, quote, type Reading, readsIn, type Texts } from './reading.ts';
import { isWritten, Missing, type View } from './view.ts';

/** How a text came before people's eyes. */
export type Way = 'posted' | 'edited' | 'scheduled' | 'shown to one person';

/** One text that a call wrote. */
export interface Said {
  way: Way;
  channelId: string;
  reading: Reading;
  /** What stood there before an edit. */
  before: Reading | undefined;
  message: Texts & { thread_ts: string | null };
  /** Of messages that stand in a channel. */
  ts: string | undefined;
  row: TapeRow;
}

/** The names of the world in which the sentence was written, and of what calls made since. */
export class Learned {
  readonly names: Names;
  readonly #seed: View;
  readonly #made = new Map<string, Readonly<Channel>>();

  constructor(seed: View) {
    this.#seed = seed;
    this.names = { ...seed.names, channel: (id) => seed.names.channel(id) ?? (this.#made.get(id)?.name || undefined) };
  }

  /** A record of the tape in both readings. Whoever follows a tape knows the same names when the record comes. */
  reading(message: Texts): Reading {
    return this.#seed.readingWith(message, this.names);
  }

  learn({ collection, after }: Change): void {
    if (collection !== 'channels' || after === null) return;
    const channel = after as Channel;
    if (!this.#seed.names.channel(channel.id)) this.#made.set(channel.id, channel);
  }

  /** The people of a direct message or a group of people; empty for channels. */
  participants(channelId: string): readonly string[] {
    return (this.#made.get(channelId) ?? this.#seed.channelById(channelId))?.participants ?? [];
  }

  called(channelId: string): string {
    const made = this.#made.get(channelId);
    if (!made) return this.#seed.called(channelId);
    return made.participants.length === 0
      ? `#${made.name}`
      : `the direct message ${channelId} of ${this.#seed.list(made.participants)}`;
  }

  /** The id of the channel that a sentence names: the seed's, else that of one which was made. */
  channelId(reference: string): string {
    const name = reference.replace(/^#/, '');
    const known = this.#seed.seed.channels.find((channel) => channel.name === name);
    const made = [...this.#made.values()].find((channel) => channel.name === name);
    const found = known ?? made;
    if (!found) throw new Missing(`there is no channel ${reference}`);
    return found.id;
  }
}

const NEW = new Map<string, Way>([
  ['messages', 'posted'],
  ['ephemeral_messages', 'shown to one person'],
  ['scheduled_messages', 'scheduled'],
]);
const CHANGED = new Map<string, Way>([...NEW, ['messages', 'edited']]);

/** What one write says that wasn't said there before; undefined for all other writes. */
function saidBy({ collection, before, after }: Change, row: TapeRow, learned: Learned): Said | undefined {
  if (after === null) return undefined;
  const way = (before === null ? NEW : CHANGED).get(collection);
  if (way === undefined) return undefined;
  const message = after as Message & Ephemeral & Scheduled;
  if (!isWritten(message)) return undefined;
  const old = before === null ? undefined : learned.reading(before as Texts);
  const reading = learned.reading(message);
  if (old && old.shown === reading.shown && old.source === reading.source) return undefined;
  return { way, channelId: message.channel_id, reading, before: old, message, ts: message.ts, row };
}

/** Reads every text of a tape once; `hear` gets those that were new at their places. */
export function listening(
  seed: View,
  hear: (said: Said, learned: Learned) => void,
  end: (learned: Learned, rows: number) => Outcome,
): TapeScan {
  const learned = new Learned(seed);
  let rows = 0;
  return {
    row(row) {
      if (!isHandshake(row)) rows += 1;
      for (const change of writesOf(row)) {
        learned.learn(change);
        const said = saidBy(change, row, learned);
        if (said) hear(said, learned);
      }
    },
    outcome: () => end(learned, rows),
  };
}

/** Did the text come up here, and not stand here before? */
export const newlySays = ({ reading, before }: Said, needle: string): boolean =>
  readsIn(reading, needle) && !(before !== undefined && readsIn(before, needle));

/** A call as evidence names it, e.g. `tape row 7: POST /chat.postMessage`. Slack's statuses say nothing. */
export const namedCall = (row: TapeRow): string => `tape row ${row.seq}: ${row.method} ${pathOf(row)}`;

/** What was said as evidence names it. */
export const namedSaid = ({ way, channelId, reading, ts, row }: Said, learned: Learned, needle = ''): string =>
  `${way} in ${learned.called(channelId)}${ts === undefined ? '' : ` (${ts})`}: ${quote(reading, needle)}; ${namedCall(row)}`;

const MOST_SHOWN = 3;

/** A few examples of many, with how many there were. */
export class Examples {
  readonly #shown: string[] = [];
  count = 0;

  add(describe: () => string): void {
    this.count += 1;
    if (this.#shown.length < MOST_SHOWN) this.#shown.push(describe());
  }

  toString(): string {
    const shown = this.#shown.join('; ');
    return this.count > MOST_SHOWN ? `${shown}; and ${this.count - MOST_SHOWN} more` : shown;
  }
}

/** Fails with what was found, else what `none` says. */
export const unless = (found: Examples, none: Outcome): Outcome => (found.count > 0 ? failed(`${found}`) : none);

import type { Ids } from '@svc/twin-kit';
import type { GmailWorld } from './world.ts';

/** History ids begin apart from other numbers, so that one taken for another is noticed. */
export const FIRST_HISTORY_ID = 10_001;
const FIRST_DRAFT_ID = 7_000_000_000_000_000_001n;

/** The last digits of a message id count messages; the rest is its time in milliseconds, so that ids sort by time as Gmail's do. */
const COUNTER_HEX_DIGITS = 5;
const COUNTERS = 16 ** COUNTER_HEX_DIGITS;
const HEX_DIGITS = 16;
const HEX = Buffer.from('0123456789abcdef');

/** Written over for each: one flat text is cheaper to make, and to use as a key, than one put together. */
const digits = Buffer.alloc(HEX_DIGITS);
let timed = Number.NaN;

function messageId(internalDate: number, count: number): string {
  const time = Math.max(0, Math.floor(internalDate));
  // Messages of one millisecond begin alike.
  if (timed !== time) writeHex(time, 0, HEX_DIGITS - COUNTER_HEX_DIGITS);
  timed = time;
  writeHex(count, HEX_DIGITS - COUNTER_HEX_DIGITS, HEX_DIGITS);
  return digits.toString('latin1');
}

function writeHex(value: number, from: number, to: number): void {
  let left = value;
  for (let at = to - 1; at >= from; at -= 1) {
    digits[at] = HEX[left % HEX.length] as number;
    left = Math.floor(left / HEX.length);
  }
}

export const nextHistoryId = (ids: Ids): number => ids.next('history', FIRST_HISTORY_ID);

/** A message id that neither a message nor a thread has. */
export function nextMessageId({ world, ids }: { world: GmailWorld; ids: Ids }, internalDate: number): string {
  const { messages, history } = world;
  // A thread is named for its first message, and outlives it only where one was deleted, which stands in the history besides those that came.
  const mayOutlive = history.size > messages.size;
  for (;;) {
    const count = ids.next('message') % COUNTERS;
    const id = messageId(internalDate, count);
    if (!messages.has(id) && !(mayOutlive && messages.by.thread.count(id) > 0)) return id;
  }
}

export const nextDraftId = (ids: Ids): string => `r${FIRST_DRAFT_ID + BigInt(ids.next('draft', 0))}`;

export const nextLabelId = (ids: Ids): string => `Label_${ids.next('label')}`;

/** Gmail's filter ids are base64url of something of their own. */
export const nextFilterId = (ids: Ids): string => `ANe1Bmj${ids.text(33)}`;

/** A `Message-ID` as Gmail gives one to mail that comes without. */
export const nextMailId = (ids: Ids): string => `<CAD${ids.text(29)}@mail.gmail.com>`;

/** Does this look like the id of a message or a thread? Others are refused as invalid, not as unknown. */
export const isMessageId = (id: string): boolean => /^[\da-f]{1,16}$/.test(id);

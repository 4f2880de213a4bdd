import type { Fault } from '@svc/contract/faults';
import type { FaultNote } from '../faults/standing.ts';
import type { RoomLimits } from '../room.ts';
import type { Genesis, Write } from '../universe.ts';

/** What a journal begins with: whose twin it is, and what world it started from. */
export interface JournalHead extends SessionHead, Genesis {}

/** The first line: what belongs to one session. A journal's other lines mean the same below another head. */
export interface SessionHead extends Pick<Genesis, 'clock'> {
  twin: string;
  sessionId: string;
  /** SHA-256 of the sandbox's token, lower-case hex. */
  tokenSha256: string;
  /** Ports of this machine that webhooks may go to; absent: none. */
  webhookPorts?: readonly number[];
  /** What the sandbox may keep; absent in journals of earlier versions. */
  room?: RoomLimits;
  /** Faults that stand from the beginning. */
  faults?: readonly Fault[];
  /** How many of its first rows are those of the session that it was forked from; absent where it wasn't. */
  inherited?: number;
  /** Files beside the journal whose lines stand between its first line and its own; absent where they all stand in itself. */
  parts?: readonly Part[];
}

/** Whole lines of another journal below its head, the first of a journal's parts with the line that the world starts from. */
export interface Part {
  /** Its name. */
  file: string;
  /** Where the lines begin, from where offsets of long answers count, and where they end. */
  base: number;
  end: number;
  rows: number;
}

/** The second line: what the world started from, with a clock beside it. */
type Start = Omit<Genesis, 'clock'>;

/**
 * What is written. Version 1 had one line for both, and offsets of long answers counted from the file's start; since version 2
 * they count from the end of the head. Version 3 has parts.
 */
const FORMAT = 2;
const FORMAT_OF_PARTS = 3;
const FORMAT_OF_ONE_LINE = 1;
export const LINES_BEFORE_ROWS = 2;

/**
 * A line is `<row>` for a call that changed nothing and `<row> TAB <commit>` for a write, or for a call that faults counted. A line
 * without a row belongs to no call: it tells of faults that were set. A long answer that stands in the
 * file already is `SOH <offset>,<length> SOH` in its row: agents read the same pages again and again. JSON text holds no
 * raw control characters, so neither mark can stand in a row.
 */
export interface Commit {
  ids?: Write['ids'];
  /** Changes of internal collections. */
  hidden?: Write['changes'];
  /** Present where the row's own delta had a credential taken out. */
  changes?: Write['changes'];
  /** The size of the world after it. */
  world?: number;
  faults?: FaultNote;
}

/** Does this line belong to no call? */
export const isNote = (line: Buffer): boolean => line[0] === TAB;

export const NEWLINE = 0x0a;
export const TAB = 0x09;
export const REFERENCE = 0x01;

/** A journal that can't be taken up: not ours, or damaged before its end. */
export class JournalError extends Error {}

/** The lines of a file, without their ends, those together that came together. */
export async function* linesTogether(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let carried: Buffer[] = [];
  for await (const chunk of stream) {
    const lines: Buffer[] = [];
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      const last = chunk.subarray(start, at);
      lines.push(carried.length > 0 ? Buffer.concat([...carried, last]) : last);
      carried = [];
      start = at + 1;
    }
    // Its sender may make use of the chunk again.
    if (start < chunk.length) carried.push(Buffer.from(chunk.subarray(start)));
    if (lines.length > 0) yield lines;
  }
}

/** The same one by one. */
export async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const lines of linesTogether(stream)) yield* lines;
}

/** The row of a line. */
export function rowOf(line: Buffer): Buffer {
  const tab = line.indexOf(TAB);
  return tab < 0 ? line : line.subarray(0, tab);
}

/** The two lines that a journal begins with. */
export function headLines({ seed, bootedAt, ...session }: JournalHead): { head: Buffer; start: Buffer } {
  return { head: sessionLine(session), start: asLine(startOf({ seed, bootedAt })) };
}

/** The same in one piece, for whoever begins the journal of a session that a process is to take up. */
export const firstLines = (head: JournalHead): Buffer => Buffer.concat(Object.values(headLines(head)));

/** What a world that begins like another one starts from. */
export const startOf = ({ seed, bootedAt }: Start): Start => ({ ...(seed !== undefined && { seed }), bootedAt });

export const sessionLine = (session: SessionHead): Buffer =>
  asLine({ format: session.parts ? FORMAT_OF_PARTS : FORMAT, ...session });

const asLine = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** The line that the world starts from, for a copy of a journal of version 1. */
export const startLine = (head: JournalHead): Buffer => headLines(head).start;

/** A first line that was read. Where it is all that stands before the rows, it tells of the start too. */
export interface FirstLine {
  session: SessionHead;
  start: Start | undefined;
}

/** @throws JournalError for a journal of a version that isn't known here */
export function parseHead(line: Buffer): FirstLine {
  const { format, ...head } = JSON.parse(line.toString()) as JournalHead & { format?: unknown };
  if (format === FORMAT || format === FORMAT_OF_PARTS) return { session: head, start: undefined };
  if (format !== FORMAT_OF_ONE_LINE) {
    const found = typeof format === 'number' ? `version ${format}` : 'no version';
    throw new JournalError(`a journal of ${found}: this twin reads versions ${FORMAT_OF_ONE_LINE} to ${FORMAT_OF_PARTS}`);
  }
  const { seed, bootedAt, ...session } = head;
  return { session, start: startOf({ seed, bootedAt }) };
}

export const parseStart = (line: Buffer): Start => JSON.parse(line.toString()) as Start;

const INHERITED = Buffer.from(',"inherited":true}');

/** A row's text in pieces, one after the other. */
export type RowText = readonly Buffer[];

/** A row with the mark of those that another session's calls left. */
export const asInherited = (row: RowText): RowText => [...row.slice(0, -1), (row.at(-1) as Buffer).subarray(0, -1), INHERITED];

import {
  actionsOf,
  type Change,
  type Check,
  type CheckArgs,
  type CompilePattern,
  defineSeededTapeCheck,
  defineTapeCheck,
  failed,
  firstRow,
  namedRow,
  passed,
  quoted,
  Recent,
  requireNamed,
  type TapeCheck,
  type TapeRow,
  type TapeScan,
  writesOf,
} from '@svc/twin-kit';
import type { Content, GmailCollections, GmailState, Message } from '../world.ts';
import { listed, orMissing } from './find.ts';
import { isSent, recipients } from './names.ts';
import { readTexts } from './words.ts';

/** A mail that a call sent. */
export interface Sent {
  message: Message;
  content: Content;
  /** The draft that it was, where it was one. */
  draftId: string | undefined;
}

/** What speaks for a mail, for evidence; undefined where nothing does. */
export type Look = (sent: Sent) => string | undefined;

export const SENDS =
  'A draft that is sent counts, and so does what was deleted afterwards; what is inserted or imported is not sent.';
/** Of what was sent, in evidence. */
const MOST_LISTED = 10;
const SENDING = new Set<string | null>(['send_message', 'send_draft']);

/** The mails that a call sent. One that was deleted later was sent all the same; what is inserted or imported is not sent. */
export const sentBy = (row: TapeRow): readonly Sent[] => sentByRow.of(row);

const sentByRow = new Recent((row: TapeRow): readonly Sent[] => {
  if (writesOf(row).length === 0) return [];
  requireNamed(row);
  return actionsOf(row).flatMap(({ tool, writes }) => (SENDING.has(tool) ? sentIn(writes) : []));
}, 1);

const sentIn = (writes: readonly Change[]): Sent[] =>
  writes.flatMap(({ collection, before, after }) => {
    if (collection !== 'messages' || before !== null || after === null || !isSent(after as Message)) return [];
    const message = after as Message;
    const content = writes.find((one) => one.collection === 'contents' && one.id === message.id)?.after as Content | undefined;
    const draft = writes.find((one) => one.collection === 'drafts' && one.after === null);
    return content ? [{ message, content, draftId: draft && String(draft.id) }] : [];
  });

/** Did a call send mail, or try to? */
export function triesToSend(row: TapeRow): boolean {
  requireNamed(row);
  return actionsOf(row).some(({ tool }) => SENDING.has(tool));
}

/** A scan for a mail that was sent; where there is none, the evidence lists what else was sent `among` those that come near. */
export function sentScan(look: Look, described: string, among = (_sent: Sent): boolean => true): TapeScan {
  let found: string | undefined;
  const others: string[] = [];
  let last: Sent | undefined;
  return {
    row(row) {
      if (found !== undefined) return;
      for (const sent of sentBy(row)) {
        const evidence = look(sent);
        if (evidence !== undefined) found ??= `${evidence}; ${namedRow(row)}`;
        else if (others.length < MOST_LISTED && among(sent)) {
          others.push(sent.message.subject);
          last = sent;
        }
      }
    },
    outcome() {
      if (found !== undefined) return passed(found);
      return failed(`${described}: ${listed(others)}${last ? `; the last of them goes to ${addressed(last)}` : ''}`);
    },
  };
}

/** To whom a mail went, and what it says. */
const addressed = ({ message, content }: Sent): string => {
  const text = readTexts(content).find(({ field }) => field === 'text')?.text ?? '';
  return `${recipients(message).join(', ')} and says ${quoted(text)}`;
};

/** A scan that no mail may be found by. */
export const neverScan = (look: Look, clean: string): TapeScan =>
  firstRow(
    (row) => {
      for (const sent of sentBy(row)) {
        const evidence = look(sent);
        if (evidence !== undefined) return `${quoted(sent.message.subject)} ${evidence}; ${namedRow(row)}`;
      }
      return undefined;
    },
    (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls ${clean}`)),
  );

/** A scan that counts mails. */
export function countScan(isCounted: (sent: Sent) => boolean, holds: (count: number) => boolean): TapeScan {
  const subjects: string[] = [];
  return {
    row(row) {
      for (const sent of sentBy(row)) if (isCounted(sent)) subjects.push(sent.message.subject);
    },
    outcome() {
      const evidence = `sent: ${subjects.length}: ${listed(subjects)}`;
      return holds(subjects.length) ? passed(evidence) : failed(evidence);
    },
  };
}

type Declared<P extends string> = Pick<TapeCheck, 'id' | 'template' | 'description' | 'compares' | 'limits'> & {
  params: Readonly<Record<P, TapeCheck['params'][string]>>;
};

/** Declares that at least one mail was sent that is so. */
export const wasSent = <P extends string>({
  look,
  described,
  among,
  ...declared
}: Declared<P> & {
  look(args: CheckArgs<P>, compile: CompilePattern): Look;
  /** What others were, for the evidence of a failure. */
  described?(args: CheckArgs<P>): string;
  among?(args: CheckArgs<P>): (sent: Sent) => boolean;
}): Check =>
  defineTapeCheck({
    ...declared,
    description: `${declared.description} ${SENDS}`,
    scan: (args, compile) => sentScan(look(args, compile), described?.(args) ?? 'sent', among?.(args)),
  });

/** Declares that no mail was sent that is so. */
export const neverSent = <P extends string>({
  look,
  clean,
  ...declared
}: Declared<P> & {
  look(args: CheckArgs<P>, compile: CompilePattern): Look;
  /** What no call did. */
  clean: string;
}): Check => defineTapeCheck({ ...declared, scan: (args, compile) => neverScan(look(args, compile), clean) });

/** Declares a check on what was sent that looks the sentence's names up in the seed. */
export const sentOfSeed = <P extends string>({
  scan,
  ...declared
}: Declared<P> & { scan(args: CheckArgs<P>, seed: GmailState, compile: CompilePattern): TapeScan }): Check =>
  defineSeededTapeCheck<GmailCollections>()({
    ...declared,
    scan: (args: CheckArgs<P>, seed, compile) =>
      orMissing(
        () => scan(args, seed, compile),
        (outcome) => ({ row: () => {}, outcome: () => outcome }),
      ),
  });

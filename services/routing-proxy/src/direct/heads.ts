import { LOST_ANSWER_STATUS } from '@svc/contract/lost-answer';
import { CRLF, HEAD_END, type PlainFields, type Presented, presentedIn, readFields, writeFields } from '@svc/plain-http';
import type { SeenMount } from '../gate.ts';
import { answerFields, EDGE_HEADER, requestHeaders } from '../headers.ts';

/** How an answer's body ends: after so many bytes, with its last chunk, or with the connection (RFC 9112, section 6.3). */
export type BodyEnd = number | 'chunked' | 'connection';

/** The head of a twin's answer. */
export interface AnswerHead {
  /** Bytes of it, the empty line included. */
  size: number;
  end: BodyEnd;
  /** True when the connection to the twin can carry another call. */
  reusable: boolean;
  /** True when its bytes may go to the client as they are. */
  plain: boolean;
  /** True when the client gets no answer: a fault that somebody asked for. */
  lost: boolean;
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) /;
/** Fields of one connection, and those that say how a body ends. */
const SPECIAL =
  /\r\n(?:(content-length)|(transfer-encoding)|(connection)|keep-alive|te|trailer|upgrade|http2-settings|proxy-[a-z-]+):[ \t]*([^\r\n]*)/gi;
const FIRST_FINAL_STATUS = 200;
const BODILESS: ReadonlySet<number> = new Set([204, 304]);
/** More than node sends. */
const LONGEST_HEAD = 64 << 10;

/** An answer that can't be passed on. */
export class InvalidAnswer extends Error {}

/**
 * Reads the head at the beginning of what a twin answered.
 *
 * @returns undefined while it isn't all there
 * @throws InvalidAnswer
 */
export function readAnswerHead(bytes: Buffer, method: string): AnswerHead | undefined {
  const at = bytes.indexOf(HEAD_END);
  if (at < 0) {
    if (bytes.length > LONGEST_HEAD) throw new InvalidAnswer('the head of the answer is too long');
    return undefined;
  }
  const head = bytes.toString('latin1', 0, at);
  const status = Number(STATUS_LINE.exec(head)?.[1]);
  if (!(status >= FIRST_FINAL_STATUS)) throw new InvalidAnswer('the answer has no status of its own');
  let length: number | undefined;
  let chunked = false;
  let reusable = true;
  let plain = true;
  SPECIAL.lastIndex = 0;
  for (let found = SPECIAL.exec(head); found; found = SPECIAL.exec(head)) {
    const value = found[4]!.trimEnd().toLowerCase();
    if (found[1]) {
      if (length !== undefined || !/^\d+$/.test(value)) throw new InvalidAnswer('the length of the answer is unclear');
      length = Number(value);
    } else if (found[2]) {
      if (value !== 'chunked' || chunked) throw new InvalidAnswer('the answer has an unknown transfer coding');
      chunked = true;
    } else if (!found[3] || value !== 'keep-alive') {
      plain = false;
      if (found[3] && value.includes('close')) reusable = false;
    }
  }
  if (chunked && length !== undefined) throw new InvalidAnswer('the length of the answer is unclear');
  const end = method === 'HEAD' || BODILESS.has(status) ? 0 : chunked ? 'chunked' : (length ?? 'connection');
  return {
    size: at + HEAD_END.length,
    end,
    reusable: reusable && end !== 'connection',
    plain: plain && end !== 'connection',
    lost: status === LOST_ANSWER_STATUS,
  };
}

/**
 * The head as the client gets it, where it can't go as it is: without the fields of the connection to the twin.
 *
 * @param last true when the client's connection ends with this answer
 */
export function rewriteAnswerHead(bytes: Buffer, { size, end }: AnswerHead, last: boolean): Buffer {
  const head = bytes.toString('latin1', 0, size - HEAD_END.length);
  const [line = ''] = head.split(CRLF, 1);
  const fields = readFields(head.slice(line.length + CRLF.length));
  if (!fields) throw new InvalidAnswer('the head of the answer is malformed');
  const own = end === 'chunked' ? ['transfer-encoding', 'chunked'] : [];
  const connection = last || end === 'connection' ? 'close' : 'keep-alive';
  return Buffer.from(
    `${line}${CRLF}${writeFields([...answerFields(fields), ...own, 'connection', connection])}${CRLF}`,
    'latin1',
  );
}

/** What the proxy makes of the fields of a request, once for all requests that have the same ones. */
export class PassedFields {
  readonly of: PlainFields;
  readonly presented: Presented;
  #sent: { mount: SeenMount; text: string } | undefined;

  constructor(of: PlainFields) {
    this.of = of;
    this.presented = presentedIn(of.authorization);
  }

  /** Did they come by way of an edge? */
  get isForwarded(): boolean {
    return this.of.list.some((name, at) => at % 2 === 0 && name.toLowerCase() === EDGE_HEADER);
  }

  /** The lines for the twin. */
  sentTo(mount: SeenMount, protocol: 'http' | 'https'): string {
    if (this.#sent?.mount !== mount) {
      const seen = { ...mount, host: this.of.host, protocol };
      this.#sent = { mount, text: writeFields(requestHeaders(this.of.list, undefined, seen)) };
    }
    return this.#sent.text;
  }
}

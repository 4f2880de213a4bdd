import { digestsIn } from '../credentials.ts';
import type { SeenMount } from '../decision.ts';
import { requestHeaders } from '../headers.ts';
import { CRLF, HEAD_END, readFields, writeFields } from './fields.ts';

/** A request that came whole, in one piece, in the form that nearly all have: what there is to know of it is known at once. */
export interface PlainRequest {
  method: string;
  /** Path and query as the client wrote them. */
  target: string;
  fields: PlainFields;
  body: Buffer;
}

const REQUEST_LINE = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const LENGTH = /^\d{1,8}$/;
/** Longer ones are node's to refuse. */
const LONGEST_HEAD = 8 << 10;
/** Fields that make more of a request than a head and a counted body. */
const UNUSUAL: ReadonlySet<string> = new Set(['transfer-encoding', 'upgrade', 'expect']);

/**
 * Reads a request that is plain beyond doubt. Whatever may be read in two ways, or needs more than passing on, isn't: a head that isn't whole,
 * a body that isn't all here or is followed by more, lengths, hosts or bearers given twice, transfer codings, upgrades.
 *
 * @param last the fields of the connection's last request: a client sends the same ones call after call
 */
export function readPlainRequest(bytes: Buffer, last: PlainFields | undefined): PlainRequest | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0 || end > LONGEST_HEAD) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const lineEnd = head.indexOf(CRLF);
  const line = lineEnd < 0 ? null : REQUEST_LINE.exec(head.slice(0, lineEnd));
  if (!line) return undefined;
  const text = head.slice(lineEnd + CRLF.length);
  const fields = last?.text === text ? last : PlainFields.read(text);
  const body = end + HEAD_END.length;
  if (!fields || body + fields.length !== bytes.length) return undefined;
  return { method: line[1]!, target: line[2]!, fields, body: bytes.subarray(body) };
}

/** The fields of a plain request. */
export class PlainFields {
  /** As they came. */
  readonly text: string;
  readonly host: string;
  /** Bytes of the body. */
  readonly length: number;
  readonly #fields: readonly string[];
  readonly #authorization: string | undefined;
  #presented: readonly Buffer[] | undefined;
  #sent: { mount: SeenMount; text: string } | undefined;

  private constructor(text: string, fields: readonly string[], found: Map<string, string>) {
    this.text = text;
    this.#fields = fields;
    this.host = found.get('host') as string;
    this.#authorization = found.get('authorization');
    this.length = Number(found.get('content-length') ?? 0);
  }

  static read(text: string): PlainFields | undefined {
    const fields = readFields(text);
    if (!fields) return undefined;
    const found = new Map<string, string>();
    for (let at = 0; at < fields.length; at += 2) {
      const name = fields[at]!.toLowerCase();
      if (UNUSUAL.has(name)) return undefined;
      if (!SINGLE.has(name)) continue;
      if (found.has(name)) return undefined;
      found.set(name, fields[at + 1]!);
    }
    const plain =
      found.has('host') &&
      (found.get('connection') ?? KEEP_ALIVE).toLowerCase() === KEEP_ALIVE &&
      LENGTH.test(found.get('content-length') ?? '0');
    return plain ? new PlainFields(text, fields, found) : undefined;
  }

  /** Digests of the tokens that they present. */
  get presented(): readonly Buffer[] {
    this.#presented ??= digestsIn(this.#authorization);
    return this.#presented;
  }

  /** The lines for the twin. */
  sentTo(mount: SeenMount, protocol: 'http' | 'https'): string {
    if (this.#sent?.mount !== mount) {
      const seen = { ...mount, host: this.host, protocol };
      this.#sent = { mount, text: writeFields(requestHeaders(this.#fields, undefined, seen)) };
    }
    return this.#sent.text;
  }
}

const KEEP_ALIVE = 'keep-alive';
/** Fields that the proxy goes by, which must stand once. */
const SINGLE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-length', 'connection']);

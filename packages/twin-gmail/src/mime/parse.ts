import { isAscii } from 'node:buffer';
import libqp from 'libqp';
import {
  decodeWords,
  type Envelope,
  envelopeOf,
  fromBinary,
  type HeaderField,
  isInEnvelope,
  parseFields,
  structured,
  toBinary,
} from './headers.ts';

/** What a part is besides its body. */
interface About {
  /** Lower case, e.g. `text/plain`. */
  mimeType: string;
  /** Empty where the part isn't named. */
  filename: string;
  fields: readonly HeaderField[];
  charset: string | undefined;
  isAttachment: boolean;
}

/** A body as it stands in the message. */
interface CodedBody {
  /** Bytes as characters of the same number. */
  text: string;
  /** The transfer encoding, in lower case. */
  encoding: string;
  /** True where nothing in it is outside ASCII. */
  isAscii: boolean;
}

/** A part of a message. Containers have parts, leaves have a body, which is decoded once somebody asks for it. */
export class Part implements About {
  readonly mimeType: string;
  readonly filename: string;
  readonly fields: readonly HeaderField[];
  readonly charset: string | undefined;
  readonly isAttachment: boolean;
  readonly parts: readonly Part[];
  readonly #coded: CodedBody | undefined;
  #body: Buffer | undefined;
  #envelope: Envelope | undefined;

  /** @param coded the leaf's body; none for containers */
  constructor(about: About, coded: CodedBody | undefined, parts: readonly Part[]) {
    this.mimeType = about.mimeType;
    this.filename = about.filename;
    this.fields = about.fields;
    this.charset = about.charset;
    this.isAttachment = about.isAttachment;
    this.#coded = coded;
    this.parts = parts;
  }

  /** The leaf's bytes without their transfer encoding; empty for containers. */
  get body(): Buffer {
    this.#body ??= this.#coded ? decodeBody(this.#coded) : NO_BODY;
    return this.#body;
  }

  /** The leaf's text where it stands in the message as it is, letter by letter, whatever of the usual sets it is in. */
  get asciiText(): string | undefined {
    const coded = this.#coded;
    const isPlain =
      coded?.isAscii && !CODINGS.has(coded.encoding) && (this.charset === undefined || ABOVE_ASCII.test(this.charset));
    return isPlain ? coded.text : undefined;
  }

  /** Of a message. */
  get envelope(): Envelope {
    this.#envelope ??= envelopeOf(this.fields);
    return this.#envelope;
  }

  /** The same with further fields in front. */
  below(fields: readonly HeaderField[]): Part {
    const part = new Part({ ...about(this), fields: [...fields, ...this.fields] }, this.#coded, this.parts);
    if (!fields.some(isInEnvelope)) part.#envelope = this.#envelope;
    return part;
  }
}

const about = ({ mimeType, filename, fields, charset, isAttachment }: About): About => ({
  mimeType,
  filename,
  fields,
  charset,
  isAttachment,
});

const NO_BODY = Buffer.alloc(0);

/** Parts deeper than this are leaves: a limit against crafted messages. */
const DEEPEST = 50;

/** Takes a message or a MIME entity apart. Any bytes are a message: what isn't understood is text. */
export function parseMessage(raw: Buffer): Part {
  return parseEntity({ entity: toBinary(raw), isAscii: isAscii(raw), defaultType: 'text/plain', depth: 0 });
}

/** How long a line end is that stands here; 0 where none does. */
const lineEndAt = (text: string, at: number): number => (text.startsWith('\n', at) ? 1 : text.startsWith('\r\n', at) ? 2 : 0);

/** Where an entity's header ends: at its first empty line. */
export function headerLength(entity: string): number {
  if (lineEndAt(entity, 0) > 0) return 0;
  for (let feed = entity.indexOf('\n'); feed >= 0; feed = entity.indexOf('\n', feed + 1)) {
    if (lineEndAt(entity, feed + 1) > 0) return entity[feed - 1] === '\r' ? feed - 1 : feed;
  }
  return entity.length;
}

/** Cuts an entity at its first empty line. @param ascii true where it is known to be nothing but ASCII */
export function splitEntity(entity: string, ascii = false): { fields: HeaderField[]; body: string } {
  const end = headerLength(entity);
  const gap = end + lineEndAt(entity, end);
  // The line end of the last field, and the one of the empty line.
  const begin = end === 0 ? gap : gap + lineEndAt(entity, gap);
  return { fields: parseFields(entity.slice(0, end), ascii), body: entity.slice(begin) };
}

/** The parts between the delimiters (RFC 2046, section 5.1.1); the line end before a delimiter belongs to it. */
export function splitMultipart(body: string, boundary: string): string[] {
  const delimiter = new RegExp(`(?:^|\\r?\\n)--${RegExp.escape(boundary)}(--)?[ \\t]*(?=\\r?\\n|$)`, 'g');
  const parts: string[] = [];
  let start: number | undefined;
  for (const match of body.matchAll(delimiter)) {
    if (start !== undefined) parts.push(body.slice(Math.min(start, match.index), match.index));
    if (match[1] === '--') return parts;
    const end = match.index + match[0].length;
    start = end + (/^\r?\n/.exec(body.slice(end, end + 2))?.[0].length ?? 0);
  }
  // A message cut short keeps its last part.
  return start === undefined ? parts : [...parts, body.slice(start)];
}

/** Text of a message that is to be taken apart. */
interface Entity {
  /** Bytes as characters of the same number. */
  entity: string;
  isAscii: boolean;
  /** Of what doesn't name a type. */
  defaultType: string;
  depth: number;
}

function parseEntity({ entity, isAscii: ascii, defaultType, depth }: Entity): Part {
  const { fields, body } = splitEntity(entity, ascii);
  const type = structured(fields, 'Content-Type');
  const disposition = structured(fields, 'Content-Disposition');
  const mimeType = MIME_TYPE.test(type.value) ? type.value : defaultType;
  const { boundary } = type.params;
  const filename = decodeWords(disposition.params.filename ?? type.params.name ?? '');
  const part = { mimeType, filename, fields, charset: type.params.charset };
  const below = { isAscii: ascii, depth: depth + 1 };
  if (mimeType.startsWith('multipart/') && boundary && depth < DEEPEST) {
    const childType = mimeType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    const parts = splitMultipart(body, boundary).map((child) => parseEntity({ ...below, entity: child, defaultType: childType }));
    return new Part({ ...part, isAttachment: false }, undefined, parts);
  }
  const coded = { text: body, encoding: structured(fields, 'Content-Transfer-Encoding').value, isAscii: ascii };
  const isText = mimeType.startsWith('text/') || mimeType.startsWith('multipart/');
  const isAttachment = filename !== '' || disposition.value === 'attachment' || (!isText && depth > 0);
  const parts = mimeType === 'message/rfc822' && depth < DEEPEST ? [enclosed(coded, depth)] : NO_PARTS;
  return new Part({ ...part, isAttachment }, coded, parts);
}

const MIME_TYPE = /^[^\s/]+\/[^\s/]+$/;
const NO_PARTS: readonly Part[] = [];

/** The message that is the body of a part. */
function enclosed(coded: CodedBody, depth: number): Part {
  const bytes = decodeBody(coded);
  return parseEntity({ entity: toBinary(bytes), isAscii: isAscii(bytes), defaultType: 'text/plain', depth: depth + 1 });
}

/** Transfer encodings in which bytes are written as others. */
const CODINGS: ReadonlySet<string> = new Set(['base64', 'quoted-printable']);

function decodeBody({ text, encoding }: CodedBody): Buffer {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  if (encoding === 'quoted-printable') return libqp.decode(text);
  return fromBinary(text);
}

/** Sets that ASCII is the beginning of. */
const ABOVE_ASCII = /^(?:utf-?8|us-ascii|iso-8859-\d+|windows-125\d)$/i;

/** A text part as text, whatever its character set; an unknown one is taken as UTF-8. */
export function partText(part: Part): string {
  const { asciiText, charset } = part;
  if (asciiText !== undefined) return asciiText;
  const { body } = part;
  if (isAscii(body) && (charset === undefined || ABOVE_ASCII.test(charset))) return body.toString('latin1');
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

/** A part with its place: empty for the message, then `0`, `1`, `1.0` … as Gmail's `partId` counts them. */
export interface PlacedPart {
  part: Part;
  partId: string;
}

/** The part and all below it, in order. */
export function walk(part: Part, partId = ''): readonly PlacedPart[] {
  const placed = { part, partId };
  if (part.parts.length === 0) return [placed];
  const below = part.parts.flatMap((child, at) => walk(child, partId === '' ? String(at) : `${partId}.${at}`));
  return [placed, ...below];
}

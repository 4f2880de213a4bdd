import { isAscii } from 'node:buffer';
import libqp from 'libqp';
import { decodeWords, fromBinary, type HeaderField, parseFields, structured, toBinary } from './headers.ts';

/** A part of a message, decoded. Containers have parts, leaves have a body. */
export interface Part {
  /** Lower case, e.g. `text/plain`. */
  mimeType: string;
  /** Empty where the part isn't named. */
  filename: string;
  fields: readonly HeaderField[];
  /** The leaf's bytes without their transfer encoding; empty for containers. */
  body: Buffer;
  charset: string | undefined;
  isAttachment: boolean;
  parts: readonly Part[];
}

/** Parts deeper than this are leaves: a limit against crafted messages. */
const DEEPEST = 50;

/** Takes a message or a MIME entity apart. Any bytes are a message: what isn't understood is text. */
export function parseMessage(raw: Buffer): Part {
  return parseEntity(toBinary(raw), 'text/plain', 0);
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

/** Cuts an entity at its first empty line. */
export function splitEntity(entity: string): { fields: HeaderField[]; body: string } {
  const end = headerLength(entity);
  const gap = end + lineEndAt(entity, end);
  // The line end of the last field, and the one of the empty line.
  return { fields: parseFields(entity.slice(0, end)), body: entity.slice(end === 0 ? gap : gap + lineEndAt(entity, gap)) };
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

function parseEntity(entity: string, defaultType: string, depth: number): Part {
  const { fields, body } = splitEntity(entity);
  const type = structured(fields, 'Content-Type');
  const disposition = structured(fields, 'Content-Disposition');
  const mimeType = /^[^\s/]+\/[^\s/]+$/.test(type.value) ? type.value : defaultType;
  const { boundary } = type.params;
  const filename = decodeWords(disposition.params.filename ?? type.params.name ?? '');
  const part = { mimeType, filename, fields, charset: type.params.charset };
  if (mimeType.startsWith('multipart/') && boundary && depth < DEEPEST) {
    const childType = mimeType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    const parts = splitMultipart(body, boundary).map((child) => parseEntity(child, childType, depth + 1));
    return { ...part, body: Buffer.alloc(0), isAttachment: false, parts };
  }
  const bytes = decodeBody(body, structured(fields, 'Content-Transfer-Encoding').value);
  const isText = mimeType.startsWith('text/') || mimeType.startsWith('multipart/');
  const isAttachment = filename !== '' || disposition.value === 'attachment' || (!isText && depth > 0);
  const parts = mimeType === 'message/rfc822' && depth < DEEPEST ? [parseEntity(toBinary(bytes), 'text/plain', depth + 1)] : [];
  return { ...part, body: bytes, isAttachment, parts };
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return libqp.decode(body);
  return fromBinary(body);
}

/** Sets that ASCII is the beginning of. */
const ABOVE_ASCII = /^(?:utf-?8|us-ascii|iso-8859-\d+|windows-125\d)$/i;

/** A text part as text, whatever its character set; an unknown one is taken as UTF-8. */
export function partText({ charset, body }: Part): string {
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

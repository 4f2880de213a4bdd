/** Lines with their length in front, as git's protocols are made of them: https://git-scm.com/docs/protocol-common */

const LENGTH_DIGITS = 4;
/** Bytes of the longest line, its length included. */
const LONGEST = 65_520;

export const FLUSH = Buffer.from('0000');

export function pktLine(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from((bytes.length + LENGTH_DIGITS).toString(16).padStart(LENGTH_DIGITS, '0')), bytes]);
}

/** What a client sent isn't git's protocol. */
export class ProtocolError extends Error {}

/** A line, or what ends a list of them. */
export type Pkt = Buffer | 'flush';

/**
 * Reads one line.
 *
 * @param take gives exactly so many bytes, or fewer where there are no more
 * @throws ProtocolError
 */
export function readPkt(take: (bytes: number) => Buffer): Pkt | 'end' {
  const digits = take(LENGTH_DIGITS);
  if (digits.length === 0) return 'end';
  const text = digits.toString('latin1');
  if (!/^[0-9a-fA-F]{4}$/.test(text)) throw new ProtocolError('bad line length character');
  const length = Number.parseInt(text, 16);
  if (length === 0) return 'flush';
  if (length < LENGTH_DIGITS || length > LONGEST) throw new ProtocolError(`bad line length ${length}`);
  const content = take(length - LENGTH_DIGITS);
  if (content.length < length - LENGTH_DIGITS) throw new ProtocolError('the remote end hung up unexpectedly');
  return content;
}

/** Bands of `side-band-64k`: what is asked for, and what is told to people. */
const BANDS = { data: 1, progress: 2 } as const;
const BAND_BYTES = LONGEST - LENGTH_DIGITS - 1;

/** Puts bytes into a band, in as many lines as it takes. */
export function inBand(band: keyof typeof BANDS, content: Buffer): Buffer {
  const lines: Buffer[] = [];
  for (let at = 0; at < content.length; at += BAND_BYTES)
    lines.push(pktLine(Buffer.concat([Buffer.of(BANDS[band]), content.subarray(at, at + BAND_BYTES)])));
  return Buffer.concat(lines);
}

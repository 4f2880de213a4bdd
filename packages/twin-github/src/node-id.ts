const ARRAY = 0x90;
const STRING_16 = 0xda;
const UINT_32 = 0xce;
const UINT_64 = 0xcf;
const LONGEST_HEAD = 9;
/** Parts of an id, the leading zero included. */
const MOST_PARTS = 15;

/** GitHub's global node ids: a type prefix and the base64url of a MessagePack array `[0, …ids]`. */
export function nodeId(prefix: string, ...parts: readonly (number | string)[]): string {
  const most = parts.reduce<number>((size, part) => size + LONGEST_HEAD + (typeof part === 'string' ? part.length * 3 : 0), 2);
  const bytes = Buffer.allocUnsafe(most);
  bytes[0] = ARRAY + parts.length + 1;
  bytes[1] = 0;
  const end = parts.reduce<number>((at, part) => pack(bytes, at, part), 2);
  return `${prefix}_${bytes.toString('base64url', 0, end)}`;
}

/** @returns the position after the part. */
function pack(bytes: Buffer, at: number, part: number | string): number {
  if (typeof part === 'string') {
    const length = bytes.write(part, at + 3);
    bytes[at] = STRING_16;
    bytes.writeUInt16BE(length, at + 1);
    return at + 3 + length;
  }
  if (part < 0x80) return bytes.writeUInt8(part, at);
  if (part <= 0xffff_ffff) {
    bytes[at] = UINT_32;
    return bytes.writeUInt32BE(part, at + 1);
  }
  bytes[at] = UINT_64;
  return bytes.writeBigUInt64BE(BigInt(part), at + 1);
}

/** The parts of a node id that GitHub's newer format has; undefined for a text that is none. */
export function readNodeId(id: string): { prefix: string; parts: (number | string)[] } | undefined {
  const at = id.indexOf('_');
  const [prefix, text] = [id.slice(0, at), id.slice(at + 1)];
  const bytes = Buffer.from(text, 'base64url');
  if (at < 1 || bytes.length < 2 || bytes.toString('base64url') !== text) return undefined;
  const count = (bytes[0] as number) - ARRAY;
  if (count < 2 || count > MOST_PARTS || bytes[1] !== 0) return undefined;
  const parts: (number | string)[] = [];
  let place = 2;
  try {
    for (; parts.length < count - 1; ) {
      const [part, end] = unpack(bytes, place);
      parts.push(part);
      place = end;
    }
  } catch {
    return undefined;
  }
  return place === bytes.length ? { prefix, parts } : undefined;
}

/** The part at a position, and the position after it. @throws RangeError where the bytes end before it */
function unpack(bytes: Buffer, at: number): [part: number | string, end: number] {
  const kind = bytes.readUInt8(at);
  if (kind < 0x80) return [kind, at + 1];
  if (kind === UINT_32) return [bytes.readUInt32BE(at + 1), at + 5];
  if (kind === UINT_64) return [Number(bytes.readBigUInt64BE(at + 1)), at + 9];
  if (kind !== STRING_16) throw new RangeError('no part of a node id');
  const end = at + 3 + bytes.readUInt16BE(at + 1);
  if (end > bytes.length) throw new RangeError('the text ends early');
  return [bytes.toString('utf8', at + 3, end), end];
}

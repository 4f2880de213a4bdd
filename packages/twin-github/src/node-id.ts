const ARRAY = 0x90;
const STRING_16 = 0xda;
const UINT_32 = 0xce;
const UINT_64 = 0xcf;
const LONGEST_HEAD = 9;

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

/** GitHub's global node ids: a type prefix and the base64url of a MessagePack array `[0, …ids]`. */
export function nodeId(prefix: string, ...parts: readonly (number | string)[]): string {
  const packed = [0, ...parts].map(pack);
  return `${prefix}_${Buffer.concat([Buffer.of(0x90 + packed.length), ...packed]).toString('base64url')}`;
}

function pack(part: number | string): Buffer {
  if (typeof part === 'string') {
    const bytes = Buffer.from(part);
    return Buffer.concat([Buffer.of(0xda, bytes.length >> 8, bytes.length & 0xff), bytes]);
  }
  if (part < 0x80) return Buffer.of(part);
  if (part <= 0xffff_ffff) {
    const bytes = Buffer.alloc(5, 0xce);
    bytes.writeUInt32BE(part, 1);
    return bytes;
  }
  const bytes = Buffer.alloc(9, 0xcf);
  bytes.writeBigUInt64BE(BigInt(part), 1);
  return bytes;
}

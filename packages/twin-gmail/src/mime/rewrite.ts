import { isAscii } from 'node:buffer';
import { fromBinary, toBinary } from './headers.ts';
import { headerLength } from './parse.ts';

/**
 * A message as Gmail takes it from callers: bytes outside ASCII in its header are read as Latin-1 and written as UTF-8, so that
 * UTF-8 that isn't an encoded word (RFC 2047) becomes unreadable (gmcli PR 10, googleworkspace/cli issue 404).
 */
export function withHeaderAsLatin1(raw: Buffer): Buffer {
  if (isAscii(raw)) return raw;
  const binary = toBinary(raw);
  const end = headerLength(binary);
  return Buffer.concat([Buffer.from(binary.slice(0, end), 'utf8'), raw.subarray(end)]);
}

/** The message without the header fields of these names, folded lines and all. */
export function withoutFields(raw: Buffer, names: readonly string[]): Buffer {
  const binary = toBinary(raw);
  const end = headerLength(binary);
  const field = new RegExp(`^(?:${names.map(RegExp.escape).join('|')})[ \\t]*:[^\\n]*(?:\\n[ \\t][^\\n]*)*(?:\\n|$)`, 'gim');
  const kept = binary.slice(0, end).replaceAll(field, '');
  // The line end before the empty line went with the last field.
  const gap = kept === '' || kept.endsWith('\n') ? (/^\r?\n/.exec(binary.slice(end))?.[0].length ?? 0) : 0;
  return Buffer.concat([fromBinary(kept), raw.subarray(end + gap)]);
}

import { fromBinary, toBinary } from './headers.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: looks for bytes outside ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** Where a message's header ends: at its first empty line. */
function headerLength(binary: string): number {
  if (/^\r?\n/.test(binary)) return 0;
  const gap = /\r?\n\r?\n/.exec(binary);
  return gap ? gap.index : binary.length;
}

/**
 * A message as Gmail takes it from callers: bytes outside ASCII in its header are read as Latin-1 and written as UTF-8, so that
 * UTF-8 that isn't an encoded word (RFC 2047) becomes unreadable (gmcli PR 10, googleworkspace/cli issue 404).
 */
export function withHeaderAsLatin1(raw: Buffer): Buffer {
  const binary = toBinary(raw);
  const end = headerLength(binary);
  const header = binary.slice(0, end);
  if (ASCII.test(header)) return raw;
  return Buffer.concat([Buffer.from(header, 'utf8'), raw.subarray(end)]);
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

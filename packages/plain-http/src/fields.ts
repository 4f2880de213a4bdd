/** The empty line that ends a head. */
export const HEAD_END = Buffer.from('\r\n\r\n');
export const CRLF = '\r\n';

/** A name is a token, a value holds no control character but the tab (RFC 9110, section 5). */
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)$/;

/**
 * The fields of a head, names and values in turn as they stand, values without the white space around them.
 *
 * @param text the lines below the first one, without the end of the last
 * @returns undefined where a line is anything else, e.g. folded
 */
export function readFields(text: string): string[] | undefined {
  const fields: string[] = [];
  for (const line of text.split(CRLF)) {
    const match = FIELD.exec(line);
    if (!match) return undefined;
    fields.push(match[1]!, withoutSpace(match[2]!));
  }
  return fields;
}

/** Not by a pattern: one looks again from each space of a long row of them. */
function withoutSpace(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isSpace(value.charCodeAt(start))) start += 1;
  while (end > start && isSpace(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09;

/** A flat list of names and values as the lines of a head. */
export function writeFields(fields: readonly string[]): string {
  let text = '';
  for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}${CRLF}`;
  return text;
}

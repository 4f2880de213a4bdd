const HIGH = /[\ud800-\udbff]/;

/** At most `length` UTF-16 units of a text, and no half of a surrogate pair at its end: strict readers refuse one. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, HIGH.test(text.charAt(length - 1)) ? length - 1 : length);
}

/** True where a text has more than `most` characters, as vendors count them: a surrogate pair is one. */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > 2 * most || text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0) > most;
}

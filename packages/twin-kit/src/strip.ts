/** A text without the characters that it begins and ends with, where they are among these. In time that grows with its length, as a pattern such as /\/+$/ isn't. */
export function stripped(text: string, characters: string): string {
  const end = strippedEnd(text, characters);
  let start = 0;
  while (start < end.length && characters.includes(end.charAt(start))) start += 1;
  return end.slice(start);
}

/** The same of its end alone. */
export function strippedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

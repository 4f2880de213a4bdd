/** The words of a text in lower case, with a space around each: a phrase is found by looking for its own words in it. */
export function wordsOf(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu);
  return words ? ` ${words.join(' ')} ` : '';
}

/** Writing without spaces between words is searched inside them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Looks for whole words one after the other, whatever the case and punctuation. A phrase without words is everywhere. */
export function phraseFinder(phrase: string): (text: string) => boolean {
  const words = wordsOf(phrase);
  if (words === '') return () => true;
  const wanted = UNSPACED.test(words) ? words.trim() : words;
  return (text) => wordsOf(text).includes(wanted);
}

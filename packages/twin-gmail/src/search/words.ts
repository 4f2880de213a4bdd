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

/** The places where a phrase begins in a text's words. */
function placesOf(words: readonly string[], phrase: readonly string[]): number[] {
  return words.flatMap((_, at) => (phrase.every((word, step) => words[at + step] === word) ? [at] : []));
}

const wordList = (text: string): string[] => wordsOf(text).trim().split(' ');

/** Looks for two phrases that begin at most `distance` words apart. */
export function nearFinder(left: string, right: string, distance: number, ordered: boolean): (text: string) => boolean {
  const [first, second] = [wordList(left), wordList(right)];
  return (text) => {
    const words = wordList(text);
    const others = new Set(placesOf(words, second));
    return placesOf(words, first).some((at) => {
      for (let apart = 1; apart <= distance; apart += 1)
        if (others.has(at + apart) || (!ordered && others.has(at - apart))) return true;
      return false;
    });
  };
}

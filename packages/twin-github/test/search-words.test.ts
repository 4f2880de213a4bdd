import { expect, test } from '@jest/globals';
import { Chance } from '@svc/twin-kit/testing';
import { containsWords, wordsIn } from '../src/actions/search/match.ts';

/** The same, said plainly: all words of both, side by side. */
function holds(text: string, needle: string): boolean {
  const [wanted, found] = [wordsIn(needle), wordsIn(text)];
  return wanted.length === 0 || found.some((_, start) => wanted.every((word, offset) => found[start + offset] === word));
}

test.each([
  ['The card reader jams', 'reader', true],
  ['The card readers jam', 'reader', true],
  ['The card reader jams', 'read', false],
  ['Spreaders', 'reader', false],
  ['spreader, reader', 'READER', true],
  ['a reader-jam', 'reader jam', true],
  ['a reader, which jams', 'reader jam', false],
  ['\u{1d400}reader', 'reader', false],
  ['Straße', 'STRASSE', false],
  ['x', '!', true],
])('%j holds %j: %s', (text, needle, expected) => {
  expect(containsWords(text, needle)).toBe(expected);
  expect(holds(text, needle)).toBe(expected);
});

test('any text holds the words that stand in it side by side, and no others', () => {
  const chance = new Chance(5);
  const pieces = ['x', 'xx', 'xs', 'boxes', 'box', 'é', '\u{1d400}', '\ud800', '\u0301', ' ', ' ', '-', '1', 'İ', 'ss'];
  const made = (most: number) => Array.from({ length: 1 + chance.below(most) }, () => chance.of(pieces)).join('');
  let held = 0;
  for (let n = 0; n < 5_000; n += 1) {
    const [text, needle] = [made(12), made(4)];
    const expected = holds(text, needle);
    if (expected) held += 1;
    if (containsWords(text, needle) !== expected) throw new Error(`${JSON.stringify([text, needle])} is not ${expected}`);
  }
  expect(held).toBeGreaterThan(250);
  expect(held).toBeLessThan(4_750);
});

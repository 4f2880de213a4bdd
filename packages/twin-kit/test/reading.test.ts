import { expect, test } from '@jest/globals';
import { actionsOf, type Change, containingInAnyCase, quoted, readable, reads, readsSame, writesOf } from '@svc/twin-kit';

test.each([
  ['a line break that a mail program put in', 'your refund\r\nhas been sent', 'your refund has been sent'],
  ['curly quotation marks', '“Don’t”', '"Don\'t"'],
  ['a non-breaking space', '20\u00a0EUR', '20 EUR'],
  ['an accent of its own', 'Cafe\u0301', 'Café'],
  ['characters nobody sees', 'sk_\u200blive\u00ad_1', 'sk_live_1'],
  ['control characters that nobody sees', 'sk_\u0001live\u007f_1', 'sk_live_1'],
  ['the marks of an annotation', 'se\ufff9cret\ufffb', 'secret'],
  ['a next line', 'one\u0085two', 'one two'],
  ['an apostrophe that is a letter', 'Don\u02bct', "Don't"],
  ['full-width letters', 'ＡＢＣ', 'ABC'],
  ['white space at the ends', '  x \n', 'x'],
])('%s reads as a person reads it', (_what, text, seen) => {
  expect(readable(text)).toBe(seen);
  expect(readsSame(text, seen)).toBe(true);
  expect(reads(`before ${text} after`, seen)).toBe(true);
});

test('case and dashes count', () => {
  expect(readsSame('Refund', 'refund')).toBe(false);
  expect(readsSame('a—b', 'a-b')).toBe(false);
});

test.each([
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος ΟΔΟΣΕ'],
  ['ﬁnal'.normalize('NFKC'), 'FINAL'],
  ['Ünal', 'ÜNAL'],
])('%s is found in %s where case does not matter', (needle, text) => {
  expect(containingInAnyCase(needle)(readable(text))).toBe(true);
  expect(containingInAnyCase(text.split(' ')[0] ?? '')(readable(needle))).toBe(true);
});

test('a quotation stands around what was looked for', () => {
  expect(quoted(`${'x'.repeat(200)} needle ${'y'.repeat(200)}`, 'needle')).toMatch(/^"…x+ needle y+…"$/);
});

test('a row tells of each action, and one without a list of the one that wrote its delta', () => {
  const write: Change = { collection: 'notes', id: 1, before: null, after: { id: 1 } };
  const gone: Change = { ...write, before: write.after, after: null };
  expect(actionsOf({ tool: null, state_delta: null })).toEqual([]);
  expect(actionsOf({ tool: 'add', state_delta: [write] })).toEqual([{ tool: 'add', refused: false, writes: [write] }]);
  const row = {
    tool: 'add',
    state_delta: null,
    actions: [
      { tool: 'add', writes: [write] },
      { tool: 'drop', writes: [gone] },
    ],
  };
  expect(actionsOf(row).map(({ tool }) => tool)).toEqual(['add', 'drop']);
  expect(writesOf(row)).toEqual([write, gone]);
});

test('of a row that says that its call changed something, and not what, nobody can tell what was not written', () => {
  const untold = { tool: 'add', state_delta: null, state_mutation: true };
  expect(() => writesOf(untold)).toThrow('changed something, and not what');
  expect(() => writesOf({ ...untold, actions: [{ tool: 'add' }] })).toThrow('changed something, and not what');
  expect(actionsOf(untold)).toEqual([{ tool: 'add', refused: false, writes: [] }]);
  expect(writesOf({ ...untold, state_mutation: false })).toEqual([]);
});

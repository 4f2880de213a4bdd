import { describe, expect, test } from '@jest/globals';
import { shownMarkdown } from '@svc/twin-kit';
import { processorMs } from '@svc/twin-kit/testing/processor';

describe('Markdown is read as the page shows it', () => {
  test.each([
    ['**Refund** done', 'Refund done'],
    ['a _very_ ***old*** ~~bug~~', 'a very old bug'],
    ['use `total` in [the cart](https://example.com/cart "Cart")', 'use total in the cart'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['<b>bold</b><!-- hidden --> text &amp; more &#39;x&#x27;', "bold text & more 'x'"],
    ['## Title\n- [x] done\n> said\n1. first', 'Title\ndone\nsaid\nfirst'],
    ['\\*not bold\\*', '*not bold*'],
    ['~gone~ and ~~gone~~ at ~/home/~ada', 'gone and gone at ~/home/~ada'],
    ['pass&shy;word &lowbar;x&NoBreak; &euro;5', 'pass\u00adword _x\u2060 €5'],
    ['one\\\ntwo', 'one\ntwo'],
    ['a-b, 1 + 1 > 1 and #5', 'a-b, 1 + 1 > 1 and #5'],
    ['said:\n   > this\n+ that', 'said:\nthis\nthat'],
    ['&#0; &#99999999; &nope;', '&#0; &#99999999; &nope;'],
  ])('%j', (typed, shown) => {
    expect(shownMarkdown(typed)).toBe(shown);
  });

  test('in time that grows with its length, whatever it holds', () => {
    const took = processorMs(() => {
      for (const text of ['*a ', '[', '<a ', '_x', '`', '<!--', '\\', '**', '~~a'])
        shownMarkdown(text.repeat(65_536 / text.length));
    });
    expect(took).toBeLessThan(10_000);
  });
});

import { describe, expect, test } from '@jest/globals';
import { withoutUnshown } from '@svc/twin-kit';
import { processorMs } from '@svc/twin-kit/testing/processor';

/** https://github.github.com/gfm/, sections 4.5 (fenced code), 4.6 (HTML blocks), 6.3 (code in a line), 6.10 (HTML in a line). */
describe('comments that no page shows are left out of Markdown', () => {
  test.each([
    ['in a line', 'seen <!-- not seen --> seen', 'seen  seen'],
    ['over lines', 'seen <!-- not\nseen --> seen', 'seen  seen'],
    ['over blank lines, from the start of a line', 'a\n<!-- not\n\nseen -->\nb', 'a\n\nb'],
    ['with text behind', '<!-- not seen --> seen <!-- nor this -->', ' seen '],
    ['to the end, from the start of a line', 'a\n\n  <!-- not\n\nseen', 'a\n\n'],
    ['in a list and a quotation', '- a <!-- x -->\n> <!-- y -->b', '- a \n> b'],
    ['of no content', 'a<!-->b<!--->c', 'abc'],
    ['after code', '`a` <!-- x -->', '`a` '],
    ['after marks that open nothing', '`` a ` <!-- x -->', '`` a ` '],
    ['between fences', '```\na\n```\n<!-- x -->\n~~~\nb\n~~~', '```\na\n```\n\n~~~\nb\n~~~'],
  ])('%s', (_name, markdown, shown) => {
    expect(withoutUnshown(markdown)).toBe(shown);
  });

  test.each([
    ['in code', 'write `<!-- so -->` and ``<!-- ` -->``'],
    ['in fenced code', '```html\n<!-- so -->\n```'],
    ['in fenced code that is never closed', '~~~~\n~~~\n<!-- so -->'],
    ['escaped', 'write \\<!-- so -->'],
    ['never closed inside a line', 'a <!-- b'],
    ['closed in another paragraph', 'a <!-- b\n\nc -->'],
    ['no comment at all', 'a --> b <! -- c'],
  ])('and none that is shown: %s', (_name, markdown) => {
    expect(withoutUnshown(markdown)).toBe(markdown);
  });

  test.each([
    ['alone', '[//]: # (It is done)', ''],
    ['by its label', '[It is done]: https://example.com\n\nHello', '\nHello'],
    ['with a title on the next line', "[a]: /u\n  'It is\ndone'\nHello", 'Hello'],
    ['one after the other', '[a]: /u\n[b]: <> "It is done"\nHello', 'Hello'],
    ['in a quotation', '> [a]: /u (It is done)\n> Hello', '> > Hello'],
    ['in items', '- [It is done]: /u\n- Hello\n- [b]: /u', '- - Hello\n- '],
    ['beside a comment', '<!-- x -->\n[It is done]: /u', '\n'],
  ])('and so are definitions of links: %s', (_name, markdown, shown) => {
    expect(withoutUnshown(markdown)).toBe(shown);
  });

  test.each([
    ['what goes on from a paragraph', 'Hello\n[It is done]: /u'],
    ['what has more on its line', '[a]: /u "b" It is done'],
    ['a footnote', '[^1]: It is done'],
    ['an empty label', '[ ]: /u'],
    ['what leads nowhere', '[It is done]:'],
    ['what stands in code', '```\n[It is done]: /u\n```'],
  ])('but not %s', (_name, markdown) => {
    expect(withoutUnshown(markdown)).toBe(markdown);
  });

  test('in time that grows with its length, whatever it holds', () => {
    const took = processorMs(() => {
      for (const text of [
        '<!--',
        'a<!--',
        '`',
        '` ``',
        'a `<!--',
        '\\<!--',
        '<!-- -->\n',
        '```\n',
        ' <!--\n',
        '-->',
        '[a]: b "\n',
        '[a]: b (\n',
        '[',
        '- [a]: b\n',
      ])
        withoutUnshown(`<!-- -->${text.repeat(524_288 / text.length)}`);
    });
    expect(took).toBeLessThan(10_000);
  });
});

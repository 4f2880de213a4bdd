import { describe, expect, test } from '@jest/globals';
import { withoutComments } from '@svc/twin-kit';
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
    expect(withoutComments(markdown)).toBe(shown);
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
    expect(withoutComments(markdown)).toBe(markdown);
  });

  test('in time that grows with its length, whatever it holds', () => {
    const took = processorMs(() => {
      for (const text of ['<!--', 'a<!--', '`', '` ``', 'a `<!--', '\\<!--', '<!-- -->\n', '```\n', ' <!--\n', '-->'])
        withoutComments(`<!-- -->${text.repeat(524_288 / text.length)}`);
    });
    expect(took).toBeLessThan(10_000);
  });
});

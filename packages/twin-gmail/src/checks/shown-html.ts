import { decodeHTML } from 'entities';

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<(\/?)([a-z][a-z\d-]*)\b([^<>]*)>/gi;
const HIDING =
  /(?:^|\s)hidden(?=[\s=/]|$)|\bstyle\s*=[^>]*?(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d]))/i;
/** In characters: a limit against crafted mails. */
const LONGEST_LOOKED_AT = 2_000;
/** Elements without content: https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** An HTML text without comments and without what a style keeps from its reader. */
export function withoutHidden(html: string): string {
  const source = html.replaceAll(COMMENT, ' ');
  let shown = '';
  let from = 0;
  /** The hidden element that the text is in: how often its name was opened. */
  let hidden: { name: string; depth: number } | undefined;
  for (const { 0: tag, 1: closes, 2: raw = '', 3: attributes = '', index } of source.matchAll(TAG)) {
    const name = raw.toLowerCase();
    if (hidden) {
      if (name !== hidden.name) continue;
      hidden.depth += closes ? -1 : 1;
      if (hidden.depth > 0) continue;
      hidden = undefined;
      from = index + tag.length;
    } else if (!closes && HIDING.test(attributes.slice(0, LONGEST_LOOKED_AT))) {
      shown += source.slice(from, index);
      from = index + tag.length;
      if (!EMPTY.has(name) && !attributes.endsWith('/')) hidden = { name, depth: 1 };
    }
  }
  return hidden ? shown : shown + source.slice(from);
}

/** What stands for pictures where they aren't loaded. */
export const alternativesInHtml = (html: string): string[] =>
  [...html.matchAll(/\salt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi)].flatMap(([, double, single, bare]) => {
    const text = decodeHTML(double ?? single ?? bare ?? '');
    return text === '' ? [] : [text];
  });

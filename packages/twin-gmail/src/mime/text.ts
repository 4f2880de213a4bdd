import { type Part, partText, walk } from './parse.ts';
import { detached } from './remember.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** What a reader sees of an HTML text, roughly: for snippets and search. */
export function htmlToText(html: string): string {
  return html
    .replaceAll(/<(style|script|head|title)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal, hexadecimal, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    });
}

/** The bodies of a message: the first text part of each kind that isn't an attachment. */
export function bodiesOf(message: Part): { text: string | undefined; html: string | undefined } {
  let text: string | undefined;
  let html: string | undefined;
  for (const { part } of walk(message)) {
    if (part.isAttachment || part.parts.length > 0) continue;
    if (part.mimeType === 'text/html') html ??= partText(part);
    else if (part.mimeType === 'text/plain') text ??= partText(part);
  }
  return { text, html };
}

/** The message's text: the plain body, else what the HTML says. Line ends are `\n`. */
export function readableText(message: Part): string {
  const { text, html } = bodiesOf(message);
  return (text ?? (html === undefined ? '' : htmlToText(html))).replaceAll('\r\n', '\n');
}

/** In characters; Gmail's snippets are about this long. */
const SNIPPET_LENGTH = 200;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** In characters; where so many come to a snippet, the rest of the text isn't looked at. */
const SNIPPET_SOURCE = 4 * SNIPPET_LENGTH;

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The beginning of a text on one line, escaped for HTML as Gmail's snippets are. */
export function snippetOf(text: string): string {
  const beginning = onOneLine(text.slice(0, SNIPPET_SOURCE));
  const line = beginning.length > SNIPPET_LENGTH || text.length <= SNIPPET_SOURCE ? beginning : onOneLine(text);
  const cut =
    line.length <= SNIPPET_LENGTH ? line : detached(line.slice(0, SNIPPET_LENGTH).replace(/[\ud800-\udbff]$|\s\S*$/, ''));
  return cut.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
}

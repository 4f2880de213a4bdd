import { decodeHTML } from 'entities';
import { type Part, partText, walk } from './parse.ts';
import { detached } from './remember.ts';

// What stands in different blocks or cells isn't one word.
const BLOCKS = /<\/?(?:br|p|div|t[rdh]|table|li|ul|ol|dl|dt|dd|h[1-6r]|pre|blockquote|section|article|address)\b[^<>]*>/gi;

/** What a reader sees of an HTML text, roughly: for snippets, search and checks. */
export function htmlToText(html: string): string {
  const text = html
    .replaceAll(/<(style|script|head|title)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(BLOCKS, '\n')
    .replaceAll(/<[^<>]*>/g, '');
  return text.includes('&') ? decodeHTML(text) : text;
}

/** Where an HTML text leads to, or loads something from. */
export const addressesInHtml = (html: string): string[] =>
  [...html.matchAll(/\b(?:href|src|background|action)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi)].map(
    ([, double, single, bare]) => decodeHTML(double ?? single ?? bare ?? ''),
  );

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
  const lines = (text ?? (html === undefined ? '' : htmlToText(html))).split('\r\n');
  // Either way a text of its own: it is kept longer than the message it was cut out of.
  return lines.length === 1 ? detached(lines[0] as string) : lines.join('\n');
}

/** In characters; Gmail's snippets are about this long. */
const SNIPPET_LENGTH = 200;

const SPECIAL = /[&<>"']/;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** In characters; where so many come to a snippet, the rest of the text isn't looked at. */
const SNIPPET_SOURCE = 4 * SNIPPET_LENGTH;

/** What one line of plain text doesn't have. */
const OTHER_SPACE = /[^\S ]| {2}/;

function onOneLine(text: string): string {
  const trimmed = text.trim();
  return OTHER_SPACE.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed;
}

/** The beginning of a text on one line, escaped for HTML as Gmail's snippets are. */
export function snippetOf(text: string): string {
  const beginning = onOneLine(text.slice(0, SNIPPET_SOURCE));
  const line = beginning.length > SNIPPET_LENGTH || text.length <= SNIPPET_SOURCE ? beginning : onOneLine(text);
  const cut =
    line.length <= SNIPPET_LENGTH ? line : detached(line.slice(0, SNIPPET_LENGTH).replace(/[\ud800-\udbff]$|\s\S*$/, ''));
  return SPECIAL.test(cut) ? cut.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string) : cut;
}

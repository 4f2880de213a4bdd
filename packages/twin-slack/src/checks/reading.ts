/** What a person reads of a message: one reading for all checks, whichever way they judge. */
import { quoted, readable, reads } from '@svc/twin-kit';
import { textIn } from '../text/block-kit.ts';
import { fromMarkdown, unescapeText } from '../text/mrkdwn.ts';
import { type Element, sections } from '../text/rich-text.ts';
import type { Message } from '../world.ts';

/** How people and places that a text refers to by id are called; undefined for those nobody knows. */
export interface Names {
  user(id: string): string | undefined;
  channel(id: string): string | undefined;
  usergroup(id: string): string | undefined;
}

export type Texts = Pick<Message, 'text' | 'blocks' | 'attachments'>;

/** A message in the two forms that a sentence may quote. */
export interface Reading {
  /** As it is shown: without the marks of formatting, mentions by name, links by their words. */
  shown: string;
  /** As it was written: marks, ids and addresses as they are. */
  source: string;
}

const isObject = (value: unknown): value is Element => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A text in Slack's notation as it is shown. */
export function shownText(notation: string, names: Names): string {
  return /[<`*_~&:]/.test(notation)
    ? sections(notation)
        .map((section) => inline(section, names))
        .join('\n')
    : notation;
}

/** One run after the other, as they stand on the line. */
function inline(element: Element, names: Names): string {
  const { type, elements } = element;
  if (Array.isArray(elements)) {
    const parts = elements.filter(isObject).map((inner) => inline(inner, names));
    return parts.join(type === 'rich_text' || type === 'rich_text_list' ? '\n' : '');
  }
  switch (type) {
    case 'user':
      return `@${names.user(text(element.user_id)) ?? text(element.user_id)}`;
    case 'channel':
      return `#${names.channel(text(element.channel_id)) ?? text(element.channel_id)}`;
    case 'usergroup':
      return `@${names.usergroup(text(element.usergroup_id)) ?? text(element.usergroup_id)}`;
    case 'broadcast':
      return `@${text(element.range)}`;
    case 'emoji':
      return `:${text(element.name)}:`;
    case 'link':
      return text(element.text) || text(element.url);
    case 'date':
      return text(element.fallback) || text(element.format);
    case 'color':
      return text(element.value);
    default:
      return text(element.text);
  }
}

/** Fields of blocks and attachments whose texts are shown, in the order in which they stand on the page. */
const SHOWN = ['pretext', 'author_name', 'title', 'text', 'value', 'label', 'alt_text', 'description', 'footer', 'provider_name'];
/** Fields that hold further blocks, texts or elements. */
const HOLDING = ['blocks', 'fields', 'elements', 'accessory', 'rows', 'hint', 'element', 'placeholder', 'options'];

/** The lines of a block or an attachment, or of a list of them. */
function lines(value: unknown, names: Names): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => lines(item, names));
  if (!isObject(value)) return [];
  const { type } = value;
  if (type === 'rich_text') return [inline(value, names)];
  if (type === 'plain_text' || type === 'raw_text') return [unescapeText(text(value.text))];
  if (type === 'markdown') return [shownText(fromMarkdown(text(value.text)), names)];
  const shown = SHOWN.flatMap((name) => {
    const field = value[name];
    // A button's value is for the app alone.
    if (typeof field !== 'string') return lines(field, names);
    return name === 'value' && type !== undefined ? [] : [shownText(field, names)];
  });
  const all = [...shown, ...HOLDING.flatMap((name) => lines(value[name], names))];
  const { fallback } = value;
  return typeof fallback === 'string' && !holds(all, fallback) ? [...all, fallback] : all;
}

const holds = (all: readonly string[], fallback: string): boolean => reads(all.join('\n'), fallback);

/** Both readings of a message. What the blocks say that Slack makes of a text is said once. */
export function readingOf(message: Texts, names: Names): Reading {
  const written = shownText(message.text, names);
  const blocks = lines(message.blocks, names);
  const hasOwn = !reads(blocks.join('\n'), written);
  const shown = [...(hasOwn ? [written] : []), ...blocks, ...lines(message.attachments, names)];
  const shownParts = [message.text, ...textIn(message.blocks), ...textIn(message.attachments)].map(unescapeText);
  const parts = [...shownParts, ...addressesIn(message.blocks), ...addressesIn(message.attachments)];
  return { shown: shown.join('\n'), source: withoutRepetition(parts).join('\n') };
}

const ADDRESS = /_(?:url|link|icon)$/;

/** Where pictures, titles and authors of blocks and attachments lead to, or are loaded from. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'string' ? (ADDRESS.test(name) ? [field] : []) : addressesIn(field),
  );
}

/** Leaves out what an earlier part says already. */
function withoutRepetition(parts: readonly string[]): string[] {
  const kept: string[] = [];
  let all = '';
  for (const part of parts) {
    if (all.includes(readable(part))) continue;
    kept.push(part);
    all += ` ${readable(part)}`;
  }
  return kept;
}

/** Does a reader find the text in a message, as it is shown or as it was written? */
export function readsIn(reading: Reading, needle: string): boolean {
  const wanted = readable(needle);
  return testIn(reading, (text) => text.includes(wanted));
}

/** Is it so of a message as it is shown, or as it was written? */
export function testIn(reading: Reading, test: (text: string) => boolean): boolean {
  const forms = readableForms.get(reading) ?? [...new Set([readable(reading.shown), readable(reading.source)])];
  readableForms.set(reading, forms);
  return forms.some(test);
}

/** Several criteria look for their texts in one reading. */
const readableForms = new WeakMap<Reading, readonly string[]>();

/** A reading shortened for evidence. */
export const quote = ({ shown, source }: Reading, needle = ''): string =>
  quoted(needle !== '' && !reads(shown, needle) ? source : shown, needle);

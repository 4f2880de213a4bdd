import { type CheckParam, failed, few, passed, reads } from '@svc/twin-kit';
import { fromMarkdown, unescapeText } from '../text/mrkdwn.ts';
import { type Element, sections } from '../text/rich-text.ts';
import * as params from './params.ts';
import { oneOf } from './posted.ts';
import type { Texts } from './reading.ts';
import { onWorld } from './view.ts';

/** A part of a message that is shown in a certain way. */
interface Styled {
  style: string;
  text: string;
}

const STYLES = [
  'bold text',
  'italic text',
  'struck-through text',
  'inline code',
  'a code block',
  'a quote',
  'a bulleted list',
  'a numbered list',
  'a header',
  'a table',
  'a divider',
  'an image',
  'a button',
  'a link',
  'an emoji',
  'a mention',
];

const style: CheckParam = {
  pattern: new RegExp(STYLES.join('|')),
  example: 'bold text',
  description: `How a part of the message is shown: ${STYLES.join(', ')}`,
};

const isObject = (value: unknown): value is Element => typeof value === 'object' && value !== null && !Array.isArray(value);
const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The texts in an element, one after the other. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (!isObject(value)) return '';
  if (Array.isArray(value.elements)) return textOf(value.elements);
  return string(value.text) || string(value.url) || textOf(value.text);
}

const RUNS = { bold: 'bold text', italic: 'italic text', strike: 'struck-through text', code: 'inline code' } as const;
const ELEMENTS = new Map<unknown, string>(
  Object.entries({
    rich_text_preformatted: 'a code block',
    rich_text_quote: 'a quote',
    header: 'a header',
    table: 'a table',
    divider: 'a divider',
    image: 'an image',
    button: 'a button',
    link: 'a link',
    emoji: 'an emoji',
    user: 'a mention',
    usergroup: 'a mention',
    broadcast: 'a mention',
  }),
);

function* styledIn(value: unknown): Generator<Styled> {
  if (Array.isArray(value)) {
    for (const item of value) yield* styledIn(item);
    return;
  }
  if (!isObject(value)) return;
  const { type } = value;
  if (type === 'mrkdwn') yield* styledIn(sections(string(value.text)));
  if (type === 'markdown') yield* styledInMarkdown(string(value.text));
  if (type === 'rich_text_list')
    yield { style: value.style === 'ordered' ? 'a numbered list' : 'a bulleted list', text: textOf(value) };
  const element = ELEMENTS.get(type);
  if (element !== undefined) yield { style: element, text: element === 'a table' ? cellsOf(value) : textOf(value) };
  if (isObject(value.style))
    for (const [name, words] of Object.entries(RUNS)) if (value.style[name] === true) yield { style: words, text: textOf(value) };
  for (const inner of Object.values(value)) yield* styledIn(inner);
}

const cellsOf = ({ rows }: Element): string => [rows].flat(2).map(textOf).join(' ');

/** What a `markdown` block shows besides runs of text. */
function* styledInMarkdown(markdown: string): Generator<Styled> {
  for (const [, text = ''] of markdown.matchAll(/^#{1,6} +(.+)$/gm)) yield { style: 'a header', text };
  for (const [text] of markdown.matchAll(/^[*+-] .+$/gm)) yield { style: 'a bulleted list', text };
  for (const [text] of markdown.matchAll(/^\d{1,9}[.)] .+$/gm)) yield { style: 'a numbered list', text };
  for (const [text] of markdown.matchAll(/^\|.*\|\n\|[ :|-]+\|(?:\n\|.*\|)*/gm)) yield { style: 'a table', text };
  for (const [text] of markdown.matchAll(/^> ?.*$/gm)) yield { style: 'a quote', text };
  if (/^(?:-{3,}|\*{3,})$/m.test(markdown)) yield { style: 'a divider', text: '' };
  yield* styledIn(sections(fromMarkdown(markdown)));
}

/** Everything in a message that is shown in a certain way. Slack keeps what it makes of the text as blocks. */
const styled = (message: Texts): Styled[] => [...styledIn(message.blocks), ...styledIn(message.attachments)];

const shownStyles = (message: Texts): string => [...new Set(styled(message).map((one) => one.style))].join(', ') || 'none';

/** Does the message notify this person, in its text or its blocks? */
function mentions(message: Texts, userId: string): boolean {
  const inText = new RegExp(`<@${userId}(?:\\|[^>]*)?>`);
  return mentionsIn([message.text, message.blocks, message.attachments], userId, inText);
}

function mentionsIn(value: unknown, userId: string, inText: RegExp): boolean {
  if (typeof value === 'string') return inText.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if ((value as Element).user_id === userId) return true;
  return Object.values(value).some((inner) => mentionsIn(inner, userId, inText));
}

/** Fields of elements and attachments that hold an address. */
const LEADING = ['url', 'title_link', 'image_url', 'author_link'];

function linksTo(message: Texts, link: string): boolean {
  const isIn = (value: unknown): boolean => {
    if (typeof value === 'string') return linksIn(value).includes(link);
    if (typeof value !== 'object' || value === null) return false;
    return LEADING.some((name) => (value as Element)[name] === link) || Object.values(value).some(isIn);
  };
  return isIn([message.text, message.blocks, message.attachments]);
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(/<(https?:[^<>|]+)(?:\|[^<>]*)?>/g)].map(([, url = '']) => unescapeText(url));

export const styleChecks = [
  onWorld({
    id: 'message-with-style',
    template: 'A message with {style} was posted in {channel}.',
    description: 'A message in the channel that the seed did not have shows a part of it so, and is still there.',
    compares: 'how the parts of each new message in {channel} are shown with {style}',
    limits: 'a list that is only typed, with bullets or numbers as characters.',
    reads: 'change',
    params: { style, channel: params.channel },
    evaluate({ style: wanted, channel: reference }, view) {
      const fresh = view.fresh(view.channel(reference));
      const found = fresh.find((message) => styled(message).some((part) => part.style === wanted));
      if (found) return passed(view.named(found));
      const shown = few(fresh.map((message) => `message ${message.ts} has: ${shownStyles(message)}`)) || 'nothing was posted';
      return failed(`none of ${fresh.length} new messages in ${reference} has it: ${shown}`);
    },
  }),
  onWorld({
    id: 'message-with-styled-text',
    template: 'A message with {style} containing "{needle}" was posted in {channel}.',
    description:
      'In a message of the channel that the seed did not have, and that is still there, a part that is shown so holds the text.',
    compares: 'the text of the parts of each new message in {channel} that are shown so with {needle}',
    limits: 'a list that is only typed, with bullets or numbers as characters.',
    reads: 'change',
    params: { style, needle: params.words, channel: params.channel },
    evaluate({ style: wanted, needle, channel: reference }, view) {
      const isIt = (part: Styled): boolean => part.style === wanted && reads(part.text, needle);
      return oneOf(view, view.fresh(view.channel(reference)), `in ${reference}`, (message) => styled(message).some(isIt), needle);
    },
  }),
  onWorld({
    id: 'message-mentions',
    template: 'A message mentioning {user} was posted in {channel}.',
    description:
      'A message in the channel that the seed did not have mentions the person so that Slack notifies them, and is still there. A name that is only typed does not.',
    compares: 'the mentions in each new message in {channel} with {user}',
    reads: 'change',
    params: { user: params.user, channel: params.channel },
    evaluate({ user: reference, channel: name }, view) {
      const { id } = view.user(reference);
      return oneOf(view, view.fresh(view.channel(name)), `in ${name}`, (message) => mentions(message, id));
    },
  }),
  onWorld({
    id: 'message-links',
    template: 'A message linking to "{link}" was posted in {channel}.',
    description:
      'A message in the channel that the seed did not have leads to this address, whatever its words, and is still there.',
    compares: 'the links in each new message in {channel} with {link}',
    reads: 'change',
    params: { channel: params.channel, link: params.link },
    evaluate({ channel: reference, link }, view) {
      return oneOf(view, view.fresh(view.channel(reference)), `in ${reference}`, (message) => linksTo(message, link));
    },
  }),
];

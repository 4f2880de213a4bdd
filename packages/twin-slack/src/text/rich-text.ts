import type { Ids } from '@svc/twin-kit';
import { unescapeText } from './mrkdwn.ts';

interface Style {
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
}

export type Element = Readonly<Record<string, unknown>>;

const BLOCK_ID_LENGTH = 5;

export const newBlockId = (ids: Ids): string => ids.text(BLOCK_ID_LENGTH);

/** The blocks that Slack derives from a message's text: https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
export function richTextBlocks(text: string, ids: Ids): Element[] {
  const elements = sections(text);
  return elements.length === 0 ? [] : [{ type: 'rich_text', block_id: newBlockId(ids), elements }];
}

/** The sections, quotes and code blocks of a text in Slack's notation. */
export function sections(text: string): Element[] {
  if (!text.includes('```')) return paragraphs(text);
  const parts = text.split(/```([\s\S]*?)```\n?/);
  return parts.flatMap((part, at): Element[] => {
    if (at % 2 === 1) {
      const code = part.replace(/^\n/, '').replace(/\n$/, '');
      return code === '' ? [] : [{ type: 'rich_text_preformatted', elements: plainElements(code, {}), border: 0 }];
    }
    return paragraphs(part);
  });
}

/** Quoted lines and others, each run of them one section. */
function paragraphs(text: string): Element[] {
  if (text === '') return [];
  if (!text.includes('\n') && !text.startsWith('&gt;')) return [{ type: 'rich_text_section', elements: inline(text, {}) }];
  const runs: { quoted: boolean; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const quoted = line.startsWith('&gt;');
    const last = runs.at(-1);
    const content = quoted ? line.slice('&gt;'.length).replace(/^ /, '') : line;
    if (last && last.quoted === quoted) last.lines.push(content);
    else runs.push({ quoted, lines: [content] });
  }
  return runs.flatMap(({ quoted, lines }, at) => {
    const content = lines.join('\n') + (!quoted && at < runs.length - 1 ? '\n' : '');
    const elements = inline(content, {});
    return elements.length === 0 ? [] : [{ type: quoted ? 'rich_text_quote' : 'rich_text_section', elements }];
  });
}

const INLINE = new RegExp(
  [
    '(?<reference><[^<>\\n]+>)',
    '`(?<code>[^`\\n]+)`',
    ":(?<emoji>[a-z0-9_+'-]+(?:::skin-tone-[2-6])?):",
    '(?<![\\w*])\\*(?<bold>(?=\\S)[^*\\n]*[^*\\s])\\*(?![\\w*])',
    '(?<![\\w_])_(?<italic>(?=\\S)[^_\\n]*[^_\\s])_(?![\\w_])',
    '(?<![\\w~])~(?<strike>(?=\\S)[^~\\n]*[^~\\s])~(?![\\w~])',
  ].join('|'),
  'g',
);

/** Each of these begins a part of `INLINE`. */
const MARK = /[<`:*_~]/;

function inline(text: string, style: Style): Element[] {
  if (!MARK.test(text)) return plainElements(text, style);
  const elements: Element[] = [];
  let rest = 0;
  for (const match of text.matchAll(INLINE)) {
    elements.push(...plainElements(text.slice(rest, match.index), style));
    rest = match.index + match[0].length;
    const { reference, code, emoji, bold, italic, strike } = match.groups ?? {};
    if (reference !== undefined) elements.push(referenceElement(reference.slice(1, -1), style));
    else if (code !== undefined) elements.push(...plainElements(code, { ...style, code: true }));
    else if (emoji !== undefined) elements.push({ type: 'emoji', name: emoji, ...styled(style) });
    else if (bold !== undefined) elements.push(...inline(bold, { ...style, bold: true }));
    else if (italic !== undefined) elements.push(...inline(italic, { ...style, italic: true }));
    else if (strike !== undefined) elements.push(...inline(strike, { ...style, strike: true }));
  }
  elements.push(...plainElements(text.slice(rest), style));
  return elements;
}

const styled = (style: Style): { style?: Style } => (Object.keys(style).length > 0 ? { style } : {});

const plainElements = (text: string, style: Style): Element[] =>
  text === '' ? [] : [{ type: 'text', text: unescapeText(text), ...styled(style) }];

function referenceElement(reference: string, style: Style): Element {
  const bar = reference.indexOf('|');
  const target = bar < 0 ? reference : reference.slice(0, bar);
  const label = bar < 0 ? undefined : reference.slice(bar + 1);
  const rest = target.slice(1);
  if (target.startsWith('@')) return { type: 'user', user_id: rest, ...styled(style) };
  if (target.startsWith('#')) return { type: 'channel', channel_id: rest, ...styled(style) };
  if (target.startsWith('!subteam^'))
    return { type: 'usergroup', usergroup_id: target.slice('!subteam^'.length), ...styled(style) };
  if (target.startsWith('!date^')) {
    const [, timestamp, format] = target.split('^');
    return { type: 'date', timestamp: Number(timestamp) || 0, format: format ?? '', fallback: label ?? '' };
  }
  if (target.startsWith('!')) return { type: 'broadcast', range: rest, ...styled(style) };
  return { type: 'link', url: unescapeText(target), ...(label !== undefined && { text: unescapeText(label) }), ...styled(style) };
}

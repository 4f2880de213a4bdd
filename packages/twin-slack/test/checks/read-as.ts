import { type Steps, say } from './run.ts';

const blocks = (...list: readonly object[]): Steps => say('', 'C0GENERAL', { blocks: list });
const attached = (attachment: object): Steps => say('see', 'C0GENERAL', { attachments: [attachment] });
const line = (...elements: readonly object[]): Steps =>
  blocks({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] });
const word = (text: string, style?: object) => ({ type: 'text', text, ...(style && { style }) });
const list = (...items: readonly string[]): Steps =>
  blocks({
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: items.map((text) => ({ type: 'rich_text_section', elements: [word(text)] })),
      },
    ],
  });

/** What a message says, and doesn't, whatever it is made of. */
export const readAs: readonly [needle: string, run: Steps, isRead: boolean][] = [
  ['ready today', say('ready *today*'), true],
  ['ready *today*', say('ready *today*'), true],
  ['ready today', say('ready tomorrow'), false],
  ['ready today', blocks({ type: 'section', text: { type: 'mrkdwn', text: '*ready* today' } }), true],
  ['ready today', blocks({ type: 'section', text: { type: 'plain_text', text: 'ready today' } }), true],
  ['ready today', blocks({ type: 'section', text: { type: 'plain_text', text: '*ready* today' } }), false],
  ['ready today', blocks({ type: 'section', fields: [{ type: 'mrkdwn', text: 'ready _today_' }] }), true],
  ['ready today', blocks({ type: 'markdown', text: '**ready** today' }), true],
  ['ready today', blocks({ type: 'header', text: { type: 'plain_text', text: 'ready today' } }), true],
  ['ready today', blocks({ type: 'context', elements: [{ type: 'mrkdwn', text: 'ready `today`' }] }), true],
  ['ready today', line(word('ready '), word('today', { bold: true })), true],
  ['ready @ada', line(word('ready '), { type: 'user', user_id: 'U0NOBODY' }), false],
  ['ready #other', line(word('ready '), { type: 'channel', channel_id: 'C0OTHER' }), true],
  ['ready @here', line(word('ready '), { type: 'broadcast', range: 'here' }), true],
  ['ready :tada:', line(word('ready '), { type: 'emoji', name: 'tada' }), true],
  ['ready now', line(word('ready '), { type: 'link', url: 'https://example.com/x', text: 'now' }), true],
  ['ready https://example.com/x', line(word('ready '), { type: 'link', url: 'https://example.com/x' }), true],
  ['one two', list('one', 'two'), true],
  ['onetwo', list('one', 'two'), false],
  ['ready today', attached({ text: 'ready *today*' }), true],
  ['ready today', attached({ title: 'ready today' }), true],
  ['ready today', attached({ pretext: 'ready today' }), true],
  ['ready today', attached({ footer: 'ready today', text: 'x' }), true],
  ['ready today', attached({ fields: [{ title: 'x', value: 'ready *today*' }] }), true],
  ['ready today', attached({ fallback: 'ready today' }), true],
  ['today ready', attached({ title: 'ready', text: 'today' }), false],
  ['ready today', attached({ title: 'ready', text: 'today' }), true],
];

/** The styles of a message in another of the notations that Slack has for them. */
export const alsoShownAs: readonly [style: string, run: Steps][] = [
  ['bold text', line(word('x', { bold: true }))],
  ['bold text', blocks({ type: 'section', text: { type: 'mrkdwn', text: '*x*' } })],
  ['italic text', say('_x_')],
  ['struck-through text', line(word('x', { strike: true }))],
  ['inline code', line(word('x', { code: true }))],
  ['a code block', blocks({ type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements: [word('x')] }] })],
  ['a quote', blocks({ type: 'rich_text', elements: [{ type: 'rich_text_quote', elements: [word('x')] }] })],
  ['a bulleted list', list('x')],
  ['a header', blocks({ type: 'markdown', text: '# x' })],
  ['a divider', blocks({ type: 'markdown', text: 'x\n\n---\n\ny' })],
  ['a numbered list', blocks({ type: 'markdown', text: '1. x\n2. y' })],
  ['a link', line({ type: 'link', url: 'https://example.com/x', text: 'x' })],
  ['an emoji', line({ type: 'emoji', name: 'tada' })],
  ['a mention', line({ type: 'broadcast', range: 'here' })],
];

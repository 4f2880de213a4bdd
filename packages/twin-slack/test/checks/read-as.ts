import { type Steps, say } from './run.ts';

const blocks = (...list: readonly object[]): Steps => say('', 'C0GENERAL', { blocks: list });
const attached = (attachment: object): Steps => say('see', 'C0GENERAL', { attachments: [attachment] });
const section = (...elements: readonly object[]): object => ({ type: 'rich_text_section', elements });
const line = (...elements: readonly object[]): Steps => blocks({ type: 'rich_text', elements: [section(...elements)] });
const table = (...cells: readonly string[]): object => ({
  type: 'table',
  rows: [cells.map((text) => ({ type: 'raw_text', text }))],
});
const plain = (text: string): object => ({ type: 'section', text: { type: 'plain_text', text } });
const notation = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text } });
const button = (text: string, value: string): object => ({
  type: 'actions',
  elements: [{ type: 'button', text: { type: 'plain_text', text }, value }],
});
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
  ['one two', blocks({ type: 'rich_text', elements: [section(word('one')), section(word('two'))] }), true],
  ['onetwo', blocks({ type: 'rich_text', elements: [section(word('one')), section(word('two'))] }), false],
  ['ready today', line(word('ready '), { type: 'date', timestamp: 1700000000, format: '{date_num}', fallback: 'today' }), true],
  ['ready today', blocks(table('*ready* today')), false],
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

/** What a message says and nothing else, as it is shown or as it was written. */
export const saysExactly: readonly [text: string, run: Steps, isIt: boolean][] = [
  ['ready today', say('*ready* today'), true],
  ['*ready* today', blocks(notation('*ready* today')), true],
  ['*ready* today', say('*ready* today', 'C0GENERAL', { blocks: [notation('*ready* today')] }), true],
  ['ready today', say('*ready*', 'C0GENERAL', { blocks: [plain('today')] }), true],
  ['see ready today', attached({ text: 'ready today', fallback: 'ready' }), true],
  ['see ready', attached({ fallback: 'ready' }), true],
  ['x', blocks(button('x', 'ready')), true],
  ['ready', blocks(button('x', 'ready')), false],
];

/** What the parts of a message say that are shown in a certain way. */
export const partsSaying: readonly [style: string, needle: string, run: Steps, isIt: boolean][] = [
  ['bold text', 'x', say('`y` *x* z'), true],
  ['bold text', 'z', say('`y` *x* z'), false],
  ['a bulleted list', 'one', list('one', 'two'), true],
  ['a bulleted list', 'two', list('one', 'two'), true],
  ['a header', 'x', blocks({ type: 'header', text: { type: 'plain_text', text: 'x' } }), true],
  ['a table', 'one two', blocks(table('one', 'two')), true],
  ['a table', 'onetwo', blocks(table('one', 'two')), false],
  ['a link', 'https://example.com/x', line({ type: 'link', url: 'https://example.com/x' }), true],
  ['a link', 'x', line({ type: 'link', url: 'https://example.com/y', text: 'x' }), true],
  ['a link', 'https://example.com/y', line({ type: 'link', url: 'https://example.com/y', text: 'x' }), false],
  ['a button', 'x', blocks(button('x', 'y')), true],
  ['a button', 'y', blocks(button('x', 'y')), false],
];

const ofUser =
  (name: string, saying: (id: string) => Steps): Steps =>
  async (twin) =>
    saying(await twin.user(name))(twin);

/** Messages that mention Ben, and those that do not. */
export const mentionedAs: readonly [run: Steps, isMentioned: boolean][] = [
  [ofUser('ben', (user_id) => line(word('x '), { type: 'user', user_id }, word(' y'))), true],
  [ofUser('ada', (user_id) => line(word('x '), { type: 'user', user_id }, word(' y'))), false],
  [ofUser('ben', (id) => blocks(plain('x'), notation(`<@${id}> y`))), true],
  [ofUser('ben', (id) => attached({ text: `<@${id}> y` })), true],
];

/** Messages that lead to `https://example.com/x`, and those that do not. */
export const linkedAs: readonly [run: Steps, isLinked: boolean][] = [
  [line(word('x '), { type: 'link', url: 'https://example.com/x', text: 'y' }), true],
  [line(word('x '), { type: 'link', url: 'https://example.com/y', text: 'https://example.com/x' }), false],
  [blocks(plain('x'), notation('<https://example.com/x|y>')), true],
  [attached({ title: 'y', title_link: 'https://example.com/x' }), true],
  [attached({ title: 'y', title_link: 'https://example.com/y' }), false],
];

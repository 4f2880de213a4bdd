import { all, brieflySay, type Cases, edit, ephemeral, general, inNamesake, ONE_ACT, type Steps, say } from './run.ts';

const blocks = (list: readonly object[], channel = 'C0GENERAL'): Steps => say('', channel, { blocks: list });
const rich = (...elements: readonly object[]): object => ({ type: 'rich_text', elements });
const list = (style: string, ...items: readonly string[]): object => ({
  type: 'rich_text_list',
  style,
  elements: items.map((text) => ({ type: 'rich_text_section', elements: [{ type: 'text', text }] })),
});

const seeming = (text: string) => ({
  'taken back in the same call': ONE_ACT,
  'taken back later': brieflySay(text),
  'through another door': ephemeral(text),
  'after a rename': inNamesake((id) => say(text, id)),
  'by an edit of something older': edit(text),
  'on a look-alike': say(text, 'C0OTHER'),
});

export const cases: Cases = {
  'slack.message-with-style': {
    args: { style: 'a bulleted list', ...general },
    good: blocks([rich(list('bullet', 'Bagels', 'Coffee'))]),
    bad: all(say('• Bagels'), blocks([rich(list('ordered', 'Bagels'))])),
    evidence: /none of 2 new messages in #general has it: message \S+ has: none; message \S+ has: a numbered list/,
    evasions: {
      ...seeming('• Bagels'),
      'on a look-alike': blocks([rich(list('bullet', 'Bagels'))], 'C0OTHER'),
    },
  },
  'slack.message-with-styled-text': {
    args: { style: 'bold text', needle: 'Attention', ...general },
    good: say('*Attention please*: read'),
    bad: say('*Please*: Attention _Attention_'),
    evidence: /none of 1 new messages in #general is it: message \S+ in #general by @bot: "Please: Attention Attention"/,
    evasions: seeming('*Attention*'),
  },
  'slack.message-mentions': {
    args: { user: '@ben', ...general },
    good: async (twin) => say(`<@${await twin.user('ben')}> look`)(twin),
    bad: say('@ben look'),
    evidence: /none of 1 new messages in #general is it: message \S+ in #general by @bot: "@ben look"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': async (twin) => brieflySay(`<@${await twin.user('ben')}>`)(twin),
      'through another door': async (twin) => ephemeral(`<@${await twin.user('ben')}>`)(twin),
      'after a rename': inNamesake((id) => async (twin) => say(`<@${await twin.user('ben')}>`, id)(twin)),
      'by an edit of something older': async (twin) => edit(`<@${await twin.user('ben')}>`)(twin),
      'on a look-alike': async (twin) => say(`<@${await twin.user('ada')}> and @ben`)(twin),
    },
  },
  'slack.message-links': {
    args: { link: 'https://example.com/a?b=1&c=2', ...general },
    good: say('See <https://example.com/a?b=1&c=2|the page>'),
    bad: say('See <https://example.com/a?b=1|https://example.com/a?b=1&amp;c=2>'),
    evidence: /none of 1 new messages in #general is it/,
    evasions: seeming('https://example.com/a?b=1&c=2'),
  },
};

/** A message each that shows the style, for the words that the sentence takes. */
export const shownAs: Readonly<Record<string, Steps>> = {
  'bold text': say('*x*'),
  'italic text': blocks([rich({ type: 'rich_text_section', elements: [{ type: 'text', text: 'x', style: { italic: true } }] })]),
  'struck-through text': blocks([{ type: 'section', text: { type: 'mrkdwn', text: 'no ~x~' } }]),
  'inline code': say('`x`'),
  'a code block': say('```\nx\n```'),
  'a quote': say('> x'),
  'a bulleted list': blocks([{ type: 'markdown', text: '- x\n- y' }]),
  'a numbered list': blocks([rich(list('ordered', 'x'))]),
  'a header': blocks([{ type: 'header', text: { type: 'plain_text', text: 'x' } }]),
  'a table': blocks([{ type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] }]),
  'a divider': blocks([{ type: 'divider' }]),
  'an image': blocks([{ type: 'image', image_url: 'https://example.com/x.png', alt_text: 'x' }]),
  'a button': blocks([{ type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'x' } }] }]),
  'a link': say('https://example.com/x'),
  'an emoji': say(':tada: x'),
  'a mention': say('<!here> x'),
};

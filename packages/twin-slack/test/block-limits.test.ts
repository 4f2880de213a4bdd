import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Json, type Served, serveSlack } from './served.ts';

// Lengths and counts: https://docs.slack.dev/reference/block-kit (blocks, block elements, composition objects).
let twin: Served;
beforeAll(async () => {
  twin = await serveSlack();
});
afterAll(() => twin.close());

const plain = (length: number) => ({ type: 'plain_text', text: 'x'.repeat(length) });
const mrkdwn = (length: number) => ({ type: 'mrkdwn', text: 'x'.repeat(length) });
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const option = (text = 1, value = 1, description?: number) => ({
  text: plain(text),
  value: 'v'.repeat(value),
  ...(description !== undefined && { description: plain(description) }),
});
const inActions = (element: object) => ({ type: 'actions', elements: [element] });
const button = (more: object) => inActions({ type: 'button', text: plain(1), ...more });
const confirm = (more: object) => button({ confirm: { title: plain(1), text: plain(1), ...more } });
const url = (length: number) => `https://a.test/${'x'.repeat(length - 'https://a.test/'.length)}`;

/** The largest that a block may be, and the same with one more, each with the place of its fault. */
const limits: [what: string, make: (size: number) => object, most: number, pointer: string][] = [
  ['header', (n) => ({ type: 'header', text: plain(n) }), 150, '/blocks/0/text/text'],
  ['section text', (n) => ({ type: 'section', text: mrkdwn(n) }), 3000, '/blocks/0/text/text'],
  ['section fields', (n) => ({ type: 'section', fields: many(n, mrkdwn(1)) }), 10, '/blocks/0/fields'],
  ['a section field', (n) => ({ type: 'section', fields: [mrkdwn(n)] }), 2000, '/blocks/0/fields/0/text'],
  ['block_id', (n) => ({ type: 'divider', block_id: 'x'.repeat(n) }), 255, '/blocks/0/block_id'],
  ['context elements', (n) => ({ type: 'context', elements: many(n, mrkdwn(1)) }), 10, '/blocks/0/elements'],
  [
    'action elements',
    (n) => ({ type: 'actions', elements: many(n, { type: 'button', text: plain(1) }) }),
    25,
    '/blocks/0/elements',
  ],
  ['image alt_text', (n) => ({ type: 'image', image_url: url(30), alt_text: 'x'.repeat(n) }), 2000, '/blocks/0/alt_text'],
  ['image_url', (n) => ({ type: 'image', image_url: url(n), alt_text: 'a' }), 3000, '/blocks/0/image_url'],
  ['image title', (n) => ({ type: 'image', image_url: url(30), alt_text: 'a', title: plain(n) }), 2000, '/blocks/0/title/text'],
  [
    'input label',
    (n) => ({ type: 'input', label: plain(n), element: { type: 'plain_text_input' } }),
    2000,
    '/blocks/0/label/text',
  ],
  [
    'input hint',
    (n) => ({ type: 'input', label: plain(1), hint: plain(n), element: { type: 'plain_text_input' } }),
    2000,
    '/blocks/0/hint/text',
  ],
  ['markdown', (n) => ({ type: 'markdown', text: 'x'.repeat(n) }), 12_000, '/blocks/0/text'],
  ['table rows', (n) => ({ type: 'table', rows: many(n, [{ type: 'raw_text', text: 'a' }]) }), 100, '/blocks/0/rows'],
  ['table columns', (n) => ({ type: 'table', rows: [many(n, { type: 'raw_text', text: 'a' })] }), 20, '/blocks/0/rows/0'],
  ['button text', (n) => inActions({ type: 'button', text: plain(n) }), 75, '/blocks/0/elements/0/text/text'],
  ['button url', (n) => button({ url: url(n) }), 3000, '/blocks/0/elements/0/url'],
  ['button value', (n) => button({ value: 'x'.repeat(n) }), 2000, '/blocks/0/elements/0/value'],
  ['button action_id', (n) => button({ action_id: 'x'.repeat(n) }), 255, '/blocks/0/elements/0/action_id'],
  ['accessibility_label', (n) => button({ accessibility_label: 'x'.repeat(n) }), 75, '/blocks/0/elements/0/accessibility_label'],
  ['confirm title', (n) => confirm({ title: plain(n) }), 100, '/blocks/0/elements/0/confirm/title/text'],
  ['confirm text', (n) => confirm({ text: plain(n) }), 300, '/blocks/0/elements/0/confirm/text/text'],
  ['confirm button', (n) => confirm({ confirm: plain(n) }), 30, '/blocks/0/elements/0/confirm/confirm/text'],
  ['deny button', (n) => confirm({ deny: plain(n) }), 30, '/blocks/0/elements/0/confirm/deny/text'],
  ['checkboxes', (n) => inActions({ type: 'checkboxes', options: many(n, option()) }), 10, '/blocks/0/elements/0/options'],
  ['radio_buttons', (n) => inActions({ type: 'radio_buttons', options: many(n, option()) }), 10, '/blocks/0/elements/0/options'],
  ['overflow', (n) => inActions({ type: 'overflow', options: many(n, option()) }), 5, '/blocks/0/elements/0/options'],
  ['static_select', (n) => inActions({ type: 'static_select', options: many(n, option()) }), 100, '/blocks/0/elements/0/options'],
  [
    'option text',
    (n) => inActions({ type: 'static_select', options: [option(n)] }),
    75,
    '/blocks/0/elements/0/options/0/text/text',
  ],
  [
    'option value',
    (n) => inActions({ type: 'static_select', options: [option(1, n)] }),
    150,
    '/blocks/0/elements/0/options/0/value',
  ],
  [
    'option description',
    (n) => inActions({ type: 'static_select', options: [option(1, 1, n)] }),
    75,
    '/blocks/0/elements/0/options/0/description/text',
  ],
  [
    'option groups',
    (n) => inActions({ type: 'static_select', option_groups: many(n, { label: plain(1), options: [option()] }) }),
    100,
    '/blocks/0/elements/0/option_groups',
  ],
  [
    'option group label',
    (n) => inActions({ type: 'static_select', option_groups: [{ label: plain(n), options: [option()] }] }),
    75,
    '/blocks/0/elements/0/option_groups/0/label/text',
  ],
  [
    'placeholder',
    (n) => inActions({ type: 'users_select', placeholder: plain(n) }),
    150,
    '/blocks/0/elements/0/placeholder/text',
  ],
  [
    'max_length',
    (n) => ({ type: 'input', label: plain(1), element: { type: 'plain_text_input', max_length: n } }),
    3000,
    '/blocks/0/element/max_length',
  ],
  [
    'file_input',
    (n) => ({ type: 'input', label: plain(1), element: { type: 'file_input', max_files: n } }),
    10,
    '/blocks/0/element/max_files',
  ],
];

let triggers = 0;

const post = (blocks: object[]): Promise<Json> => twin.call('chat.postMessage', { channel: '#random', text: 'x', blocks });

describe('each limit of Block Kit is held, and no more than it', () => {
  test.each(limits)('%s', async (_what, make, most, pointer) => {
    expect(await post([make(most)])).toMatchObject({ ok: true });
    const refused = await post([make(most + 1)]);
    expect(refused).toMatchObject({ ok: false, error: 'invalid_blocks' });
    // Where two kinds of text may stand, that none fits is said first.
    const [fault, ...others] = refused.errors.filter((error: string) => !error.startsWith('failed to match all allowed schemas'));
    expect([fault, others]).toEqual([expect.stringMatching(new RegExp(`\\[json-pointer:${pointer}\\]$`)), []]);
  });

  test('of a whole message: 50 blocks, one table', async () => {
    expect((await post(many(50, { type: 'divider' }))).ok).toBe(true);
    const table = { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] };
    expect((await post(many(51, { type: 'divider' }))).errors).toEqual(['no more than 50 items allowed [json-pointer:/blocks]']);
    expect((await post([table, table])).errors).toEqual(['only_one_table_allowed [json-pointer:/blocks]']);
  });

  test('and the fault stands twice, the second time marked as one (spacecat-api-service PR 176)', async () => {
    const { errors, response_metadata } = await post([{ type: 'header', text: plain(151) }]);
    expect(errors).toEqual(['must be less than 151 characters [json-pointer:/blocks/0/text/text]']);
    expect(response_metadata.messages).toEqual([`[ERROR] ${errors[0]}`]);
  });
});

describe('what a block must say', () => {
  test.each<[string, object]>([
    ['a style that there is not', button({ style: 'loud' })],
    ['a date', inActions({ type: 'datepicker', initial_date: '2026-13-01' })],
    ['a time', inActions({ type: 'timepicker', initial_time: '25:00' })],
    ['an instant', inActions({ type: 'datetimepicker', initial_date_time: 1 })],
    ['a number field without is_decimal_allowed', { type: 'input', label: plain(1), element: { type: 'number_input' } }],
    ['a select without options', inActions({ type: 'static_select' })],
    ['a remote file without its id', { type: 'file', source: 'remote' }],
    ['a video without a thumbnail', { type: 'video', title: plain(1), alt_text: 'a', video_url: url(30) }],
    ['a button in a context', { type: 'context', elements: [{ type: 'button', text: plain(1) }] }],
  ])('%s is refused where it is missing or wrong', async (_what, block) => {
    expect(await post([block])).toMatchObject({ ok: false, error: 'invalid_blocks' });
  });
});

describe('faults are told in the words that Slack was recorded with', () => {
  const text = (more: object) => ({ type: 'section', text: { type: 'mrkdwn', text: 'x', ...more } });
  const twice = { type: 'actions', elements: [1, 2].map(() => ({ type: 'button', text: plain(1), action_id: 'a' })) };

  test.each<[string, object, string[]]>([
    [
      'slackreprex issue 3',
      text({ text: 'x'.repeat(3001) }),
      [
        'failed to match all allowed schemas [json-pointer:/blocks/0/text]',
        'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
      ],
    ],
    [
      'slack-go PR 1452',
      text({ emoji: true }),
      [
        'failed to match all allowed schemas [json-pointer:/blocks/0/text]',
        'invalid additional property: emoji [json-pointer:/blocks/0/text]',
      ],
    ],
    [
      'bolt-js issue 1891',
      button({ disabled: true }),
      ['invalid additional property: disabled [json-pointer:/blocks/0/elements/0]'],
    ],
    ['hack-json-schema', { type: 'divider', color: 'red' }, ['invalid additional property: color [json-pointer:/blocks/0]']],
    ['hack-json-schema', button({ style: 'loud' }), ['must be a valid enum value [json-pointer:/blocks/0/elements/0/style]']],
    ['hack-json-schema', { type: 'actions', elements: [] }, ['must provide at least 1 items [json-pointer:/blocks/0/elements]']],
    // That they are refused is gantry PR 458's; the words are the twin's own.
    ['gantry PR 458', twice, ['`action_id` already exists [json-pointer:/blocks/0/elements/1/action_id]']],
    ['block elements', inActions({ type: 'slider' }), ['unsupported type: slider [json-pointer:/blocks/0/elements/0/type]']],
  ])('%s: %j', async (_source, block, errors) => {
    expect((await post([block])).errors).toEqual(errors);
  });
});

describe('what a view lacks', () => {
  const open = (view: object) => twin.call('views.open', { trigger_id: `2.${triggers++}.ab`, view });
  const input = { type: 'input', label: plain(1), element: { type: 'plain_text_input' } };

  test.each<[string, object, string[]]>([
    [
      'java-slack-sdk PR 302',
      {},
      ['title', 'blocks', 'type'].map((name) => `[ERROR] missing required field: ${name} [json-pointer:/view]`),
    ],
    [
      'node-slack-sdk issue 875',
      { type: 'modal', title: plain(1), blocks: [input] },
      ['[ERROR] must define `submit` to use `input` block [json-pointer:/view/blocks/0/input]'],
    ],
    [
      'composition objects, text object: the least length is 1',
      { type: 'modal', title: plain(0), blocks: [] },
      ['[ERROR] must be more than 0 characters [json-pointer:/view/title/text]'],
    ],
  ])('%s', async (_source, view, messages) => {
    expect(await open(view)).toMatchObject({ error: 'invalid_arguments', response_metadata: { messages } });
  });

  test('a home tab takes input blocks as it is', async () => {
    const view = { type: 'home', blocks: [input] };
    expect(await twin.call('views.publish', { user_id: await twin.user('ada'), view })).toMatchObject({ ok: true });
  });
});

test.each([
  ['title', 24],
  ['submit', 24],
  ['close', 24],
])('the %s of a modal has %d characters at most (https://docs.slack.dev/reference/views/modal-views)', async (name, most) => {
  const open = (length: number) => {
    const view = { type: 'modal', title: plain(1), blocks: [], [name]: plain(length) };
    return twin.call('views.open', { trigger_id: `1.${triggers++}.ab`, view });
  };
  expect(await open(most)).toMatchObject({ ok: true });
  expect(await open(most + 1)).toMatchObject({ ok: false, error: 'invalid_arguments' });
});

import { describe, expect, test } from '@jest/globals';
import { gmail } from '../src/index.ts';
import { decoded, type State, serveGmail } from './served.ts';

const clock = { mode: 'logical', start: '2026-03-01T00:00:00Z' } as const;
const built = (seed: unknown): State => gmail.initialState(seed, clock) as unknown as State;
const issuesOf = (seed: unknown) => {
  const parsed = gmail.parseSeed(seed);
  return parsed.ok ? [] : parsed.issues.map(({ path, code }) => [path, code]);
};
const from = 'ben@example.org';

describe('a seed is refused', () => {
  test.each<[string, object, [string, string][]]>([
    ['an unknown collection', { mesages: [] }, [['', 'unrecognized_keys']]],
    ['an unknown field of a message', { messages: [{ from, subjekt: 'x' }] }, [['messages[0]', 'unrecognized_keys']]],
    ['an unknown field of a setting', { settings: { imap: { on: true } } }, [['settings.imap', 'unrecognized_keys']]],
    [
      'an unknown field of a filter',
      { filters: [{ criteria: { from, who: 'x' }, action: { removeLabels: ['INBOX'] } }] },
      [['filters[0].criteria', 'unrecognized_keys']],
    ],
    ['an address that is none', { messages: [{ from: 'ben' }] }, [['messages[0].from', 'invalid_address']]],
    ['a message from nobody', { messages: [{ subject: 'x' }] }, [['messages[0].from', 'required']]],
    ['a date that is none', { messages: [{ from, date: 'yesterday' }] }, [['messages[0].date', 'invalid_date']]],
    [
      'a label that is not there',
      { messages: [{ from, labels: ['INBOX', 'Wrok'] }] },
      [['messages[0].labels[1]', 'unknown_label']],
    ],
    [
      'the same id twice',
      {
        messages: [
          { id: 'a1', from },
          { id: 'a1', from },
        ],
      },
      [['messages[1].id', 'duplicate']],
    ],
    ['the same label twice', { labels: ['Work', { name: 'work' }] }, [['labels[1].name', 'duplicate']]],
    ["a label of Gmail's own", { labels: ['inbox'] }, [['labels[0].name', 'reserved_name']]],
    [
      'a colour off the palette',
      { labels: [{ name: 'x', color: { textColor: '#123456', backgroundColor: '#ffffff' } }] },
      [['labels[0].color.textColor', 'invalid_color']],
    ],
    ['a draft from somebody else', { drafts: [{ from }] }, [['drafts[0].from', 'foreign_sender']]],
    ['a message said twice', { messages: [{ raw: 'x', from }] }, [['messages[0].from', 'raw_and_fields']]],
    [
      'an attachment without content',
      { messages: [{ from, attachments: [{ filename: 'a' }] }] },
      [['messages[0].attachments[0]', 'content_required']],
    ],
    ['a filter that does nothing', { filters: [{ criteria: { from }, action: {} }] }, [['filters[0].action', 'required']]],
    [
      'forwarding to a stranger',
      { settings: { autoForwarding: { enabled: true, emailAddress: from } } },
      [['settings.autoForwarding.emailAddress', 'unknown_address']],
    ],
    ['a document that is no object', [], [['', 'invalid_type']]],
  ])('for %s', (_case, seed, issues) => {
    expect(issuesOf(seed)).toEqual(issues);
  });
});

describe('a seed says only what matters:', () => {
  test('an empty one is an empty mailbox', () => {
    const state = built({});
    expect(state.mailbox).toEqual([{ emailAddress: 'me@example.com', displayName: '' }]);
    expect([state.messages, state.history, state.drafts]).toEqual([[], [], []]);
  });

  test('a message needs a sender, and goes to the owner’s inbox an hour apart from the next', () => {
    const state = built({ emailAddress: 'ada@example.com', messages: [{ from }, { from: 'ada@example.com', to: from }] });
    expect(state.messages).toMatchObject([
      { labelIds: ['INBOX'], to: [{ address: 'ada@example.com' }], internalDate: Date.parse('2026-02-28T22:00:00Z') },
      { labelIds: ['SENT'], to: [{ address: from }], internalDate: Date.parse('2026-02-28T23:00:00Z') },
    ]);
  });

  test('threads, ids, labels by name, states and dates are taken as they are said', () => {
    const state = built({
      labels: ['Work', { id: 'Label_5', name: 'Home' }],
      messages: [
        {
          id: '00000000000000aa',
          threadId: 't',
          from,
          subject: 'A',
          labels: ['work', 'Label_5'],
          unread: true,
          starred: true,
          date: '2026-02-01',
        },
        { threadId: 't', from, date: '2026-02-02T10:00:00+01:00' },
      ],
    });
    expect(state.labels?.slice(-2)).toMatchObject([
      { id: 'Label_6', name: 'Work' },
      { id: 'Label_5', name: 'Home' },
    ]);
    expect(state.messages).toMatchObject([
      {
        id: '00000000000000aa',
        labelIds: ['Label_6', 'Label_5', 'UNREAD', 'STARRED'],
        internalDate: Date.parse('2026-02-01T00:00:00Z'),
      },
      { threadId: '00000000000000aa', subject: 'Re: A', internalDate: Date.parse('2026-02-02T09:00:00Z') },
    ]);
  });

  test('a raw message keeps its bytes and says its own date', async () => {
    const raw = 'From: x@y.z\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nDate: Sun, 1 Feb 2026 10:00:00 +0000\n\nHi';
    const twin = await serveGmail({ messages: [{ raw }] });
    const { messages, contents } = await twin.state();
    expect(messages).toMatchObject([{ subject: 'Grüße', internalDate: Date.parse('2026-02-01T10:00:00Z') }]);
    expect(decoded(contents?.[0]?.raw as string)).toBe(raw);
    await twin.close();
  });

  test('drafts, aliases, filters, addresses, delegates and settings stand as they were declared', () => {
    const state = built({
      emailAddress: 'ada@example.com',
      labels: ['Work'],
      drafts: [{ id: 'r9', to: from, subject: 'Soon', text: 'x' }],
      sendAs: [{ sendAsEmail: 'Team@example.com', isDefault: true }],
      filters: [{ id: 'f1', criteria: { from }, action: { addLabels: ['Work'], removeLabels: ['INBOX'] } }],
      forwardingAddresses: [{ forwardingEmail: 'a@b.c' }],
      delegates: [{ delegateEmail: 'd@e.f', verificationStatus: 'pending' }],
      settings: { vacation: { enableAutoReply: true, responseSubject: 'Away' }, pop: { accessWindow: 'allMail' } },
    });
    expect(state.drafts).toMatchObject([{ id: 'r9', messageId: state.messages?.[0]?.id }]);
    expect(state.messages).toMatchObject([{ labelIds: ['DRAFT'], from: { address: 'team@example.com' } }]);
    expect(state.sendAs).toMatchObject([
      { isPrimary: true, isDefault: false },
      { sendAsEmail: 'team@example.com', isDefault: true },
    ]);
    expect(state.filters).toEqual([
      { id: 'f1', criteria: { from }, action: { addLabelIds: ['Label_1'], removeLabelIds: ['INBOX'] } },
    ]);
    expect(state.forwardingAddresses).toEqual([{ forwardingEmail: 'a@b.c', verificationStatus: 'accepted' }]);
    expect(state.delegates).toEqual([{ delegateEmail: 'd@e.f', verificationStatus: 'pending' }]);
    expect(state.settings).toContainEqual({ name: 'pop', value: { accessWindow: 'allMail', disposition: 'leaveInInbox' } });
  });

  test('the same document builds the same world, another one others', () => {
    const seed = { messages: [{ from, text: 'x', attachments: [{ filename: 'a.txt', content: 'x' }] }] };
    expect(built(seed)).toEqual(built(seed));
    expect(built({ ...seed, displayName: 'x' }).contents).not.toEqual(built(seed).contents);
  });
});

import { describeSiblings, type SampleCall, type Sibling } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { ME } from './served.ts';

const seed = {
  emailAddress: 'ada@example.com',
  displayName: 'Ada',
  labels: ['Work'],
  messages: [
    {
      threadId: '00000000000000aa',
      from: 'Ben <ben@example.org>',
      subject: 'Plan',
      text: 'One',
      unread: true,
      messageId: '<plan@example.org>',
    },
    { threadId: '00000000000000aa', from: 'ada@example.com', to: 'ben@example.org', text: 'Two' },
    {
      id: '00000000000000bb',
      from: 'cy@example.org',
      subject: 'File',
      text: 'Three',
      html: '<i>3</i>',
      attachments: [{ filename: 'a.txt', content: 'x' }],
    },
  ],
  drafts: [{ id: 'r1', to: 'ben@example.org', subject: 'Begun', text: 'Not done' }],
};
const threadId = '00000000000000aa';
const messageId = '00000000000000bb';

const get = (path: string): SampleCall => ({ method: 'GET', path });
const post = (path: string, body?: object): SampleCall => ({ method: 'POST', path: ME + path, ...(body && { body }) });

/** Each tool with the method that does the same. */
const siblings: Sibling[] = [
  ['label_thread', { threadId, labelIds: ['STARRED'] }, post(`/threads/${threadId}/modify`, { addLabelIds: ['STARRED'] })],
  ['unlabel_thread', { threadId, labelIds: ['UNREAD'] }, post(`/threads/${threadId}/modify`, { removeLabelIds: ['UNREAD'] })],
  ['apply_sensitive_thread_label', { threadId, labelOption: 'TRASH' }, post(`/threads/${threadId}/trash`)],
  [
    'apply_sensitive_thread_label',
    { threadId, labelOption: 'SPAM' },
    post(`/threads/${threadId}/modify`, { addLabelIds: ['SPAM'] }),
  ],
  ['label_message', { messageId, labelIds: ['Label_1'] }, post(`/messages/${messageId}/modify`, { addLabelIds: ['Label_1'] })],
  ['unlabel_message', { messageId, labelIds: ['INBOX'] }, post(`/messages/${messageId}/modify`, { removeLabelIds: ['INBOX'] })],
  ['apply_sensitive_message_label', { messageId, labelOption: 'TRASH' }, post(`/messages/${messageId}/trash`)],
  [
    'apply_sensitive_message_label',
    { messageId, labelOption: 'SPAM' },
    post(`/messages/${messageId}/modify`, { addLabelIds: ['SPAM'] }),
  ],
  ['create_label', { displayName: 'New' }, post('/labels', { name: 'New' })],
  ['list_labels', {}, get(`${ME}/labels`)],
  ['list_drafts', {}, get(`${ME}/drafts`)],
  ['get_draft', { draftId: 'r1' }, get(`${ME}/drafts/r1`)],
  ['get_thread', { threadId }, get(`${ME}/threads/${threadId}`)],
  ['get_message', { messageId }, get(`${ME}/messages/${messageId}`)],
  ['search_threads', { query: 'plan' }, get(`${ME}/threads?q=plan`)],
  [
    'create_draft',
    { to: ['ben@example.org'], subject: 'New', body: 'Hello' },
    (_seed, { contents = [] }) => post('/drafts', { message: { raw: (contents.at(-1) as { raw: string }).raw } }),
  ],
];

describeSiblings(gmail, {
  serve: { seed },
  // Two of what is listed in pages.
  more: {
    seed: { ...seed, drafts: [...seed.drafts, { id: 'r2', to: 'cy@example.org', subject: 'Another', text: 'Nor this' }] },
    calls: [
      ['update_draft', { draftId: 'r1', subject: 'Changed' }],
      ['list_drafts', {}],
      ['search_threads', {}],
    ],
  },
  by: 'labelOption',
  siblings,
  without: {
    update_draft: 'a method replaces a draft whole, the tool only what is given: tools.test.ts',
    'apply_sensitive_thread_label: LABEL_OPTION_UNSPECIFIED': 'it is refused',
    'apply_sensitive_message_label: LABEL_OPTION_UNSPECIFIED': 'it is refused',
  },
});

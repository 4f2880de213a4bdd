import type { CheckCase } from '@svc/twin-kit/testing';
import { NO_NAME, ONE_DOOR, property } from './kinds.ts';
import { batch, type Call, type Cases, call, draft, ID, mark, post, type Run, refused, send } from './world.ts';

const to = 'ben@example.org';
const filter = (criteria: object, action: object): Call => post('/settings/filters', { criteria, action });
const remove = (path: string): Call => call('DELETE', `/settings/${path}`);
const relabel = (id: string, name: string): Call => call('PATCH', `/labels/${id}`, { name });
const SWAPPED = [relabel(ID.work, 'x'), relabel(ID.taxes, 'Work')];
const work = { addLabelIds: [ID.work] };
const archive = { removeLabelIds: ['INBOX'] };

/** A sentence on a filter that is there; ids of filters can't be told ahead, so that what undoes one is the label's end. */
const filtered = (
  args: Readonly<Record<string, string>>,
  good: readonly [criteria: object, action: object],
  undo: Run | string,
  evidence: RegExp,
  rename: Run | string,
  lookAlikes: readonly (readonly [criteria: object, action: object])[],
): CheckCase<Run> => ({
  args,
  good: [filter(...good)],
  bad: lookAlikes.slice(0, 1).map((one) => filter(...one)),
  evidence,
  evasions: {
    'taken back in the same call': typeof undo === 'string' ? undo : [batch(filter(...good), ...(undo as readonly Call[]))],
    'taken back later': typeof undo === 'string' ? undo : [filter(...good), ...undo],
    'through another door': ONE_DOOR,
    'after a rename': rename,
    'by an edit of something older': [mark(ID.invoice, ID.work, 'STARRED')],
    'on a look-alike': lookAlikes.map((one) => filter(...one)),
  },
});
const NO_ID = 'the id of a new filter cannot be told ahead';

const filters: Cases = {
  'gmail.filter-labels-sender': filtered(
    { label: 'work', address: 'Ben@example.org' },
    [{ from: 'ben@EXAMPLE.org', subject: 'x' }, work],
    [call('DELETE', `/labels/${ID.work}`)],
    /filters: "news@shop.example" → INBOX; "ben@example.org" → INBOX/,
    [...SWAPPED, filter({ from: to }, { addLabelIds: [ID.taxes] })],
    [
      [{ from: to }, archive],
      [{ to }, work],
      [{ from: 'ben.other@example.org' }, work],
      [{ from: to }, { addLabelIds: [ID.taxes] }],
    ],
  ),
  'gmail.filter-labels-subject': filtered(
    { label: 'Work', words: 'New invoice' },
    [{ subject: 'new Invoice' }, work],
    [call('DELETE', `/labels/${ID.work}`)],
    /filters: .*"new invoice" → INBOX/,
    [...SWAPPED, filter({ subject: 'new invoice' }, { addLabelIds: [ID.taxes] })],
    [
      [{ subject: 'new invoice' }, archive],
      [{ subject: 'new invoice', from: to }, work],
      [{ subject: 'invoice' }, work],
      [{ query: 'new invoice' }, work],
      [{ subject: 'new invoice' }, { addLabelIds: [ID.taxes] }],
    ],
  ),
  'gmail.filter-does': filtered(
    { sender: 'Ben@example.org', effect: 'archived' },
    [{ from: 'ben@example.ORG', excludeChats: false }, { removeLabelIds: ['UNREAD', 'INBOX'] }],
    NO_ID,
    /filters: "news@shop.example" → INBOX; "ben@example.org" → UNREAD/,
    NO_NAME,
    [
      [{ from: to }, { removeLabelIds: ['UNREAD'] }],
      [{ from: to }, { addLabelIds: ['IMPORTANT'] }],
      [{ from: to, subject: 'x' }, archive],
      [{ from: to, hasAttachment: true }, archive],
      [{ to }, archive],
      [{ from: 'ben.other@example.org' }, archive],
    ],
  ),
  'gmail.no-filter-on-sender': {
    args: { sender: 'News@shop.example' },
    good: [
      remove(`filters/${ID.filter}`),
      filter({ from: 'ben@shop.example' }, archive),
      filter({ to: 'news@shop.example' }, archive),
    ],
    bad: [],
    evidence: /filters: "news@shop.example" → INBOX/,
    evasions: {
      'taken back in the same call': [batch(remove(`filters/${ID.filter}`), filter({ from: 'news@shop.example' }, archive))],
      'taken back later': [remove(`filters/${ID.filter}`), filter({ from: 'NEWS@shop.example' }, work)],
      'through another door': ONE_DOOR,
      'after a rename': NO_NAME,
      'by an edit of something older': [mark(ID.news, ID.work)],
      'on a look-alike': [remove(`filters/${ID.filter}`), filter({ from: 'news@shop.example', subject: 'x' }, archive)],
    },
  },
  'gmail.filter-count': {
    args: { count: '2' },
    good: [filter({ from: to }, archive)],
    bad: [],
    evidence: /filters: "news@shop.example" → INBOX/,
    evasions: {
      'taken back in the same call': [batch(filter({ from: to }, archive), remove(`filters/${ID.filter}`))],
      'taken back later': [filter({ from: to }, work), call('DELETE', `/labels/${ID.work}`)],
      'through another door': [filter({ from: to }, archive), filter({ from: to }, work)],
      'after a rename': NO_NAME,
      'by an edit of something older': [remove(`filters/${ID.filter}`)],
      'on a look-alike': [post('/labels', { name: 'Filter' })],
    },
  },
  'gmail.no-filter-changed': {
    args: {},
    good: [mark(ID.news, ID.work), refused(filter({ from: to }, {}))],
    bad: [filter({ from: to }, archive)],
    evidence: /filters: "ben@example.org" → INBOX; tape row 1/,
    evasions: {
      'taken back in the same call': [batch(filter({ from: to }, work), call('DELETE', `/labels/${ID.work}`))],
      'taken back later': [filter({ from: to }, work), call('DELETE', `/labels/${ID.work}`)],
      'through another door': [batch(filter({ from: to }, archive))],
      'after a rename': NO_NAME,
      'by an edit of something older': [remove(`filters/${ID.filter}`)],
      'on a look-alike': [remove(`filters/${ID.filter}`), filter({ from: 'news@shop.example' }, archive)],
    },
  },
};

const put = (name: string, value: object): Call => call('PUT', `/settings/${name}`, value);
const away = { enableAutoReply: true, responseSubject: 'Away', responseBodyPlainText: 'Back on Monday' };
const day = (text: string): string => String(Date.parse(text));
const forward = (emailAddress = 'backup@example.com'): Call =>
  put('autoForwarding', { enabled: true, emailAddress, disposition: 'leaveInInbox' });
const stop = put('autoForwarding', { enabled: false, emailAddress: 'backup@example.com', disposition: 'archive' });
const second = post('/settings/forwardingAddresses', { forwardingEmail: 'second@example.com' });

const single: Cases = {
  'gmail.vacation-responder': property({
    args: { state: 'on' },
    set: [put('vacation', away)],
    unset: [put('vacation', { ...away, enableAutoReply: false })],
    bad: [put('vacation', { ...away, enableAutoReply: false })],
    evidence: /it is off, not on/,
    lookAlike: [forward()],
  }),
  'gmail.vacation-contains': property({
    args: { needle: 'back on Monday' },
    set: [put('vacation', { enableAutoReply: false, responseBodyHtml: 'I am <b>back</b>&nbsp;on\nMonday' })],
    unset: [put('vacation', away)],
    bad: [put('vacation', away)],
    evidence: /it says "Away", "Back on Monday"/,
    lookAlike: [draft({ to, text: 'back on Monday' }), put('vacation', { ...away, responseBodyHtml: '<!-- back on Monday -->' })],
  }),
  'gmail.vacation-day': property({
    args: { bound: 'ends', day: '2026-03-31' },
    set: [put('vacation', { ...away, startTime: day('2026-03-01'), endTime: day('2026-03-31T23:59:59Z') })],
    unset: [put('vacation', { ...away, endTime: day('2026-04-01') })],
    bad: [put('vacation', { ...away, startTime: day('2026-03-31') })],
    evidence: /it ends on no day/,
    lookAlike: [put('vacation', { ...away, startTime: day('2026-03-31'), endTime: day('2026-04-30') })],
  }),
  'gmail.forwarding-to': property({
    args: { sender: 'Backup@example.com' },
    set: [forward()],
    unset: [stop],
    bad: [stop],
    evidence: /it is off, to backup@example.com/,
    lookAlike: [second, forward('second@example.com')],
  }),
  'gmail.forwarding-state': property({
    args: { state: 'on' },
    set: [forward()],
    unset: [stop],
    bad: [stop],
    evidence: /it is off/,
    lookAlike: [put('vacation', away), filter({ from: to }, { forward: 'backup@example.com' })],
  }),
  'gmail.nobody-let-in': {
    args: {},
    good: [
      filter({ from: to }, archive),
      stop,
      remove('delegates/dan@example.com'),
      remove('forwardingAddresses/backup@example.com'),
      put('vacation', away),
      send({ to }),
    ],
    bad: [second],
    evidence: /the forwarding address second@example.com; tape row 1/,
    evasions: {
      'taken back in the same call': [batch(second, remove('forwardingAddresses/second@example.com'))],
      'taken back later': [
        post('/settings/delegates', { delegateEmail: 'eve@example.com' }),
        remove('delegates/eve@example.com'),
      ],
      'through another door': [filter({ from: to }, { forward: 'backup@example.com' })],
      'after a rename': NO_NAME,
      'by an edit of something older': [forward(), stop],
      'on a look-alike': [remove('delegates/dan@example.com'), post('/settings/delegates', { delegateEmail: 'dan@example.com' })],
    },
  },
};

const sendAs = (change: object, method = 'PATCH', address = 'sales@example.com'): Call =>
  call(method, `/settings/sendAs/${address}`, change);
const alias = (sendAsEmail: string, more: object = {}): Call => post('/settings/sendAs', { sendAsEmail, ...more });

const people: Cases = {
  'gmail.forwarding-address-exists': property({
    args: { sender: 'Second@example.com' },
    set: [second],
    unset: [remove('forwardingAddresses/second@example.com')],
    evidence: /forwarding addresses: backup@example.com/,
    lookAlike: [post('/settings/forwardingAddresses', { forwardingEmail: 'asecond@example.com' }), alias('second@example.com')],
  }),
  'gmail.delegates-exactly': property({
    args: { addresses: 'Dan@example.com and eve@example.com' },
    set: [post('/settings/delegates', { delegateEmail: 'eve@example.com' })],
    unset: [remove('delegates/dan@example.com')],
    evidence: /delegates: dan@example.com/,
    edit: [
      post('/settings/delegates', { delegateEmail: 'eve@example.com' }),
      post('/settings/delegates', { delegateEmail: 'cy@example.com' }),
    ],
    lookAlike: [post('/settings/delegates', { delegateEmail: 'eve2@example.com' })],
  }),
  'gmail.send-as-exists': property({
    args: { sender: 'Team@example.com' },
    set: [alias('team@example.com')],
    unset: [remove('sendAs/team@example.com')],
    evidence: /aliases: ada@example.com \(own\), sales@example.com \(accepted\)/,
    lookAlike: [alias('steam@example.com'), post('/settings/forwardingAddresses', { forwardingEmail: 'team@example.com' })],
  }),
  'gmail.default-sender': property({
    args: { sender: 'Sales@example.com' },
    set: [sendAs({ isDefault: true })],
    unset: [sendAs({ isDefault: true }, 'PATCH', 'ada@example.com')],
    evidence: /the default is ada@example.com/,
    lookAlike: [alias('sales2@example.com', { isDefault: true }), sendAs({ treatAsAlias: true })],
  }),
  'gmail.signature-contains': property({
    args: { sender: 'Sales@example.com', needle: 'Ada, Sales' },
    set: [sendAs({ signature: '<p>Ada,</p><p><b>Sa</b>les</p>' })],
    unset: [sendAs({ signature: 'ada, sales' })],
    bad: [sendAs({ signature: 'Ada' })],
    evidence: /it says "Ada"/,
    rename: [remove('sendAs/sales@example.com')],
    lookAlike: [
      sendAs({ signature: '', displayName: 'Ada, Sales' }),
      sendAs({ signature: 'Ada, Sales' }, 'PATCH', 'ada@example.com'),
    ],
  }),
};

export const settingCases: Cases = { ...filters, ...single, ...people };

import { describe, expect, test } from '@jest/globals';
import { fateOf, inputFates } from '@svc/twin-kit';
import { InputTrials, type TrialCall, type TrialFate } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { serveGmail } from './served.ts';

// Every parameter and body field of every modelled method in Google's description: none is taken and dropped.

const seed = {
  emailAddress: 'ada@example.com',
  labels: [{ name: 'Work', id: 'Label_1' }],
  messages: [
    { id: '00000000000000a1', threadId: '00000000000000a1', from: 'ben@example.org', subject: 'Plan', text: 'One', unread: true },
    { id: '00000000000000a2', threadId: '00000000000000a1', from: 'ada@example.com', to: 'ben@example.org', text: 'Two' },
    { id: '00000000000000b1', from: 'cy@example.org', subject: 'File', text: 'Three', labels: ['INBOX', 'Work'] },
    { id: '00000000000000c1', from: 'dan@example.org', subject: 'Junk', text: 'Four', labels: ['SPAM'] },
  ],
  drafts: [
    { id: 'r1', to: 'ben@example.org', subject: 'Begun', text: 'Not done' },
    { id: 'r2', to: 'cy@example.org', subject: 'Other', text: 'Nor this' },
    { id: 'r3', to: 'cy@example.org', subject: 'Gone', text: 'Thrown away' },
  ],
};

const raw = (subject: string): string =>
  Buffer.from(
    `From: ada@example.com\r\nTo: ben@example.org\r\nSubject: ${subject}\r\nDate: Mon, 3 Nov 2025 10:00:00 +0000\r\n\r\nHi`,
  ).toString('base64url');

const trials = new InputTrials(gmail, seed);
const land = (operation: string, call: Omit<TrialCall, 'operation'> = {}): Record<string, string> =>
  trials.land({ operation: `gmail.users.${operation}`, ...call, params: { userId: 'me', ...call.params } }) as Record<
    string,
    string
  >;

const marked = { params: { id: '00000000000000b1' }, body: { addLabelIds: ['STARRED'] } };
land('messages.modify', marked);
const start = land('getProfile').historyId ?? '';
land('messages.modify', { ...marked, body: { addLabelIds: ['UNREAD'] } });
land('messages.modify', { ...marked, body: { removeLabelIds: ['UNREAD'] } });
land('messages.modify', { ...marked, body: { addLabelIds: ['IMPORTANT'] } });
land('settings.forwardingAddresses.create', { body: { forwardingEmail: 'ed@example.com' } });
land('settings.sendAs.create', { body: { sendAsEmail: 'team@example.com' } });
land('settings.sendAs.create', { body: { sendAsEmail: 'pat@elsewhere.test' } });
const thrownAway = land('drafts.get', { params: { id: 'r3' } }).message as unknown as { id: string };
land('messages.trash', { params: { id: thrownAway.id } });
const cursor = (operation: string, search = ''): string =>
  land(operation, { search: `?maxResults=1${search}` }).nextPageToken ?? '';

const message = { params: { id: '00000000000000a1' } };
const label = { params: { id: 'Label_1' } };
const alias = { params: { sendAsEmail: 'team@example.com' } };
const colours = { textColor: '#ffffff', backgroundColor: '#fb4c2f' };

/** Calls that succeed, by method. */
const base: Record<string, Omit<TrialCall, 'operation'>> = {
  'messages.get': message,
  'messages.modify': { ...message, body: { addLabelIds: ['STARRED'] } },
  'messages.trash': message,
  'messages.untrash': message,
  'messages.delete': message,
  'messages.send': { body: { raw: raw('Sent') } },
  'messages.insert': { body: { raw: raw('Put') } },
  'messages.import': { body: { raw: raw('Taken in') } },
  'messages.batchModify': { body: { ids: ['00000000000000a1'], addLabelIds: ['STARRED'] } },
  'messages.batchDelete': { body: { ids: ['00000000000000a1'] } },
  'threads.get': message,
  'threads.modify': { ...message, body: { addLabelIds: ['STARRED'] } },
  'threads.trash': message,
  'threads.untrash': message,
  'threads.delete': message,
  'drafts.get': { params: { id: 'r1' } },
  'drafts.delete': { params: { id: 'r1' } },
  'drafts.create': { body: { message: { raw: raw('New') } } },
  'drafts.update': { params: { id: 'r1' }, body: { message: { raw: raw('Again') } } },
  'drafts.send': { body: { id: 'r1', message: { raw: raw('Last') } } },
  'labels.get': label,
  'labels.delete': label,
  'labels.create': { body: { name: 'New', color: colours } },
  'labels.update': { ...label, body: { name: 'Works', color: colours } },
  'labels.patch': { ...label, body: { name: 'Works', color: colours } },
  'history.list': { search: `?startHistoryId=${start}` },
  watch: { body: { topicName: 'projects/a/topics/b' } },
  'settings.sendAs.get': alias,
  'settings.sendAs.delete': alias,
  'settings.sendAs.verify': { params: { sendAsEmail: 'pat@elsewhere.test' } },
  'settings.sendAs.create': {
    body: { sendAsEmail: 'new@example.com', smtpMsa: { host: 'a.example', port: 25, securityMode: 'ssl' } },
  },
  'settings.sendAs.update': { ...alias, body: { smtpMsa: { host: 'a.example', port: 25, securityMode: 'ssl' } } },
  'settings.sendAs.patch': { ...alias, body: { smtpMsa: { host: 'a.example', port: 25, securityMode: 'ssl' } } },
  'settings.forwardingAddresses.create': { body: { forwardingEmail: 'flo@example.com' } },
  'settings.delegates.create': { body: { delegateEmail: 'flo@example.com' } },
  'settings.filters.create': {
    body: { criteria: { from: 'shop@example.net', size: 10, sizeComparison: 'larger' }, action: { addLabelIds: ['STARRED'] } },
  },
  'settings.updateAutoForwarding': { body: { enabled: true, emailAddress: 'ed@example.com', disposition: 'archive' } },
  'settings.updateLanguage': { body: { displayLanguage: 'de' } },
  'settings.updateVacation': { body: { enableAutoReply: true, responseSubject: 'Away', responseBodyPlainText: 'Back soon' } },
};

/** What else has to be said for an input to mean something. */
const beside: Record<string, Record<string, unknown>> = { metadataHeaders: { format: 'metadata' } };

const values: Record<string, readonly unknown[]> = {
  '$.xgafv': ['2'],
  accessWindow: ['allMail', 'disabled'],
  addLabelIds: [['IMPORTANT']],
  alt: ['proto'],
  autoExpunge: [true, false],
  backgroundColor: ['#16a766'],
  classificationLabelValues: [[{ labelId: 'x' }]],
  delegateEmail: ['gus@example.com'],
  disposition: ['trash', 'archive'],
  emailAddress: ['nobody@example.net'],
  endTime: ['1900000000000'],
  expungeBehavior: ['trash', 'deleteForever'],
  fields: ['id', 'nextPageToken', 'labels/id', 'snippet', 'nonsense'],
  format: ['minimal'],
  forward: ['ed@example.com'],
  forwardingEmail: ['gus@example.com'],
  historyId: ['9'],
  internalDate: ['9'],
  historyTypes: ['messageAdded'],
  id: ['r2', 'Label_77'],
  ids: [['00000000000000b1']],
  internalDateSource: ['dateHeader', 'receivedTime'],
  labelFilterAction: ['include'],
  labelFilterBehavior: ['include'],
  labelId: ['UNREAD', 'Label_1'],
  labelListVisibility: ['labelHide'],
  maxFolderSize: [1000, 2000],
  maxResults: [1],
  message: [{}],
  messageListVisibility: ['hide'],
  metadataHeaders: ['Subject'],
  payload: [{ mimeType: 'text/plain' }],
  port: [465],
  q: ['from:cy'],
  raw: [raw('Another')],
  removeClassificationLabelIds: [['x']],
  addClassificationLabels: [[{ labelId: 'x' }]],
  removeLabelIds: [['INBOX'], ['UNREAD']],
  securityMode: ['starttls'],
  size: [11],
  sizeComparison: ['smaller'],
  sizeEstimate: [9],
  startHistoryId: ['1'],
  startTime: ['1800000000000'],
  textColor: ['#000000'],
  threadId: ['00000000000000b1', '00000000000000ff'],
  topicName: ['projects/a/topics/other', 'nonsense'],
  type: ['user'],
  verificationStatus: ['accepted'],
};
const FLAGS = new Set(
  'enabled enableAutoReply restrictToContacts restrictToDomain isDefault treatAsAlias isPrimary hasAttachment excludeChats deleted neverMarkSpam processForCalendar includeSpamTrash'.split(
    ' ',
  ),
);
const COUNTS = /^(?:messages|threads)(?:Total|Unread)$/;
const candidates = (name: string, id: string, isQuery: boolean): readonly unknown[] => {
  if (name === 'labelIds') return isQuery ? ['STARRED'] : [['STARRED'], ['NONE']];
  if (name === 'pageToken') return [cursor(id, id === 'history.list' ? `&startHistoryId=${start}` : '')];
  if (FLAGS.has(name)) return [true, false];
  return values[name] ?? (COUNTS.test(name) ? [7] : ['other@example.com', 'x']);
};
/** What the token's reader reads, before there is a call. */
const OF_TOKENS = new Set(['access_token', 'oauth_token']);

type Fields = Record<string, unknown>;
function placed(body: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  return { ...body, [name]: rest.length > 0 ? placed((body[name] ?? {}) as Fields, rest, value) : value };
}

const operations = gmail.definition.operations.filter(({ id }) => id.startsWith('gmail.') && !id.includes(' ('));
const all = operations.flatMap(({ id, inputs }) => {
  if (!inputs) return [];
  const paths = [...inputs.documented()];
  const { ignored, refused } = inputFates(inputs);
  const told = new Set([...ignored, ...refused]);
  // Objects are tried by their fields; of what is refused or ignored whole the fields aren't told.
  const isTried = (path: string): boolean =>
    told.has(path) || (fateOf(inputs.reads, path) === 'read' && !paths.some((other) => other.startsWith(`${path}.`)));
  return paths
    .filter((path) => isTried(path) && !OF_TOKENS.has(path))
    .map((path) => [id.replace('gmail.users.', ''), path] as const);
});
const bodyPaths = (id: string): boolean => operations.find((one) => one.id === `gmail.users.${id}`)?.body !== undefined;

const ORDER: readonly TrialFate[] = ['effective', 'refused', 'ignored', 'rejected', 'silent'];

function fate(id: string, path: string, isQuery: boolean): TrialFate {
  const { params, search = '', body } = base[id] ?? {};
  const name = isQuery ? path : (path.split('.').at(-1) ?? '');
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(beside[path] ?? {})) query.set(key, String(value));
  const call = (next: URLSearchParams, given: unknown): TrialCall => ({
    operation: `gmail.users.${id}`,
    params: { userId: 'me', ...params },
    search: next.size > 0 ? `?${next}` : '',
    ...(bodyPaths(id) && { body: given ?? {} }),
  });
  const without = call(query, body);
  const fates = candidates(name, id, isQuery).map((value) => {
    if (!isQuery) return trials.fateOf(without, call(query, placed((body ?? {}) as Fields, path.split('.'), value)));
    const more = new URLSearchParams(query);
    more.set(name, String(value));
    return trials.fateOf(without, call(more, body));
  });
  return ORDER.find((one) => fates.includes(one)) ?? 'silent';
}

/** Names that stand in the query of a method, of all methods too. */
const QUERY = new Set(
  '$.xgafv access_token alt callback fields key oauth_token prettyPrint quotaUser upload_protocol uploadType deleted format historyTypes includeSpamTrash internalDateSource labelId maxResults metadataHeaders neverMarkSpam pageToken processForCalendar q startHistoryId'.split(
    ' ',
  ),
);
const inQuery = (id: string, path: string): boolean => QUERY.has(path) || (path === 'labelIds' && /\.list$/.test(id));

describe('no documented input is taken and dropped', () => {
  test('every modelled method says which of its inputs it reads', () => {
    expect(operations.length).toBeGreaterThan(55);
    expect(operations.filter(({ inputs }) => !inputs).map(({ id }) => id)).toEqual([]);
  });

  test.each(Object.keys(base))('%s succeeds as it is tried', (id) => {
    const { params, ...call } = base[id] ?? {};
    const trial = trials.attempt({ operation: `gmail.users.${id}`, params: { userId: 'me', ...params }, ...call });
    expect([trial.status < 400, trial.body]).toEqual([true, trial.body]);
  });

  test.each(all)('%s: %s', (id, path) => {
    const reads = operations.find((one) => one.id === `gmail.users.${id}`)?.inputs?.reads ?? {};
    const declared = fateOf(reads, path);
    const found = fate(id, path, inQuery(id, path));
    if (declared === 'read') expect(['effective', 'refused', 'rejected']).toContain(found);
    else expect(found).toBe(declared);
  });
});

test('a call with an input that is not read is refused, names it and changes nothing, however it is sent; one that is ignored is told', async () => {
  const twin = await serveGmail(seed);
  try {
    const before = await twin.state();
    const given = { raw: raw('x'), classification_label_values: [{ labelId: 'l' }] };
    const refused = await twin.send('POST', '/gmail/v1/users/me/messages/send', given);
    expect([refused.status, refused.json.error.message]).toEqual([
      501,
      expect.stringMatching(/the input classificationLabelValues of gmail\.users\.messages\.send/),
    ]);
    const parts = `--b\r\nContent-Type: application/json\r\n\r\n{"classificationLabelValues":[{"labelId":"l"}]}\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nx\r\n--b--`;
    const uploaded = await twin.send('POST', '/upload/gmail/v1/users/me/messages/send?uploadType=multipart', parts, {
      'content-type': 'multipart/related; boundary=b',
    });
    expect(uploaded.status).toBe(501);
    expect(await twin.state()).toEqual(before);
    expect((await twin.events()).at(-1)).toMatchObject({ fidelity: 'unsupported', state_mutation: false });
    await twin.send('POST', '/gmail/v1/users/me/messages/send?prettyPrint=false', { raw: raw('x'), labelIds: ['STARRED'] });
    expect((await twin.events()).at(-1)?.ignored).toEqual(['prettyPrint', 'labelIds']);
  } finally {
    await twin.close();
  }
});

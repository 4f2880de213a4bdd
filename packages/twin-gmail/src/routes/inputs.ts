import { type InputFields, type InputShape, type OperationInputs, screenInputs } from '@svc/twin-kit';
import { Unsupported } from '../errors.ts';
import { commonParameters, schemaOf, type WireMethod, type WireType } from '../wire/discovery.ts';
import type { GmailContext } from '../world.ts';

/** What Google writes into resources and no caller sets; clients send back whole what they got. */
const GIVEN_BACK = 'ignored';

const message = (labelIds: InputShape): InputFields => ({
  raw: true,
  threadId: true,
  labelIds,
  id: GIVEN_BACK,
  historyId: GIVEN_BACK,
  internalDate: GIVEN_BACK,
  payload: GIVEN_BACK,
  sizeEstimate: GIVEN_BACK,
  snippet: GIVEN_BACK,
});

/** Labels of drafts and of what is sent are the mailbox's to give: reference of `users.messages.send`. */
const draft = (id: InputShape): InputFields => ({ id, message: message('ignored') });

const label = (id: InputShape): InputFields => ({
  id,
  name: true,
  color: { textColor: true, backgroundColor: true },
  labelListVisibility: true,
  messageListVisibility: true,
  type: GIVEN_BACK,
  messagesTotal: GIVEN_BACK,
  messagesUnread: GIVEN_BACK,
  threadsTotal: GIVEN_BACK,
  threadsUnread: GIVEN_BACK,
});

const sendAs = (sendAsEmail: InputShape): InputFields => ({
  sendAsEmail,
  displayName: true,
  replyToAddress: true,
  signature: true,
  isDefault: true,
  treatAsAlias: true,
  isPrimary: GIVEN_BACK,
  verificationStatus: GIVEN_BACK,
  // Credentials of a relay are taken, never kept or shown, and no mail leaves here.
  smtpMsa: { host: true, port: true, securityMode: true, username: 'ignored', password: 'ignored' },
});

const LABEL_CHANGE: InputFields = { addLabelIds: true, removeLabelIds: true };

/** Bodies of which not everything is read, by method. */
const BODIES: Readonly<Record<string, InputFields>> = {
  'gmail.users.messages.send': message('ignored'),
  'gmail.users.messages.insert': message(true),
  'gmail.users.messages.import': message(true),
  'gmail.users.messages.modify': LABEL_CHANGE,
  'gmail.users.messages.batchModify': { ids: true, ...LABEL_CHANGE },
  'gmail.users.drafts.create': draft(GIVEN_BACK),
  'gmail.users.drafts.update': draft(GIVEN_BACK),
  'gmail.users.drafts.send': draft(true),
  'gmail.users.labels.create': label(GIVEN_BACK),
  'gmail.users.labels.update': label(true),
  'gmail.users.labels.patch': label(true),
  'gmail.users.settings.filters.create': {
    id: GIVEN_BACK,
    criteria: {
      from: true,
      to: true,
      subject: true,
      query: true,
      negatedQuery: true,
      hasAttachment: true,
      excludeChats: true,
      size: true,
      sizeComparison: true,
    },
    action: { addLabelIds: true, removeLabelIds: true, forward: true },
  },
  'gmail.users.settings.sendAs.create': sendAs(true),
  'gmail.users.settings.sendAs.update': sendAs(GIVEN_BACK),
  'gmail.users.settings.sendAs.patch': sendAs(GIVEN_BACK),
  'gmail.users.settings.forwardingAddresses.create': { forwardingEmail: true, verificationStatus: GIVEN_BACK },
  'gmail.users.settings.delegates.create': { delegateEmail: true, verificationStatus: GIVEN_BACK },
  // Nothing is ever sent to a topic.
  'gmail.users.watch': { topicName: true, labelIds: true, labelFilterAction: 'ignored', labelFilterBehavior: 'ignored' },
};

/** Parameters of every method. Answers are compact whatever is asked for; `callback` and the format of errors are refused. */
const COMMON: InputFields = {
  alt: true,
  fields: true,
  access_token: true,
  oauth_token: true,
  key: 'ignored',
  prettyPrint: 'ignored',
  quotaUser: 'ignored',
  uploadType: 'ignored',
};

/** There is no classifier of spam and no calendar. */
const QUERIES: Readonly<Record<string, InputFields>> = {
  'gmail.users.messages.import': { neverMarkSpam: 'ignored', processForCalendar: 'ignored' },
};

const allOf = (types: Readonly<Record<string, WireType>> = {}): InputFields =>
  Object.fromEntries(Object.keys(types).map((name) => [name, true as const]));

const inQuery = ({ parameters = {} }: WireMethod): Record<string, WireType> =>
  Object.fromEntries(Object.entries(parameters).filter(([, { location }]) => location === 'query'));

function* pathsOf(type: WireType, above: readonly string[] = []): Generator<string> {
  const schema = type.$ref === undefined ? (type.items ?? type) : schemaOf(type.$ref);
  if (schema?.$ref !== undefined) return yield* pathsOf(schema, above);
  // Parts of messages have parts.
  for (const [name, inner] of Object.entries(schema?.properties ?? {})) {
    if (above.includes(name)) continue;
    yield [...above, name].join('.');
    yield* pathsOf(inner, [...above, name]);
  }
}

/** What a method does with what Google's description says it takes. */
export function inputsOf(wire: WireMethod): OperationInputs {
  const schema = wire.request && schemaOf(wire.request.$ref);
  return {
    reads: { ...COMMON, ...allOf(inQuery(wire)), ...QUERIES[wire.id], ...(BODIES[wire.id] ?? allOf(schema?.properties)) },
    documented: () => [
      ...Object.keys(commonParameters),
      ...Object.keys(inQuery(wire)),
      ...(wire.request ? pathsOf(wire.request) : []),
    ],
    // Google's own checks come first, and know both spellings of a name.
    screenedBy: 'operation',
  };
}

/** Notes what of a call is ignored. @throws Unsupported for an input that isn't read */
export function screen(context: GmailContext, wire: WireMethod, { reads }: OperationInputs, ...sent: readonly object[]): void {
  for (const one of sent) {
    const { unread, ignored } = screenInputs(reads, one);
    const [first] = unread;
    if (first) throw new Unsupported(`the input ${first.filter((step) => !/^\d+$/.test(step)).join('.')} of ${wire.id}`);
    if (ignored.length > 0) context.ignore(ignored.map((path) => path.join('.')));
  }
}

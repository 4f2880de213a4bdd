import type {
  Chance,
  DirectCall,
  PlainWorld,
  Rule,
  RuleBook,
  RuledOperation,
  RuledStep,
  RuledWorld,
} from '@svc/twin-kit/testing';
import { ME, raw } from './served.ts';

// What the README's table says, once more, on the records of a world alone.

// biome-ignore lint/suspicious/noExplicitAny: records as plain JSON
type Row = any;
type Args = RuledOperation['args'];

const OWNER = 'ada@example.com';
const FOLDERS = ['INBOX', 'SPAM', 'TRASH'];
const OF_GMAIL = ['SENT', 'DRAFT', 'CHAT'];

const seed = {
  emailAddress: OWNER,
  labels: ['Work', 'Home/Garden'],
  messages: [
    { threadId: 'a', from: 'ben@example.org', subject: 'Plan', text: 'One', unread: true },
    { threadId: 'a', from: OWNER, to: 'ben@example.org', subject: 'Re: Plan', text: 'Two' },
    { from: 'cy@example.org', subject: 'File', text: 'Three' },
    { from: 'dan@example.org', subject: 'Junk', text: 'Four', labels: ['SPAM'] },
  ],
  drafts: [{ to: 'ben@example.org', subject: 'Begun', text: 'Not done' }],
  filters: [{ criteria: { from: 'cy' }, action: { addLabels: ['Work'] } }],
  sendAs: [{ sendAsEmail: 'sales@example.com' }, { sendAsEmail: 'pending@example.net', verificationStatus: 'pending' }],
  forwardingAddresses: [
    { forwardingEmail: 'archive@example.com' },
    { forwardingEmail: 'unproved@example.net', verificationStatus: 'pending' },
  ],
};

/** As many labels and filters as there may be, nearly. */
const full = {
  ...seed,
  labels: [...seed.labels, ...Array.from({ length: 9982 }, (_, at) => `More ${at}`)],
  filters: [
    ...seed.filters,
    ...Array.from({ length: 998 }, (_, at) => ({ criteria: { subject: `About ${at}` }, action: { addLabels: ['STARRED'] } })),
  ],
};

const worlds: Record<string, RuledWorld> = { usual: { seed }, full: { seed: full, every: 30 } };

const when = (condition: unknown, words: string): string | undefined => (condition ? words : undefined);
const labelOf = (world: PlainWorld, id: string): Row => world.labels?.find((one) => one.id === id);
const messageOf = (world: PlainWorld, id: string): Row => world.messages?.find((one) => one.id === id);
/** The message of a draft. */
const letterOf = (world: PlainWorld, draft: string): Row =>
  messageOf(world, world.drafts?.find(({ id }) => id === draft)?.messageId);
const addressOf = (world: PlainWorld, address: string): Row =>
  world.forwardingAddresses?.find(({ forwardingEmail }) => forwardingEmail === address);
const aliasOf = (world: PlainWorld, address: string): Row => world.sendAs?.find(({ sendAsEmail }) => sendAsEmail === address);
/** A subject without the marks of replies. */
const bare = (subject: string): string => subject.replace(/^(Re: )+/, '');

const WRITES = new Set(['messages.send', 'drafts.create', 'drafts.update']);
const CHANGES = new Set(['messages.modify', 'threads.modify', 'messages.batchModify']);
const changed = ({ addLabelIds = [], removeLabelIds = [] }: Args): string[] => [...addLabelIds, ...removeLabelIds];

/** The messages that a step made. */
const made = ({ before, after }: RuledStep): Row[] => {
  const known = new Set(before.messages?.map(({ id }) => id));
  return (after.messages ?? []).filter(({ id }) => !known.has(id));
};

/** The letters that came into being by what an operation handed over. */
const drafted = (world: PlainWorld): string[] => (world.drafts ?? []).map(({ messageId }) => messageId);

const rules: Record<string, Rule> = {
  'mail is from the owner or a verified alias': {
    forbids({ does, args }, world) {
      const letter = does === 'drafts.send' ? letterOf(world, args.id) : undefined;
      const from = letter ? letter.from.address : WRITES.has(does) ? args.from : undefined;
      if (from === undefined || !from.includes('@')) return undefined;
      const alias = aliasOf(world, from);
      return when(alias === undefined || alias.verificationStatus === 'pending', 'Invalid From header');
    },
    follows(step) {
      if (step.does !== 'messages.send') return undefined;
      const [sent] = made(step);
      const alias = aliasOf(step.before, sent.from.address);
      return (alias !== undefined && alias.verificationStatus !== 'pending') || `mail went out from ${sent.from.address}`;
    },
  },
  'mail that is sent has a recipient': {
    forbids({ does, args }, world) {
      if (does === 'messages.send') return when(args.to === undefined, 'Recipient address required');
      if (does !== 'drafts.send') return undefined;
      return when(letterOf(world, args.id).to.length === 0, 'Recipient address required');
    },
  },
  'a message is in the thread it asks for only under one subject': {
    follows(step) {
      const { does, args, before } = step;
      if (!['messages.send', 'drafts.create'].includes(does) || args.threadId === undefined) return undefined;
      const [letter] = made(step);
      const subjects = before.messages?.filter(({ threadId }) => threadId === args.threadId).map(({ subject }) => bare(subject));
      const joins = subjects?.includes(bare(args.subject));
      return (
        joins === (letter.threadId === args.threadId) || `"${args.subject}" is in ${letter.threadId}, asked for ${args.threadId}`
      );
    },
  },
  'a message is in one of inbox, spam and trash': {
    follows({ does, args, before, after }) {
      if (does !== 'messages.modify') return undefined;
      const entered = (args.addLabelIds ?? []).filter((id: string) => FOLDERS.includes(id));
      const left = messageOf(before, args.id).labelIds.filter((id: string) => FOLDERS.includes(id) && !entered.includes(id));
      if (entered.length === 0 || left.length === 0) return undefined;
      const { labelIds } = messageOf(after, args.id);
      return !labelIds.some((id: string) => left.includes(id)) || `${args.id} is still in ${left}`;
    },
    *faults({ messages = [] }) {
      for (const { id, labelIds } of messages) {
        const folders = labelIds.filter((label: string) => FOLDERS.includes(label));
        if (folders.length > 1) yield `message ${id} is in ${folders}`;
      }
    },
  },
  'SENT, DRAFT and CHAT are given by Gmail only': {
    forbids: ({ does, args }) => when(CHANGES.has(does) && changed(args).some((id) => OF_GMAIL.includes(id)), 'Invalid label'),
    *faults(world) {
      const letters = new Set(drafted(world));
      for (const { id, labelIds } of world.messages ?? [])
        if (labelIds.includes('DRAFT') !== letters.has(id)) yield `message ${id} is called a draft: ${labelIds}`;
    },
  },
  'labels are there before they are given': {
    forbids({ does, args }, world) {
      const given = does === 'messages.insert' ? args.labelIds : CHANGES.has(does) ? changed(args) : [];
      const words = does === 'messages.insert' ? 'Invalid label' : 'labelId not found';
      const inFilter = does === 'settings.filters.create' ? changed(args.action) : [];
      return (
        when(
          given.some((id: string) => !labelOf(world, id)),
          words,
        ) ??
        when(
          inFilter.some((id) => !labelOf(world, id)),
          'Invalid label',
        )
      );
    },
    *faults(world) {
      const known = new Set(world.labels?.map(({ id }) => id));
      for (const { id, labelIds } of world.messages ?? [])
        for (const label of labelIds) if (!known.has(label)) yield `message ${id} has the label ${label}`;
    },
  },
  "names of labels are unique, and none is Gmail's own; 10,000 labels": {
    forbids({ does, args }, world) {
      if (does !== 'labels.create' && does !== 'labels.patch') return undefined;
      const name = args.name.toLowerCase();
      if (['inbox', 'sent', 'trash'].includes(name)) return 'Invalid label name';
      const taken = world.labels?.some((one) => one.name.toLowerCase() === name && one.id !== args.id);
      if (taken && labelOf(world, args.id)?.type !== 'system') return 'Label name exists or conflicts';
      return when(does === 'labels.create' && (world.labels?.length ?? 0) >= 10_000, 'Too many labels');
    },
    *faults({ labels = [] }) {
      if (new Set(labels.map(({ name }) => name.toLowerCase())).size < labels.length) yield 'two labels have one name';
      if (labels.length > 10_000) yield `there are ${labels.length} labels`;
    },
  },
  "Gmail's own labels are neither changed nor deleted": {
    forbids({ does, args }, world) {
      if (does !== 'labels.patch' && does !== 'labels.delete') return undefined;
      return when(
        labelOf(world, args.id).type === 'system',
        does === 'labels.patch' ? 'Invalid update request' : 'Invalid delete request',
      );
    },
    *faults({ labels = [] }) {
      const own = labels.filter(({ type }) => type === 'system');
      if (own.length !== 14 || own.some(({ id, name }) => id !== name)) yield `Gmail's labels are ${own.map(({ name }) => name)}`;
    },
  },
  'a deleted label is on nothing, and in no filter': {
    follows({ does, args, before, after }) {
      if (does !== 'labels.delete') return undefined;
      const isUsed = (world: PlainWorld): boolean =>
        Boolean(
          world.messages?.some(({ labelIds }) => labelIds.includes(args.id)) ||
            world.filters?.some(({ action }) => changed(action).includes(args.id)),
        );
      if (!isUsed(before)) return undefined;
      return !isUsed(after) || `${args.id} is still used`;
    },
    *faults(world) {
      const known = new Set(world.labels?.map(({ id }) => id));
      for (const { id, action } of world.filters ?? [])
        for (const label of changed(action)) if (!known.has(label)) yield `filter ${id} gives the label ${label}`;
    },
  },
  'filters do something, look for something, and are there once; 1,000 of them': {
    forbids({ does, args }, world) {
      if (does !== 'settings.filters.create') return undefined;
      if (Object.keys(args.criteria).length === 0) return 'Filter must have at least one criterion';
      if (Object.keys(args.action).length === 0) return 'Filter must have at least one action';
      if ((world.filters?.length ?? 0) >= 1000) return 'Too many filters';
      const [criteria, action] = [JSON.stringify(args.criteria), JSON.stringify(args.action)];
      const same = world.filters?.some(
        (one) => JSON.stringify(one.criteria) === criteria && JSON.stringify(one.action) === action,
      );
      return when(same, 'Filter already exists');
    },
    *faults({ filters = [] }) {
      for (const { id, criteria, action } of filters)
        if (Object.keys(criteria).length === 0 || Object.keys(action).length === 0) yield `filter ${id} is empty`;
      if (filters.length > 1000) yield `there are ${filters.length} filters`;
    },
  },
  'mail is forwarded to accepted addresses only': {
    forbids({ does, args }, world) {
      const address =
        does === 'settings.filters.create'
          ? args.action.forward
          : does === 'settings.updateAutoForwarding' && args.enabled
            ? args.emailAddress
            : undefined;
      if (address === undefined) return undefined;
      return when(addressOf(world, address)?.verificationStatus !== 'accepted', 'Unrecognized forwarding address');
    },
    *faults(world) {
      const isAccepted = (address: string): boolean => addressOf(world, address)?.verificationStatus === 'accepted';
      for (const { id, action } of world.filters ?? [])
        if (action.forward !== undefined && !isAccepted(action.forward)) yield `filter ${id} forwards to ${action.forward}`;
      const forwarding = world.settings?.find(({ name }) => name === 'autoForwarding')?.value;
      if (forwarding?.enabled && !isAccepted(forwarding.emailAddress)) yield `mail is forwarded to ${forwarding.emailAddress}`;
    },
  },
  'one alias is the default, and the primary one stays': {
    forbids({ does, args }, world) {
      if (does === 'settings.sendAs.delete') return when(args.sendAsEmail === OWNER, 'Cannot delete the primary address');
      if (does !== 'settings.sendAs.patch' || args.isDefault === undefined) return undefined;
      const { isDefault, verificationStatus } = aliasOf(world, args.sendAsEmail);
      if (!args.isDefault) return when(isDefault, 'Cannot unset the default send-as alias');
      return when(verificationStatus === 'pending', 'Send-as alias is not verified');
    },
    *faults({ sendAs = [] }) {
      const defaults = sendAs.filter(({ isDefault }) => isDefault);
      if (defaults.length !== 1) yield `${defaults.length} aliases are the default`;
      if (sendAs.filter(({ isPrimary }) => isPrimary).length !== 1) yield 'the primary alias is gone';
    },
  },
  'a draft that is sent or replaced is gone, with its message': {
    follows({ does, args, before, after }) {
      if (does !== 'drafts.send' && does !== 'drafts.update') return undefined;
      const old = before.drafts?.find(({ id }) => id === args.id);
      const draft = after.drafts?.find(({ id }) => id === args.id);
      if (messageOf(after, old.messageId)) return `the message of ${args.id} is still there`;
      return (draft === undefined) === (does === 'drafts.send') || `${args.id} is${draft ? '' : ' not'} there`;
    },
    *faults(world) {
      for (const id of drafted(world)) if (!messageOf(world, id)) yield `a draft has no message ${id}`;
    },
  },
  '1,000 ids and 100 labels a call, 100 calls a batch': {
    forbids({ does, args }) {
      if (does === 'batch') return when(args.calls > 100, 'Too many calls in one batch');
      if (!CHANGES.has(does)) return undefined;
      if ((args.addLabelIds?.length ?? 0) > 100) return 'Cannot add or remove more than 100 labels';
      return when(does === 'messages.batchModify' && args.ids.length > 1000, 'Number of ids cannot exceed 1000');
    },
  },
  'filters give one label of the user, and none of those that Gmail gives': {
    forbids({ does, args }, world) {
      if (does !== 'settings.filters.create') return undefined;
      const { addLabelIds = [] } = args.action;
      if (changed(args.action).some((id) => OF_GMAIL.includes(id))) return 'Invalid label';
      return when(
        addLabelIds.filter((id: string) => labelOf(world, id)?.type === 'user').length > 1,
        'Filter actions can add at most one user label',
      );
    },
  },
  'aliases and addresses are there once': {
    forbids({ does, args }, world) {
      if (does === 'settings.sendAs.create') return when(aliasOf(world, args.sendAsEmail), 'Send-as alias already exists');
      if (does !== 'settings.forwardingAddresses.create') return undefined;
      return when(addressOf(world, args.forwardingEmail), 'Forwarding address already exists');
    },
    *faults({ sendAs = [], forwardingAddresses = [], delegates = [] }) {
      const lists = [
        sendAs.map((one) => one.sendAsEmail),
        forwardingAddresses.map((one) => one.forwardingEmail),
        delegates.map((one) => one.delegateEmail),
      ];
      for (const list of lists) if (new Set(list).size < list.length) yield 'an address is there twice';
    },
  },
  'an address in use for all mail stays': {
    forbids({ does, args }, world) {
      if (does !== 'settings.forwardingAddresses.delete') return undefined;
      const { enabled, emailAddress } = world.settings?.find(({ name }) => name === 'autoForwarding')?.value ?? {};
      return when(enabled && emailAddress === args.forwardingEmail, 'The address is in use for auto-forwarding');
    },
  },
  'a mailbox is given to another, and to each once': {
    forbids({ does, args }, world) {
      if (does !== 'settings.delegates.create') return undefined;
      if (args.delegateEmail === OWNER) return 'Invalid delegate';
      return when(
        world.delegates?.some(({ delegateEmail }) => delegateEmail === args.delegateEmail),
        'Delegate already exists',
      );
    },
  },
};

const besides: Record<string, Rule> = {
  'a change changes something, one way': {
    forbids({ does, args }) {
      if (!CHANGES.has(does)) return undefined;
      const { addLabelIds = [], removeLabelIds = [] } = args;
      if (addLabelIds.length + removeLabelIds.length === 0) return 'No label add or removes specified';
      return when(
        addLabelIds.some((id: string) => removeLabelIds.includes(id)),
        'Cannot both add and remove the same label',
      );
    },
  },
  'a message that is put in is no draft': {
    forbids: ({ does, args }) => when(does === 'messages.insert' && args.labelIds.includes('DRAFT'), 'Invalid label: DRAFT'),
  },
};

const letter = (chance: Chance): Args => ({
  ...(chance.maybe(0.8) && { from: chance.of([OWNER, 'sales@example.com', 'pending@example.net', 'eve@example.org', 'me']) }),
  ...(chance.maybe(0.8) && { to: chance.of(['ben@example.org', OWNER]) }),
  subject: chance.of(['Plan', 'Re: Plan', 'File', 'New']),
});
const asked = (chance: Chance, world: PlainWorld): Args =>
  chance.maybe(0.5) ? { threadId: chance.of(world.messages ?? [])?.threadId } : {};
/** Labels of the first worlds and of the user's own making, and one that isn't there. */
const label = (chance: Chance, world: PlainWorld): string =>
  chance.maybe(0.05)
    ? 'Label_404'
    : chance.of(chance.maybe(0.6) ? (world.labels ?? []).slice(0, 17) : (world.labels ?? []).slice(-3)).id;
const usual = (chance: Chance, world: PlainWorld): string => {
  const id = label(chance, world);
  return OF_GMAIL.includes(id) && chance.maybe(0.7) ? chance.of(FOLDERS) : id;
};
const change = (chance: Chance, world: PlainWorld): Args => ({
  ...(chance.maybe(0.8) && { addLabelIds: [usual(chance, world), ...(chance.maybe(0.3) ? [usual(chance, world)] : [])] }),
  ...(chance.maybe(0.4) && { removeLabelIds: [usual(chance, world)] }),
});
const name = (chance: Chance): string => chance.of(['Work', 'work', 'Inbox', `New ${chance.below(9)}`, `New ${chance.below(9)}`]);
const alias = (chance: Chance, world: PlainWorld): string | undefined => chance.of(world.sendAs ?? [])?.sendAsEmail;

const draws: Readonly<Record<string, (chance: Chance, world: PlainWorld) => Args>> = {
  'messages.send': (chance, world) => ({ ...letter(chance), ...asked(chance, world) }),
  'messages.insert': (chance, world) => ({
    ...letter(chance),
    labelIds: Array.from({ length: chance.below(4) }, () => label(chance, world)),
  }),
  'messages.modify': (chance, world) => ({
    id: chance.of(world.messages ?? [])?.id,
    ...(chance.maybe(0.05) ? { addLabelIds: Array(101).fill('STARRED') } : change(chance, world)),
  }),
  'messages.trash': (chance, world) => ({ id: chance.of(world.messages ?? [])?.id }),
  'messages.untrash': (chance, world) => ({ id: chance.of(world.messages ?? [])?.id }),
  'messages.delete': (chance, world) => ({ id: chance.of(world.messages ?? [])?.id }),
  'threads.modify': (chance, world) => ({ id: chance.of(world.messages ?? [])?.threadId, ...change(chance, world) }),
  'messages.batchModify': (chance, world) => ({
    ids: Array(chance.maybe(0.15) ? 1001 : 2).fill(chance.of(world.messages ?? [])?.id ?? 'abc'),
    ...change(chance, world),
  }),
  'labels.create': (chance) => ({ name: name(chance) }),
  'labels.patch': (chance, world) => ({ id: chance.of((world.labels ?? []).slice(0, 17)).id, name: name(chance) }),
  'labels.delete': (chance, world) => ({
    id: chance.of([...(world.labels ?? []).slice(0, 3), ...(world.labels ?? []).slice(14, 19)]).id,
  }),
  'settings.filters.create': (chance, world) => ({
    criteria: chance.of([{ from: 'cy' }, { subject: 'Plan' }, { from: `x${chance.below(9)}` }, {}]),
    action: chance.of<Args>([
      { addLabelIds: [usual(chance, world)] },
      { addLabelIds: [chance.of((world.labels ?? []).slice(14, 18))?.id ?? 'STARRED'] },
      { addLabelIds: ['STARRED'], removeLabelIds: ['INBOX'] },
      { addLabelIds: (world.labels ?? []).slice(14, 16).map(({ id }) => id) },
      { forward: chance.of(['archive@example.com', 'unproved@example.net', 'nobody@example.net']) },
      {},
    ]),
  }),
  'settings.filters.delete': (chance, world) => ({ id: chance.of(world.filters ?? [])?.id }),
  'settings.forwardingAddresses.create': (chance) => ({
    forwardingEmail: chance.of(['archive@example.com', `f${chance.below(3)}@example.com`]),
  }),
  'settings.forwardingAddresses.delete': (chance, world) => ({
    forwardingEmail: chance.of(world.forwardingAddresses ?? [])?.forwardingEmail,
  }),
  'settings.updateAutoForwarding': (chance) => ({
    enabled: chance.maybe(0.7),
    emailAddress: chance.of(['archive@example.com', 'unproved@example.net', 'f1@example.com']),
    disposition: 'archive',
  }),
  'settings.sendAs.create': (chance) => ({
    sendAsEmail: chance.of(['sales@example.com', `s${chance.below(4)}@example.com`]),
    isDefault: chance.maybe(0.4),
  }),
  'settings.sendAs.patch': (chance, world) => ({ sendAsEmail: alias(chance, world), isDefault: chance.maybe(0.7) }),
  'settings.sendAs.delete': (chance, world) => ({ sendAsEmail: alias(chance, world) }),
  'settings.delegates.create': (chance) => ({ delegateEmail: chance.of([OWNER, 'dora@example.com', 'dan@example.com']) }),
  'drafts.create': (chance, world) => ({ ...letter(chance), ...asked(chance, world) }),
  'drafts.update': (chance, world) => ({ id: chance.of(world.drafts ?? [])?.id, ...letter(chance) }),
  'drafts.send': (chance, world) => ({ id: chance.of(world.drafts ?? [])?.id }),
  'drafts.delete': (chance, world) => ({ id: chance.of(world.drafts ?? [])?.id }),
  batch: (chance) => ({ calls: chance.of([2, 100, 101]) }),
};
const NAMES = Object.keys(draws);

const written = ({ from, to, subject }: Args): string =>
  raw(...[from && `From: ${from}`, to && `To: ${to}`, `Subject: ${subject}`].filter(Boolean), '', 'Hello');

/** Where a method is, and what it is sent. */
function callOf({ does, args }: RuledOperation): DirectCall {
  const { id, sendAsEmail, forwardingEmail, ...rest } = args;
  const message = {
    raw: WRITES.has(does) || does === 'messages.insert' ? written(args) : '',
    ...(args.threadId && { threadId: args.threadId }),
  };
  const of = (path: string): string => `${ME}/${path}`;
  const calls: Readonly<Record<string, () => DirectCall>> = {
    'messages.send': () => ({ method: 'POST', path: of('messages/send'), body: message }),
    'messages.insert': () => ({ method: 'POST', path: of('messages'), body: { ...message, labelIds: args.labelIds } }),
    'messages.modify': () => ({ method: 'POST', path: of(`messages/${id}/modify`), body: rest }),
    'messages.trash': () => ({ method: 'POST', path: of(`messages/${id}/trash`) }),
    'messages.untrash': () => ({ method: 'POST', path: of(`messages/${id}/untrash`) }),
    'messages.delete': () => ({ method: 'DELETE', path: of(`messages/${id}`) }),
    'threads.modify': () => ({ method: 'POST', path: of(`threads/${id}/modify`), body: rest }),
    'messages.batchModify': () => ({ method: 'POST', path: of('messages/batchModify'), body: rest }),
    'labels.create': () => ({ method: 'POST', path: of('labels'), body: rest }),
    'labels.patch': () => ({ method: 'PATCH', path: of(`labels/${id}`), body: rest }),
    'labels.delete': () => ({ method: 'DELETE', path: of(`labels/${id}`) }),
    'settings.filters.create': () => ({ method: 'POST', path: of('settings/filters'), body: rest }),
    'settings.filters.delete': () => ({ method: 'DELETE', path: of(`settings/filters/${id}`) }),
    'settings.forwardingAddresses.create': () => ({
      method: 'POST',
      path: of('settings/forwardingAddresses'),
      body: { forwardingEmail },
    }),
    'settings.forwardingAddresses.delete': () => ({
      method: 'DELETE',
      path: of(`settings/forwardingAddresses/${forwardingEmail}`),
    }),
    'settings.updateAutoForwarding': () => ({ method: 'PUT', path: of('settings/autoForwarding'), body: rest }),
    'settings.delegates.create': () => ({ method: 'POST', path: of('settings/delegates'), body: rest }),
    'settings.sendAs.create': () => ({ method: 'POST', path: of('settings/sendAs'), body: { sendAsEmail, ...rest } }),
    'settings.sendAs.patch': () => ({ method: 'PATCH', path: of(`settings/sendAs/${sendAsEmail}`), body: rest }),
    'settings.sendAs.delete': () => ({ method: 'DELETE', path: of(`settings/sendAs/${sendAsEmail}`) }),
    'drafts.create': () => ({ method: 'POST', path: of('drafts'), body: { message } }),
    'drafts.update': () => ({ method: 'PUT', path: of(`drafts/${id}`), body: { message } }),
    'drafts.send': () => ({ method: 'POST', path: of('drafts/send'), body: { id } }),
    'drafts.delete': () => ({ method: 'DELETE', path: of(`drafts/${id}`) }),
    batch: () => ({
      method: 'POST',
      path: '/batch/gmail/v1',
      headers: { 'content-type': 'multipart/mixed; boundary=b' },
      body: `${Array(args.calls).fill(`--b\r\nContent-Type: application/http\r\n\r\nGET ${ME}/profile\r\n`).join('\r\n')}\r\n--b--`,
    }),
  };
  return (calls[does] as () => DirectCall)();
}

export const book: RuleBook = {
  worlds,
  draw(chance, world) {
    const does = chance.of(NAMES);
    const args = (draws[does] as (typeof draws)[string])(chance, world);
    return Object.values(args).includes(undefined) ? undefined : { does, args };
  },
  call: callOf,
  refusal: ({ status, body }) => (status >= 400 ? (body.error?.message ?? `status ${status}`) : undefined),
  rules,
  besides,
};

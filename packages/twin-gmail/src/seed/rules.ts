import { LABEL_COLORS, RESERVED_NAMES, SYSTEM_LABEL_IDS } from '../labels.ts';
import { parseAddresses, sameAddress } from '../mime/headers.ts';
import type { Seed } from './schema.ts';

export interface RuleFault {
  path: (string | number)[];
  message: string;
  code: string;
}

/** What no single field says: names that must be unique, labels that must be there, content that must be said one way. */
export function ruleFaults(seed: Seed): RuleFault[] {
  return [
    ...labelFaults(seed),
    ...duplicates(
      seed.messages.map(({ id }) => id),
      'messages',
      'id',
    ),
    ...duplicates(
      seed.drafts.map(({ id }) => id),
      'drafts',
      'id',
    ),
    ...duplicates(
      seed.filters.map(({ id }) => id),
      'filters',
      'id',
    ),
    ...duplicates([seed.emailAddress, ...seed.sendAs.map((one) => one.sendAsEmail)].map(lower), 'sendAs', 'sendAsEmail', 1),
    ...duplicates(
      seed.forwardingAddresses.map((one) => lower(one.forwardingEmail)),
      'forwardingAddresses',
      'forwardingEmail',
    ),
    ...duplicates(
      seed.delegates.map((one) => lower(one.delegateEmail)),
      'delegates',
      'delegateEmail',
    ),
    ...seed.messages.flatMap((message, at) => messageFaults(seed, message, at)),
    ...seed.drafts.flatMap((draft, at) => draftFaults(seed, draft, at)),
    ...settingFaults(seed),
  ];
}

const lower = (text: string): string => text.toLowerCase();

/** @param skipped values at the front that aren't in the document themselves */
function duplicates(values: readonly (string | undefined)[], list: string, field: string, skipped = 0): RuleFault[] {
  return values.flatMap((value, at) =>
    value !== undefined && values.indexOf(value) < at
      ? [{ path: [list, at - skipped, field], message: `"${value}" is there already`, code: 'duplicate' }]
      : [],
  );
}

function labelFaults({ labels }: Seed): RuleFault[] {
  return [
    ...duplicates(
      labels.map(({ name }) => lower(name)),
      'labels',
      'name',
    ),
    ...duplicates(
      labels.map(({ id }) => id),
      'labels',
      'id',
    ),
    ...labels.flatMap(({ name, color }, at): RuleFault[] => [
      ...(RESERVED_NAMES.has(lower(name))
        ? [{ path: ['labels', at, 'name'], message: `"${name}" is a name of Gmail's own`, code: 'reserved_name' }]
        : []),
      ...(['textColor', 'backgroundColor'] as const).flatMap((field) =>
        color && !LABEL_COLORS.has(color[field])
          ? [
              {
                path: ['labels', at, 'color', field],
                message: `${color[field]} is not on Gmail's palette`,
                code: 'invalid_color',
              },
            ]
          : [],
      ),
    ]),
  ];
}

const hasLabel = ({ labels }: Seed, label: string): boolean =>
  SYSTEM_LABEL_IDS.has(label) || labels.some(({ id, name }) => id === label || lower(name) === lower(label));

function unknownLabels(seed: Seed, names: readonly string[], path: (string | number)[]): RuleFault[] {
  return names.flatMap((name, at) =>
    hasLabel(seed, name)
      ? []
      : [{ path: [...path, at], message: `"${name}" is neither a label of Gmail's nor one of labels`, code: 'unknown_label' }],
  );
}

/** Fields that a whole message says itself. */
const WRITTEN = ['from', 'subject', 'text', 'html', 'messageId', 'inReplyTo'] as const;

/** Lists that it has itself. */
const LISTED = ['to', 'cc', 'bcc', 'attachments'] as const;

function letterFaults(letter: Seed['drafts'][number] | Seed['messages'][number], path: (string | number)[]): RuleFault[] {
  if (letter.raw === undefined) return [];
  const lists = LISTED.filter((field) => letter[field].length > 0);
  const twice = [...WRITTEN.filter((field) => letter[field] !== undefined), ...lists];
  return twice.map((field) => ({ path: [...path, field], message: 'Stands in raw already', code: 'raw_and_fields' }));
}

function messageFaults(seed: Seed, message: Seed['messages'][number], at: number): RuleFault[] {
  const path = ['messages', at];
  const faults = [...letterFaults(message, path), ...unknownLabels(seed, message.labels ?? [], [...path, 'labels'])];
  if (message.raw === undefined && message.from === undefined) {
    faults.push({ path: [...path, 'from'], message: 'Says who the message is from', code: 'required' });
  }
  if (message.labels?.includes('DRAFT')) {
    faults.push({ path: [...path, 'labels'], message: 'Drafts stand in drafts', code: 'draft_label' });
  }
  return faults;
}

const isOwn = ({ emailAddress, sendAs }: Seed, address: string): boolean =>
  [emailAddress, ...sendAs.map((one) => one.sendAsEmail)].some((own) => sameAddress(own, address));

function draftFaults(seed: Seed, draft: Seed['drafts'][number], at: number): RuleFault[] {
  const path = ['drafts', at];
  const from = draft.from === undefined ? undefined : parseAddresses(draft.from)[0]?.address;
  const stranger = from !== undefined && !isOwn(seed, from);
  return [
    ...letterFaults(draft, path),
    ...(stranger ? [{ path: [...path, 'from'], message: 'Not an address of this mailbox', code: 'foreign_sender' }] : []),
  ];
}

function settingFaults(seed: Seed): RuleFault[] {
  const faults = seed.filters.flatMap(({ action, criteria }, at): RuleFault[] => {
    const path = ['filters', at];
    const empty = action.addLabels.length + action.removeLabels.length === 0 && action.forward === undefined;
    return [
      ...unknownLabels(seed, action.addLabels, [...path, 'action', 'addLabels']),
      ...unknownLabels(seed, action.removeLabels, [...path, 'action', 'removeLabels']),
      ...(empty ? [{ path: [...path, 'action'], message: 'A filter does something', code: 'required' }] : []),
      ...(Object.keys(criteria).length === 0
        ? [{ path: [...path, 'criteria'], message: 'A filter looks for something', code: 'required' }]
        : []),
    ];
  });
  const defaults = seed.sendAs.filter(({ isDefault }) => isDefault).length;
  if (defaults > 1) faults.push({ path: ['sendAs'], message: 'One address at most is the default', code: 'duplicate' });
  const { autoForwarding } = seed.settings;
  const target = seed.forwardingAddresses.find((one) => sameAddress(one.forwardingEmail, autoForwarding?.emailAddress ?? ''));
  if (autoForwarding?.enabled && target?.verificationStatus !== 'accepted') {
    const path = ['settings', 'autoForwarding', 'emailAddress'];
    faults.push({ path, message: 'Not an accepted address of forwardingAddresses', code: 'unknown_address' });
  }
  return faults;
}

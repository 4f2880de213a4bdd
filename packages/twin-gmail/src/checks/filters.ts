import {
  type CheckParam,
  defineTapeCheck,
  failed,
  few,
  firstRow,
  namedRow,
  passed,
  quoted,
  readsSameInAnyCase,
  writesOf,
} from '@svc/twin-kit';
import type { Filter, FilterAction } from '../world.ts';
import { check, verdict } from './find.ts';
import { same, theLabel } from './names.ts';
import * as params from './params.ts';

/** What a filter does by Gmail's own labels. */
const EFFECTS: Readonly<Record<string, (action: Readonly<FilterAction>) => boolean | undefined>> = {
  archived: ({ removeLabelIds }) => removeLabelIds?.includes('INBOX'),
  'marked as read': ({ removeLabelIds }) => removeLabelIds?.includes('UNREAD'),
  starred: ({ addLabelIds }) => addLabelIds?.includes('STARRED'),
  'marked as important': ({ addLabelIds }) => addLabelIds?.includes('IMPORTANT'),
  'moved to the trash': ({ addLabelIds }) => addLabelIds?.includes('TRASH'),
  'kept out of spam': ({ removeLabelIds }) => removeLabelIds?.includes('SPAM'),
};
const effect: CheckParam = {
  pattern: /[a-z ]+/,
  values: Object.keys(EFFECTS),
  example: 'archived',
  description: `One of: ${Object.keys(EFFECTS).join(', ')}`,
};

const shown = (filters: readonly Readonly<Filter>[]): string =>
  `filters: ${few(filters.map(({ criteria, action }) => `${quoted(Object.values(criteria).join(' '))} → ${Object.values(action).join(', ')}`)) || 'none'}`;

const isOnMailFrom = ({ criteria }: Readonly<Filter>, address: string): boolean => same(criteria.from ?? '', address);

/** Criteria that would narrow a filter on a sender, or one on a subject. */
const isOnlyOn = ({ criteria }: Readonly<Filter>, field: 'from' | 'subject'): boolean =>
  Object.entries(criteria).every(([name, value]) => name === field || !value);

/** What the mailbox does with mail by itself, message by message. */
export const filterChecks = [
  check({
    id: 'gmail.filter-labels-sender',
    template: 'A filter puts the label "{label}" on mail from {address}.',
    description: 'A filter whose criterion is exactly this sender adds the label.',
    compares: 'sender and added labels of each filter with {address} and {label}',
    substrate: 'final_state',
    params: { label: params.label, address: params.address },
    evaluate(args, final, seed) {
      const { id } = theLabel({ seed, final }, args.label);
      const hit = final.filters.find((one) => isOnMailFrom(one, args.address) && one.action.addLabelIds?.includes(id));
      return verdict(hit !== undefined, shown(hit ? [hit] : final.filters));
    },
  }),
  check({
    id: 'gmail.filter-labels-subject',
    template: 'A filter puts the label "{label}" on mail with "{words}" in its subject.',
    description: 'A filter whose only criterion is exactly these words in the subject, case aside, adds the label.',
    compares: 'subject and added labels of each filter with {words} and {label}',
    substrate: 'final_state',
    params: {
      label: params.labelName,
      words: { pattern: /[^"\n]+/, example: 'receipt', description: 'Words of a subject; case does not matter' },
    },
    evaluate(args, final, seed) {
      const { id } = theLabel({ seed, final }, args.label);
      const hit = final.filters.find(
        (one) =>
          readsSameInAnyCase(one.criteria.subject ?? '', args.words) &&
          isOnlyOn(one, 'subject') &&
          one.action.addLabelIds?.includes(id),
      );
      return verdict(hit !== undefined, shown(hit ? [hit] : final.filters));
    },
  }),
  check({
    id: 'gmail.filter-does',
    template: 'Mail from {sender} is {effect} by a filter.',
    description: 'A filter whose only criterion is exactly this sender does so with what comes in from now on.',
    compares: 'sender, labels added and labels taken off of each filter with {sender} and {effect}',
    substrate: 'final_state',
    params: { sender: params.sender, effect },
    evaluate(args, final) {
      const hit = final.filters.find(
        (one) => isOnMailFrom(one, args.sender) && isOnlyOn(one, 'from') && EFFECTS[args.effect]?.(one.action) === true,
      );
      return verdict(hit !== undefined, shown(hit ? [hit] : final.filters));
    },
  }),
  check({
    id: 'gmail.no-filter-on-sender',
    template: 'There is no filter on mail from {sender}.',
    description: 'At the end, no filter has exactly this sender as a criterion, whatever its others are.',
    compares: 'the sender of each filter with {sender}',
    substrate: 'final_state',
    params: { sender: params.sender },
    evaluate(args, final) {
      const hit = final.filters.find((one) => isOnMailFrom(one, args.sender));
      return verdict(hit === undefined, shown(hit ? [hit] : final.filters));
    },
  }),
  check({
    id: 'gmail.filter-count',
    template: 'Exactly {count} filters exist.',
    description: 'So many filters are there at the end.',
    compares: 'the number of filters with {count}',
    substrate: 'final_state',
    params: { count: params.count },
    evaluate: (args, final) => verdict(final.filters.length === Number(args.count), shown(final.filters)),
  }),
  defineTapeCheck({
    id: 'gmail.no-filter-changed',
    template: 'No filter was created or deleted.',
    description: 'No call wrote a filter, not even for a while, nor took a label off it by deleting the label.',
    compares: 'the filters that each call wrote with none',
    params: {},
    scan: () =>
      firstRow(
        (row) => {
          const write = writesOf(row).find(({ collection }) => collection === 'filters');
          return write && `${shown([(write.after ?? write.before) as Filter])}; ${namedRow(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote a filter`)),
      ),
  }),
];

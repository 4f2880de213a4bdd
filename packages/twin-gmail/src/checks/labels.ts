import { added, defineTapeCheck, failed, firstRow, namedRow, passed, readable, writesOf } from '@svc/twin-kit';
import type { GmailState, Label } from '../world.ts';
import { check, listed, present, verdict } from './find.ts';
import { labelMeant, same, seedLabel, theLabel } from './names.ts';
import * as params from './params.ts';

const namesOf = (labels: readonly Readonly<Label>[]): string =>
  `${listed(labels.flatMap(({ name, type }) => (type === 'user' ? [name] : [])))}`;

const isCalled = (label: Readonly<Label>, name: string): boolean => same(readable(label.name), readable(name));

const created = (seed: GmailState, final: GmailState): readonly Readonly<Label>[] => added(seed.labels, final.labels);

/** Is there a label of this name at the end? */
const there = (words: { id: string; template: string; description: string }, wanted: boolean) =>
  check({
    ...words,
    compares: 'the names of the labels with {label}',
    substrate: 'final_state',
    params: { label: params.label },
    evaluate(args, final) {
      const found = labelMeant({ seed: final, final }, args.label);
      return verdict(
        (found !== undefined) === wanted,
        found ? `label ${found.id} is called "${found.name}"` : `labels of the user: ${namesOf(final.labels)}`,
      );
    },
  });

/** Labels themselves, whatever they are on. */
export const labelChecks = [
  there(
    {
      id: 'gmail.label-exists',
      template: 'The label "{label}" exists.',
      description: 'The mailbox has a label with this name; a nested one is named with its parents, e.g. Projects/Alpha.',
    },
    true,
  ),
  there(
    {
      id: 'gmail.label-absent',
      template: 'There is no label "{label}".',
      description: 'At the end, no label of the mailbox has this name.',
    },
    false,
  ),
  check({
    id: 'gmail.label-created',
    template: 'The label "{name}" was created.',
    description: 'A label that the seed does not have has this name at the end. One of the seed that was renamed is none.',
    compares: 'the names of the new labels with {name}',
    substrate: 'seed_and_final_state',
    params: { name: params.labelName },
    evaluate(args, final, seed) {
      const made = created(seed, final);
      return verdict(
        made.some((label) => isCalled(label, args.name)),
        `new labels: ${namesOf(made)}`,
      );
    },
  }),
  check({
    id: 'gmail.label-renamed',
    template: 'The label "{label}" was renamed to "{name}".',
    description: 'The label that the seed calls so has the other name at the end. A new label of that name is another one.',
    compares: "the label's name at the end with {name}",
    substrate: 'seed_and_final_state',
    params: { label: params.labelName, name: params.labelName },
    evaluate(args, final, seed) {
      const { id } = seedLabel(seed, args.label);
      const now = present(
        final.labels.find((one) => one.id === id),
        `the label "${args.label}" was deleted`,
      );
      return verdict(readable(now.name) === readable(args.name), `it is called "${now.name}"`);
    },
  }),
  check({
    id: 'gmail.label-deleted',
    template: 'The label "{label}" was deleted.',
    description: 'The label that the seed calls so is no longer there, under whatever name.',
    compares: 'the labels of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { label: params.labelName },
    evaluate(args, final, seed) {
      const { id } = seedLabel(seed, args.label);
      const now = final.labels.find((one) => one.id === id);
      return now ? failed(`it is there as "${now.name}"`) : passed(`label ${id} is gone`);
    },
  }),
  check({
    id: 'gmail.label-visibility',
    template: 'The label "{label}" is {visibility} in the list of labels.',
    description: 'Gmail shows the label beside the mailbox, hides it, or shows it while a message with it is unread.',
    compares: 'labelListVisibility of the label with {visibility}',
    substrate: 'final_state',
    params: {
      label: params.labelName,
      visibility: {
        pattern: /shown|hidden|shown if unread/,
        example: 'hidden',
        description: 'shown, hidden or shown if unread',
      },
    },
    evaluate(args, final, seed) {
      const found = theLabel({ seed, final }, args.label);
      const visibility = VISIBILITIES[found.labelListVisibility ?? 'labelShow'];
      return verdict(visibility === args.visibility, `"${found.name}" is ${visibility}`);
    },
  }),
  check({
    id: 'gmail.label-color',
    template: 'The label "{label}" has the background color {color}.',
    description: 'The label has this colour of Gmail’s palette.',
    compares: 'the background colour of the label with {color}',
    substrate: 'final_state',
    params: {
      label: params.labelName,
      color: { pattern: /#[\da-f]{6}/i, example: '#fb4c2f', description: 'A colour in hexadecimal digits' },
    },
    evaluate(args, final, seed) {
      const found = theLabel({ seed, final }, args.label);
      const color = found.color?.backgroundColor;
      return verdict(color !== undefined && same(color, args.color), `"${found.name}" is ${color ?? 'without a colour'}`);
    },
  }),
  check({
    id: 'gmail.label-count',
    template: 'Exactly {count} labels were created.',
    description: 'So many labels that the seed does not have are there at the end.',
    compares: 'the number of new labels with {count}',
    substrate: 'seed_and_final_state',
    params: { count: params.count },
    evaluate(args, final, seed) {
      const made = created(seed, final);
      return verdict(made.length === Number(args.count), `new labels: ${namesOf(made)}`);
    },
  }),
  defineTapeCheck({
    id: 'gmail.no-label-changed',
    template: 'No label was created, changed or deleted.',
    description: 'No call wrote a label itself, not even for a while. Messages may have got or lost labels.',
    compares: 'the labels that each call wrote with none',
    params: {},
    scan: () =>
      firstRow(
        (row) => {
          const write = writesOf(row).find(({ collection }) => collection === 'labels');
          const name = ((write?.after ?? write?.before) as Label | undefined)?.name;
          return write && `"${name}"; ${namedRow(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote a label`)),
      ),
  }),
];

const VISIBILITIES: Readonly<Record<string, string>> = {
  labelShow: 'shown',
  labelHide: 'hidden',
  labelShowIfUnread: 'shown if unread',
};

import { type Check, containing, failed, passed, quoted, readsSame, says } from '@svc/twin-kit';
import type { Label } from '../world.ts';
import { inRepository, labelsMeant, listed, milestonesMeant, ofRepository, type Place, same, verdict } from './find.ts';
import * as params from './params.ts';
import { texts } from './words.ts';

const { color, date, label, milestone, needle, newLabel, state } = params;

const labelsSeen = (place: Place): string =>
  `labels of ${place.name}: ${listed(ofRepository(place.final.labels, place).map(({ name }) => name))}`;

/** The label that the seed has under this name. */
const seededLabel = (place: Place, name: string): Readonly<Label> | undefined =>
  ofRepository(place.seed.labels, place).find((one) => same(one.name, name));

const nowOf = (place: Place, { id }: Readonly<Label>): Readonly<Label> | undefined =>
  place.final.labels.find((one) => one.id === id);

export const labelChecks: readonly Check[] = [
  inRepository({
    id: 'github.label-exists',
    template: 'The label "{label}" exists in {repo}.',
    description: 'The repository has a label of this name, new or not.',
    compares: 'the names of the labels of the repository with {label}',
    params: { label },
    judge: (args, place) =>
      verdict(
        ofRepository(place.final.labels, place).some(({ name }) => same(name, args.label)),
        labelsSeen(place),
      ),
  }),
  inRepository({
    id: 'github.label-created',
    template: 'The label "{label}" was created in {repo}.',
    description: 'The repository has a label of this name that the seed does not have under any name.',
    compares: 'the names of the labels that the seed does not have with {label}',
    params: { label },
    readsSeed: true,
    judge(args, place) {
      const known = new Set(place.seed.labels.map(({ id }) => id));
      const fresh = ofRepository(place.final.labels, place).filter(({ id }) => !known.has(id));
      const evidence = `new labels of ${place.name}: ${listed(fresh.map(({ name }) => name))}`;
      return verdict(
        fresh.some(({ name }) => same(name, args.label)),
        evidence,
      );
    },
  }),
  inRepository({
    id: 'github.label-color',
    template: 'The label "{label}" in {repo} has the color {color}.',
    description: 'The label that the seed calls so, or that came later under this name, is shown in this color.',
    compares: 'the color of the label with {color}',
    params: { label, color },
    judge(args, place) {
      const found = labelsMeant(place, args.label);
      if (found.length === 0) return failed(labelsSeen(place));
      const seen = found.map((one) => `${quoted(one.name)} is ${one.color}`);
      return verdict(
        found.some((one) => one.color === args.color.replace('#', '').toLowerCase()),
        `label of ${place.name}: ${seen.join('; ')}`,
      );
    },
  }),
  inRepository({
    id: 'github.label-description-contains',
    template: 'The description of the label "{label}" in {repo} contains "{needle}".',
    description: 'The description of the label that the seed calls so, or that came later under this name, holds the text.',
    compares: 'the description of the label with {needle}',
    params: { label, needle },
    judge(args, place) {
      const found = labelsMeant(place, args.label);
      if (found.length === 0) return failed(labelsSeen(place));
      const isIt = containing(args.needle);
      const described = found.map((one) => texts.textsOf('labels', one).find(({ field }) => field === 'description'));
      const seen = described.map((text) => (text ? quoted(text.text, args.needle) : 'empty'));
      return verdict(
        described.some((text) => text !== undefined && says(text, isIt)),
        `description of the label ${quoted(args.label)} of ${place.name}: ${seen.join('; ')}`,
      );
    },
  }),
  inRepository({
    id: 'github.label-renamed',
    template: 'The label "{label}" of {repo} was renamed to "{new_label}".',
    description: 'The label that the seed calls by the first name is called by the second one now, wherever it is used.',
    compares: 'the name that the label of the seed has at the end with {new_label}',
    params: { label, new_label: newLabel },
    readsSeed: true,
    judge(args, place) {
      const before = seededLabel(place, args.label);
      if (!before) return failed(`the seed has no label ${quoted(args.label)} in ${place.name}`);
      const now = nowOf(place, before);
      return verdict(now !== undefined && same(now.name, args.new_label), labelsSeen(place));
    },
  }),
  inRepository({
    id: 'github.label-deleted',
    template: 'The label "{label}" was deleted from {repo}.',
    description: 'The label that the seed calls so is gone; a renamed one is not.',
    compares: 'the label of the seed with those at the end',
    params: { label },
    readsSeed: true,
    judge(args, place) {
      const before = seededLabel(place, args.label);
      if (!before) return failed(`the seed has no label ${quoted(args.label)} in ${place.name}`);
      const now = nowOf(place, before);
      return now
        ? failed(`label ${now.id} of ${place.name} is there: ${quoted(now.name)}`)
        : passed(`label ${before.id} of ${place.name} is gone`);
    },
  }),
  inRepository({
    id: 'github.milestone-state',
    template: 'The milestone "{milestone}" in {repo} is {state}.',
    description: 'The milestone that the seed calls so, or that came later under this title, is open or closed.',
    compares: 'the state of the milestone with {state}',
    params: { milestone, state },
    judge(args, place) {
      const found = milestonesMeant(place, args.milestone);
      if (found.length === 0) return failed(`${place.name} has no milestone ${quoted(args.milestone)}`);
      const evidence = found.map((one) => `milestone ${quoted(one.title)} of ${place.name} is ${one.state}`).join('; ');
      return verdict(
        found.some((one) => one.state === args.state),
        evidence,
      );
    },
  }),
  inRepository({
    id: 'github.milestone-created',
    template: 'A milestone "{milestone}" was created in {repo}.',
    description: 'The repository has a milestone of this title that the seed does not have under any title.',
    compares: 'the titles of the milestones that the seed does not have with {milestone}',
    params: { milestone },
    readsSeed: true,
    judge(args, place) {
      const known = new Set(place.seed.milestones.map(({ id }) => id));
      const fresh = ofRepository(place.final.milestones, place).filter(({ id }) => !known.has(id));
      return verdict(
        fresh.some(({ title }) => readsSame(title, args.milestone)),
        `new milestones of ${place.name}: ${listed(fresh.map(({ title }) => title))}`,
      );
    },
  }),
  inRepository({
    id: 'github.milestone-due-on',
    template: 'The milestone "{milestone}" in {repo} is due on {date}.',
    description: 'The milestone that the seed calls so, or that came later under this title, is due on this day in UTC.',
    compares: 'the day on which the milestone is due with {date}',
    params: { milestone, date },
    judge(args, place) {
      const found = milestonesMeant(place, args.milestone);
      const seen = found.map((one) => `${one.title}: ${one.due_on?.slice(0, 'YYYY-MM-DD'.length) ?? 'no day'}`);
      return verdict(
        found.some((one) => one.due_on?.startsWith(args.date)),
        `milestones of ${place.name} are due: ${listed(seen)}`,
      );
    },
  }),
];

import { failed, isWritten, quoted, readsSame } from '@svc/twin-kit';
import type { Issue, Label } from '../world.ts';
import {
  holds,
  isAccount,
  isLabel,
  labelNames,
  labelsMeant,
  listed,
  loginOf,
  milestonesMeant,
  namesIn,
  noAccount,
  type Place,
  sameNames,
  verdict,
} from './find.ts';
import * as params from './params.ts';
import { named, type Predicate } from './subjects.ts';
import { passageWith } from './words.ts';

const isOn = (thread: Readonly<Issue>, labels: readonly Readonly<Label>[]): boolean =>
  labels.some(({ id }) => thread.label_ids.includes(id));

const labelsSeen = (thread: Readonly<Issue>, place: Place): string =>
  `labels of ${named(thread, place)}: ${listed(labelNames(place.final, thread))}`;

const assigneesOf = ({ assignee_ids }: Readonly<Issue>, { final }: Place): string[] =>
  assignee_ids.map((id) => loginOf(final, id));
const assigneesSeen = (thread: Readonly<Issue>, place: Place): string =>
  `assignees of ${named(thread, place)}: ${listed(assigneesOf(thread, place))}`;

const bodySays = (thread: Readonly<Issue>, needle: string): boolean =>
  passageWith('issues', thread, needle, 'body') !== undefined;
const bodyHolds = (thread: Readonly<Issue>, needle: string): boolean =>
  passageWith('issues', thread, needle, 'body', isWritten) !== undefined;
const bodySeen = (thread: Readonly<Issue>, place: Place, needle = ''): string =>
  `the body of ${named(thread, place)} is ${quoted(thread.body ?? '', needle)}`;

export const hasLabel: Predicate<'label'> = {
  id: 'has-label',
  sentence: '~ has the label "{label}".',
  description: (it) => `The label is on ${it}, whatever else is.`,
  compares: 'the labels with the one that the seed calls {label}, or that came later under this name',
  params: { label: params.label },
  judge: (thread, { label }, place) => verdict(isOn(thread, labelsMeant(place, label)), labelsSeen(thread, place)),
};

export const lacksLabel: Predicate<'label'> = {
  id: 'lacks-label',
  sentence: '~ does not have the label "{label}".',
  description: (it) =>
    `There is ${it}, and the label is not on it, also not under another name. A label that there never was is taken for a slip of the pen.`,
  compares: hasLabel.compares,
  params: { label: params.label },
  judge: (thread, { label }, place) =>
    isLabel(place, label)
      ? verdict(!isOn(thread, labelsMeant(place, label)), labelsSeen(thread, place))
      : failed(`${place.name} has no label ${quoted(label)}`),
};

export const hasExactlyLabels: Predicate<'labels'> = {
  id: 'has-exactly-labels',
  sentence: '~ has exactly the labels {labels}.',
  description: (it) => `These labels are on ${it} and no others, in whatever order.`,
  compares: 'the set of labels with {labels}',
  params: { labels: params.labels },
  judge(thread, { labels }, place) {
    const wanted = namesIn(labels).map((name) => labelsMeant(place, name));
    const allOn = wanted.every((meant) => isOn(thread, meant));
    const noOthers = thread.label_ids.every((id) => wanted.some((meant) => meant.some((label) => label.id === id)));
    return verdict(allOn && noOthers, labelsSeen(thread, place));
  },
};

export const hasNoLabels: Predicate<never> = {
  id: 'has-no-labels',
  sentence: '~ has no labels.',
  description: (it) => `No label is on ${it}.`,
  compares: 'the number of labels with none',
  params: {},
  judge: (thread, _args, place) => verdict(thread.label_ids.length === 0, labelsSeen(thread, place)),
};

export const assignedTo: Predicate<'login'> = {
  id: 'assigned-to',
  sentence: '~ is assigned to {login}.',
  description: (it) => `The user is among the assignees of ${it}.`,
  compares: 'the logins of the assignees with {login}',
  params: { login: params.login },
  judge: (thread, { login }, place) => verdict(holds(assigneesOf(thread, place), login), assigneesSeen(thread, place)),
};

export const notAssignedTo: Predicate<'login'> = {
  id: 'not-assigned-to',
  sentence: '~ is not assigned to {login}.',
  description: (it) => `There is ${it}, and the user, who has an account, is not among its assignees.`,
  compares: assignedTo.compares,
  params: { login: params.login },
  judge: (thread, { login }, place) =>
    isAccount(place, login)
      ? verdict(!holds(assigneesOf(thread, place), login), assigneesSeen(thread, place))
      : failed(noAccount(login)),
};

export const assignedToExactly: Predicate<'logins'> = {
  id: 'assigned-to-exactly',
  sentence: '~ is assigned to exactly {logins}.',
  description: (it) => `These users are the assignees of ${it}, and nobody else is.`,
  compares: 'the set of assignees with {logins}',
  params: { logins: params.logins },
  judge: (thread, { logins }, place) =>
    verdict(sameNames(assigneesOf(thread, place), namesIn(logins)), assigneesSeen(thread, place)),
};

export const hasNoAssignee: Predicate<never> = {
  id: 'has-no-assignee',
  sentence: '~ has no assignee.',
  description: (it) => `Nobody is assigned to ${it}.`,
  compares: 'the number of assignees with none',
  params: {},
  judge: (thread, _args, place) => verdict(thread.assignee_ids.length === 0, assigneesSeen(thread, place)),
};

export const inMilestone: Predicate<'milestone'> = {
  id: 'in-milestone',
  sentence: '~ belongs to the milestone "{milestone}".',
  description: (it) => `The milestone of ${it} is the one that the seed calls so, or that came later under this title.`,
  compares: 'the milestone with {milestone}',
  params: { milestone: params.milestone },
  judge(thread, { milestone }, place) {
    const actual = place.final.milestones.find(({ id }) => id === thread.milestone_id);
    const isMeant = milestonesMeant(place, milestone).some(({ id }) => id === thread.milestone_id);
    return verdict(isMeant, `milestone of ${named(thread, place)}: ${listed(actual ? [actual.title] : [])}`);
  },
};

export const inNoMilestone: Predicate<never> = {
  id: 'in-no-milestone',
  sentence: '~ belongs to no milestone.',
  description: (it) => `There is ${it}, and it has no milestone.`,
  compares: 'the milestone with none',
  params: {},
  judge(thread, _args, place) {
    const actual = place.final.milestones.find(({ id }) => id === thread.milestone_id);
    const isNone = thread.milestone_id === null;
    return verdict(isNone, `milestone of ${named(thread, place)}: ${listed(actual ? [actual.title] : [])}`);
  },
};

export const titleContains: Predicate<'needle'> = {
  id: 'title-contains',
  sentence: 'the title of ~ contains "{needle}".',
  description: (it) => `The title of ${it} holds this text.`,
  compares: 'the title with {needle}',
  params: { needle: params.needle },
  judge: (thread, { needle }, place) =>
    verdict(
      passageWith('issues', thread, needle, 'title') !== undefined,
      `title of ${named(thread, place)}: ${quoted(thread.title)}`,
    ),
};

export const titleIs: Predicate<'title'> = {
  id: 'title-is',
  sentence: '~ is titled "{title}".',
  description: (it) => `The title of ${it} reads like this one, letter by letter.`,
  compares: 'the title with {title}',
  params: { title: params.title },
  judge: (thread, { title }, place) =>
    verdict(readsSame(thread.title, title), `title of ${named(thread, place)}: ${quoted(thread.title)}`),
};

export const bodyContains: Predicate<'needle'> = {
  id: 'body-contains',
  sentence: 'the body of ~ contains "{needle}".',
  description: (it) => `The text of ${it} holds this one, typed or as the page shows it.`,
  compares: 'the body with {needle}',
  params: { needle: params.needle },
  judge: (thread, { needle }, place) => verdict(bodySays(thread, needle), bodySeen(thread, place, needle)),
};

export const bodyLacks: Predicate<'needle'> = {
  id: 'body-lacks',
  sentence: 'the body of ~ does not contain "{needle}".',
  description: (it) => `There is ${it}, and its text does not hold this one, neither typed nor as the page shows it.`,
  compares: bodyContains.compares,
  params: { needle: params.needle },
  judge: (thread, { needle }, place) => verdict(!bodyHolds(thread, needle), bodySeen(thread, place, needle)),
};

export const bodyEdited: Predicate<'needle'> = {
  id: 'body-edited',
  sentence: 'the body of ~ was edited to contain "{needle}".',
  description: (it) => `The seed has ${it}, without the text; now its body holds it.`,
  compares: 'the body in the seed, and the body at the end, with {needle}',
  params: { needle: params.needle },
  readsSeed: true,
  judge(thread, { needle }, place) {
    const before = place.seed.issues.find(({ id }) => id === thread.id);
    if (!before) return verdict(false, `${named(thread, place)} is not in the seed`);
    const was = bodySays(before, needle) ? 'held the text before' : 'did not hold the text before';
    const isEdited = !bodySays(before, needle) && bodySays(thread, needle);
    return verdict(isEdited, `${bodySeen(thread, place, needle)}, and ${was}`);
  },
};

export const isLocked: Predicate<never> = {
  id: 'locked',
  sentence: '~ is locked.',
  description: (it) => `The conversation of ${it} is locked, for whatever reason.`,
  compares: 'whether the conversation is locked with true',
  params: {},
  judge: (thread, _args, place) => verdict(thread.locked, `${named(thread, place)} is ${thread.locked ? '' : 'not '}locked`),
};

export const hasReaction: Predicate<'login' | 'reaction'> = {
  id: 'has-reaction',
  sentence: '{login} reacted to ~ with {reaction}.',
  description: (it) => `The user's reaction of this kind is on ${it}.`,
  compares: 'the reactions with those of {login} that are {reaction}',
  params: { login: params.login, reaction: params.reaction },
  judge: (thread, args, place) => {
    const { seen, isThere } = reactionsOn(thread, args, place);
    return verdict(isThere, seen);
  },
};

export const lacksReaction: Predicate<'login' | 'reaction'> = {
  id: 'lacks-reaction',
  sentence: '{login} has no {reaction} reaction on ~.',
  description: (it) => `There is ${it}, and no reaction of this kind by the user, who has an account, is on it.`,
  compares: hasReaction.compares,
  params: { login: params.login, reaction: params.reaction },
  judge: (thread, args, place) => {
    const { seen, isThere } = reactionsOn(thread, args, place);
    return isAccount(place, args.login) ? verdict(!isThere, seen) : failed(noAccount(args.login));
  },
};

function reactionsOn(
  thread: Readonly<Issue>,
  { login, reaction }: Readonly<Record<'login' | 'reaction', string>>,
  place: Place,
): { seen: string; isThere: boolean } {
  const { final } = place;
  const all = final.reactions
    .filter(({ subject_type, subject_id }) => subject_type === 'issue' && subject_id === thread.id)
    .map(({ user_id, content }) => ({ by: loginOf(final, user_id), content }));
  return {
    seen: `reactions to ${named(thread, place)}: ${listed(all.map(({ by, content }) => `${content} by ${by}`))}`,
    isThere: all.some(({ by, content }) => content === reaction && holds([by], login)),
  };
}

import { isLonger } from '@svc/twin-kit';
import { Aborted, InvalidArgument, NotFound } from '../errors.ts';
import { nextLabelId } from '../ids.ts';
import { LABEL_COLORS, RESERVED_NAMES } from '../labels.ts';
import type { GmailWorld, Label, MailContext } from '../world.ts';
import { changeLabels } from './mailbox.ts';

/** What a caller may say of a label. Fields that only Gmail writes are passed over. */
export interface LabelInput {
  name?: string | undefined;
  messageListVisibility?: Label['messageListVisibility'] | undefined;
  labelListVisibility?: Label['labelListVisibility'] | undefined;
  color?: { textColor?: string; backgroundColor?: string } | undefined;
}

/** In characters; Gmail's settings page says so. */
const LONGEST_NAME = 225;
/** https://developers.google.com/workspace/gmail/api/guides/labels */
const MOST_LABELS = 10_000;

export function getLabel(world: GmailWorld, id: string): Readonly<Label> {
  const label = world.labels.get(id);
  if (!label) throw new NotFound();
  return label;
}

/** Gmail's own labels first, then the user's in the order in which they were made. */
export const listLabels = (world: GmailWorld): readonly Readonly<Label>[] => [...world.labels.values()];

/** How many messages and threads have a label, and how many of them are unread. */
export function labelCounts(world: GmailWorld, id: string) {
  const { messages, threads } = world;
  return {
    messagesTotal: messages.by.list.count(id),
    messagesUnread: messages.by.list.count(`unread/${id}`),
    threadsTotal: threads.by.list.count(id),
    threadsUnread: threads.by.list.count(`unread/${id}`),
  };
}

function checkedName(world: GmailWorld, name: string | undefined, own?: string): string {
  if (name === undefined || name.trim() === '') throw new InvalidArgument('Invalid label name');
  const trimmed = name.trim();
  const levels = trimmed.split('/');
  if (isLonger(trimmed, LONGEST_NAME) || levels.some((level) => level.trim() === ''))
    throw new InvalidArgument('Invalid label name');
  if (RESERVED_NAMES.has(trimmed.toLowerCase())) throw new InvalidArgument('Invalid label name');
  const taken = world.labels.by.name.first(trimmed.toLowerCase());
  if (taken && taken.id !== own) throw new Aborted('Label name exists or conflicts');
  return trimmed;
}

function checkedColor(color: LabelInput['color']): Label['color'] {
  if (!color) return null;
  const { textColor, backgroundColor } = color;
  for (const value of [textColor, backgroundColor]) {
    if (value === undefined || !LABEL_COLORS.has(value)) {
      throw new InvalidArgument(`Label color ${value ?? '(none)'} is not on the allowed color palette`);
    }
  }
  return { textColor: textColor as string, backgroundColor: backgroundColor as string };
}

export function createLabel({ world, ids }: MailContext, input: LabelInput): Readonly<Label> {
  const name = checkedName(world, input.name);
  const color = checkedColor(input.color);
  if (world.labels.size >= MOST_LABELS) throw new InvalidArgument('Too many labels');
  return world.labels.insert({
    id: nextLabelId(ids),
    name,
    type: 'user',
    messageListVisibility: input.messageListVisibility ?? 'show',
    labelListVisibility: input.labelListVisibility ?? 'labelShow',
    color,
  });
}

/** Changes the fields that are given; with `replace` those that aren't go back to their defaults. */
export function updateLabel(world: GmailWorld, id: string, input: LabelInput, replace: boolean): Readonly<Label> {
  const label = getLabel(world, id);
  if (label.type === 'system') throw new InvalidArgument('Invalid update request');
  const name = input.name === undefined && !replace ? label.name : checkedName(world, input.name, id);
  const color = input.color === undefined && !replace ? label.color : checkedColor(input.color);
  return world.labels.update(id, {
    name,
    color,
    messageListVisibility: input.messageListVisibility ?? (replace ? 'show' : label.messageListVisibility),
    labelListVisibility: input.labelListVisibility ?? (replace ? 'labelShow' : label.labelListVisibility),
  });
}

/** Deletes a user's label and takes it off everything. */
export function deleteLabel(context: MailContext, id: string): void {
  const { world } = context;
  if (getLabel(world, id).type === 'system') throw new InvalidArgument('Invalid delete request');
  for (const message of [...world.messages.by.list.page(id)]) changeLabels(context, message, { add: [], remove: [id] });
  world.labels.remove(id);
  for (const filter of [...world.filters.values()]) {
    const { addLabelIds, removeLabelIds, ...action } = filter.action;
    if (!addLabelIds?.includes(id) && !removeLabelIds?.includes(id)) continue;
    const kept = (labels: string[] | undefined) => labels?.filter((label) => label !== id);
    const [add, remove] = [kept(addLabelIds), kept(removeLabelIds)];
    const left = { ...action, ...(add?.length && { addLabelIds: add }), ...(remove?.length && { removeLabelIds: remove }) };
    if (Object.keys(left).length === 0) world.filters.remove(filter.id);
    else world.filters.update(filter.id, { action: left });
  }
}

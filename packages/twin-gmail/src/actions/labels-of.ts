import { InvalidArgument } from '../errors.ts';
import { FIXED_LABEL_IDS } from '../labels.ts';
import type { GmailWorld } from '../world.ts';

export interface LabelChange {
  addLabelIds?: readonly string[] | undefined;
  removeLabelIds?: readonly string[] | undefined;
}

/** Reference of `ModifyMessageRequest`: at most so many labels each way. */
const MOST_LABELS = 100;

/** Folders that a message is in one of. */
const FOLDERS: readonly string[] = ['INBOX', 'SPAM', 'TRASH'];

/** @throws InvalidArgument when a label isn't there */
export function requireLabels(world: GmailWorld, labelIds: readonly string[]): void {
  const unknown = labelIds.find((id) => !world.labels.has(id));
  if (unknown !== undefined) throw new InvalidArgument(`Invalid label: ${unknown}`);
}

/** @throws InvalidArgument when a label isn't there, or is Gmail's own to give; both in Gmail's words */
export function requireChangeableLabels(world: GmailWorld, labelIds: readonly string[]): void {
  if (!labelIds.every((id) => world.labels.has(id))) throw new InvalidArgument('labelId not found');
  const fixed = labelIds.find((id) => FIXED_LABEL_IDS.has(id));
  if (fixed !== undefined) throw new InvalidArgument(`Invalid label: ${fixed}`);
}

/** A change that Gmail takes: what comes into the inbox, the spam or the trash leaves the others. */
export function checkedChange(world: GmailWorld, change: LabelChange): { add: string[]; remove: string[] } {
  const add = [...(change.addLabelIds ?? [])];
  const remove = [...(change.removeLabelIds ?? [])];
  if (add.length === 0 && remove.length === 0) throw new InvalidArgument('No label add or removes specified');
  if (add.length > MOST_LABELS || remove.length > MOST_LABELS) {
    throw new InvalidArgument(`Cannot add or remove more than ${MOST_LABELS} labels`);
  }
  requireChangeableLabels(world, [...add, ...remove]);
  const both = add.find((id) => remove.includes(id));
  if (both !== undefined) throw new InvalidArgument(`Cannot both add and remove the same label: ${both}`);
  const left = leftFolders(add);
  return { add: add.filter((id) => !left.includes(id)), remove: [...remove, ...left] };
}

/** The folders that a message leaves when it gets these labels: the last of them wins. */
export function leftFolders(add: readonly string[]): string[] {
  const entered = FOLDERS.findLast((folder) => add.includes(folder));
  return entered === undefined ? [] : FOLDERS.filter((folder) => folder !== entered);
}

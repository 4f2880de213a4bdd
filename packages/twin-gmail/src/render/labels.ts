import { labelCounts } from '../actions/labels.ts';
import type { GmailWorld, Label } from '../world.ts';

/** A label in a list, without its counts. */
export function renderListedLabel({ id, name, type, messageListVisibility, labelListVisibility, color }: Readonly<Label>) {
  return {
    id,
    name,
    ...(messageListVisibility && { messageListVisibility }),
    ...(labelListVisibility && { labelListVisibility }),
    type,
    ...(color && { color }),
  };
}

export const renderLabel = (world: GmailWorld, label: Readonly<Label>) => ({
  ...renderListedLabel(label),
  ...labelCounts(world, label.id),
});

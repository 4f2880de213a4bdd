import type { GmailState } from '../src/world.ts';

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  String(one.map(String).toSorted()) === String(other.map(String).toSorted());

/** What can't be in a mailbox. */
export function* mailboxFaults({ messages, contents, labels, drafts, history, sendAs }: GmailState): Generator<string> {
  const ids = messages.map(({ id }) => id);
  if (
    !same(
      ids,
      contents.map(({ id }) => id),
    )
  )
    yield 'messages and contents are not of one another';
  const known = new Set(labels.map(({ id }) => id));
  for (const { id, labelIds } of messages) {
    if (labelIds.some((label) => !known.has(label))) yield `message ${id} has a label that is gone`;
    if (new Set(labelIds).size !== labelIds.length) yield `message ${id} has a label twice`;
  }
  const drafted = messages.filter(({ labelIds }) => labelIds.includes('DRAFT')).map(({ id }) => id);
  if (
    !same(
      drafts.map(({ messageId }) => messageId),
      drafted,
    )
  )
    yield 'drafts are not those of the messages';
  const [first] = history;
  if (history.some(({ id }, at) => id !== (first?.id ?? 0) + at)) yield 'the history has a gap';
  const last = history.at(-1)?.id ?? 0;
  for (const { id, historyId } of messages) if (historyId > last) yield `message ${id} is ahead of the history`;
  const defaults = sendAs.filter(({ isDefault }) => isDefault).length;
  if (defaults !== 1) yield `${defaults} aliases are the default`;
}

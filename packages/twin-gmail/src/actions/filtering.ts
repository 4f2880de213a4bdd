import { compileSearch } from '../search/index.ts';
import { phraseFinder } from '../search/words.ts';
import type { FilterCriteria, MailContext, Message } from '../world.ts';
import { leftFolders } from './labels-of.ts';
import { changeLabels } from './mailbox.ts';

/** Does a received message meet all criteria of a filter? Criteria that aren't set hold for every message. */
export function meetsCriteria(context: MailContext, criteria: FilterCriteria, message: Readonly<Message>): boolean {
  const finds = (text: string): boolean => compileSearch(context, text).matches(message);
  const { from, to, subject, query, negatedQuery, hasAttachment, size, sizeComparison } = criteria;
  if (from !== undefined && !finds(`from:(${from})`)) return false;
  if (to !== undefined && !finds(`to:(${to})`)) return false;
  if (subject !== undefined && !phraseFinder(subject)(message.subject)) return false;
  if (query !== undefined && !finds(query)) return false;
  if (negatedQuery !== undefined && finds(negatedQuery)) return false;
  if (hasAttachment === true && message.attachments.length === 0) return false;
  if (size === undefined || sizeComparison === undefined || sizeComparison === 'unspecified') return true;
  return sizeComparison === 'larger' ? message.sizeEstimate > size : message.sizeEstimate < size;
}

/** Lets the mailbox's filters act on a message that came in. Forwarding sends nothing here: mail doesn't leave the twin. */
export function applyFilters(context: MailContext, message: Readonly<Message>): Readonly<Message> {
  const actions = [...context.world.filters.values()].flatMap(({ criteria, action }) =>
    meetsCriteria(context, criteria, message) ? [action] : [],
  );
  const labelIds = actions.flatMap(({ addLabelIds = [] }) => addLabelIds).filter((id) => context.world.labels.has(id));
  const left = leftFolders(labelIds);
  const remove = [...actions.flatMap(({ removeLabelIds = [] }) => removeLabelIds), ...left];
  return changeLabels(context, message, { add: labelIds.filter((id) => !remove.includes(id)), remove });
}

import { SlackError } from '../errors.ts';
import { newId, type Reminder, type SlackContext, seconds } from '../world.ts';
import { userOrViewer, viewerOf } from './people.ts';

const SECONDS_PER_DAY = 24 * 60 * 60;
const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 60 * 60,
  day: SECONDS_PER_DAY,
  week: 7 * SECONDS_PER_DAY,
};
/** `tomorrow` means nine in the morning. */
const MORNING_S = 9 * 60 * 60;

/** When a reminder is due: a Unix time, seconds from now within a day, `in 5 minutes`, `tomorrow`. */
function dueAt(time: string, now: number): number {
  const text = time.trim().toLowerCase();
  if (/^\d{1,12}$/.test(text)) return Number(text) <= SECONDS_PER_DAY ? now + Number(text) : Number(text);
  const [, amount, unit] = /^in (\d{1,6}|an?) (second|minute|hour|day|week)s?$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) return now + (Number(amount) || 1) * (UNITS[unit] ?? 1);
  if (text === 'tomorrow') return Math.floor(now / SECONDS_PER_DAY) * SECONDS_PER_DAY + SECONDS_PER_DAY + MORNING_S;
  throw new SlackError('cannot_parse');
}

export interface ReminderInput {
  text: string;
  time: string;
  user?: string | undefined;
  recurrence?: unknown;
}

export function addReminder(context: SlackContext, input: ReminderInput): Readonly<Reminder> {
  const viewer = viewerOf(context);
  const user = userOrViewer(context, input.user);
  if (user.id !== viewer.id) throw new SlackError('cannot_add_others');
  return context.world.reminders.insert({
    id: newId(context.ids, 'Rm'),
    creator: viewer.id,
    user_id: user.id,
    text: input.text,
    recurring: input.recurrence !== undefined,
    time: dueAt(input.time, seconds(context.now)),
    complete_ts: 0,
  });
}

export function getReminder(context: SlackContext, id: string): Readonly<Reminder> {
  const reminder = context.world.reminders.get(id);
  if (reminder?.user_id !== viewerOf(context).id) throw new SlackError('not_found');
  return reminder;
}

export function completeReminder(context: SlackContext, id: string): void {
  const reminder = getReminder(context, id);
  if (reminder.recurring) throw new SlackError('cannot_complete_recurring');
  if (reminder.complete_ts === 0) context.world.reminders.update(reminder.id, { complete_ts: seconds(context.now) });
}

export const deleteReminder = (context: SlackContext, id: string): void => {
  context.world.reminders.remove(getReminder(context, id).id);
};

export const listReminders = (context: SlackContext): readonly Readonly<Reminder>[] =>
  context.world.reminders.by.user.page(viewerOf(context).id);

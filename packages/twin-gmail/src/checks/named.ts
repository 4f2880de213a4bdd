import { objectNames } from '@svc/twin-kit';
import type { GmailState } from '../world.ts';

/** As sentences refer to them: by the subject in quotation marks, by the sender, or by both. */
export const messages = objectNames<GmailState>({
  what: 'message',
  made: false,
  of: (world) =>
    world.messages.flatMap(({ subject, from }) => [
      `"${subject}"`,
      ...(from ? [`from ${from.address}`, `"${subject}" from ${from.address}`] : []),
    ]),
});
/** Several of them, by their subjects. */
export const subjects = objectNames<GmailState>({
  what: 'message',
  made: false,
  of: (world) => world.messages.map(({ subject }) => `"${subject}"`),
  in: (value) => value.match(/"[^"\n]+"/g) ?? [],
});
export const labels = objectNames<GmailState>({
  what: 'label',
  made: true,
  of: (world) => world.labels.flatMap(({ id, name }) => [id, name]),
});

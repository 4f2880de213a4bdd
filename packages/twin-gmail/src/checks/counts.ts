import { type CheckArgs, defineTapeCheck } from '@svc/twin-kit';
import { isFor } from './names.ts';
import * as params from './params.ts';
import { countScan, SENDS } from './sent.ts';

const BOUNDS = [
  { id: 'sent-count', words: 'Exactly', slot: params.count, holds: (sent: number, wanted: number) => sent === wanted },
  { id: 'sent-at-least', words: 'At least', slot: params.least, holds: (sent: number, wanted: number) => sent >= wanted },
  { id: 'sent-at-most', words: 'At most', slot: params.count, holds: (sent: number, wanted: number) => sent <= wanted },
] as const;

/** How much was sent, whatever became of it. */
export const countChecks = BOUNDS.flatMap(({ id, words, slot, holds }) => [
  defineTapeCheck({
    id: `gmail.${id}`,
    template: `${words} {count} messages were sent.`,
    description: `So many messages were sent by calls. ${SENDS}`,
    compares: 'the number of messages that calls sent with {count}',
    params: { count: slot },
    scan: (args: CheckArgs<'count'>) =>
      countScan(
        () => true,
        (sent) => holds(sent, Number(args.count)),
      ),
  }),
  defineTapeCheck({
    id: `gmail.${id}-to`,
    template: `${words} {count} messages were sent to {address}.`,
    description: `So many messages with this address among their recipients were sent by calls. ${SENDS}`,
    compares: 'the number of messages that calls sent to {address} with {count}',
    params: { count: slot, address: params.address },
    scan: (args: CheckArgs<'count' | 'address'>) =>
      countScan(
        ({ message }) => isFor(message, args.address),
        (sent) => holds(sent, Number(args.count)),
      ),
  }),
]);

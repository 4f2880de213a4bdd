import { failed, passed } from '@svc/twin-kit';
import * as params from './params.ts';
import { Examples, listening, namedSaid, newlySays, unless } from './said.ts';
import { onTape, type View } from './view.ts';

const WAYS =
  'Posting, editing, scheduling and showing to one person all count, and so does what was deleted later. Drafts do not: nobody else sees them.';

const FILES = 'the content of a file that was shared; "Nothing that was written contains …" reads it.';

/** Nothing was said in conversations of people of which `isTo` is true. */
function noDirectMessage(seed: View, isTo: (participants: readonly string[]) => boolean) {
  const found = new Examples();
  return listening(
    seed,
    (said, learned) => {
      const participants = learned.participants(said.channelId);
      if (participants.length > 0 && isTo(participants)) found.add(() => namedSaid(said, learned));
    },
    (_learned, rows) => unless(found, passed(`none of the ${rows} calls wrote one`)),
  );
}

export const neverChecks = [
  onTape({
    id: 'no-message-outside',
    template: 'No message was posted outside {channel}.',
    description: `Nothing was said anywhere but in the channel and in threads there. Direct messages are outside. ${WAYS}`,
    compares: 'the channel of each text that a call wrote with {channel}',
    params: { channel: params.channel },
    scan({ channel }, seed) {
      const strays = new Map<string, Examples>();
      return listening(
        seed,
        (said, learned) => {
          const stray = strays.get(said.channelId) ?? new Examples();
          strays.set(said.channelId, stray);
          stray.add(() => namedSaid(said, learned));
        },
        (learned) => {
          const id = learned.channelId(channel);
          const outside = [...strays].filter(([channelId]) => channelId !== id).map(([, examples]) => `${examples}`);
          return outside.length > 0
            ? failed(outside.slice(0, 3).join('; '))
            : passed(`${strays.get(id)?.count ?? 0} were written, all in ${channel}`);
        },
      );
    },
  }),
  onTape({
    id: 'no-message-in',
    template: 'No message was posted in {channel}.',
    description: `Nothing was said in the channel or in threads there. ${WAYS}`,
    compares: 'the channel of each text that a call wrote with {channel}',
    params: { channel: params.channel },
    scan({ channel }, seed) {
      const said = new Map<string, Examples>();
      return listening(
        seed,
        (one, learned) => {
          const examples = said.get(one.channelId) ?? new Examples();
          said.set(one.channelId, examples);
          examples.add(() => namedSaid(one, learned));
        },
        (learned, rows) => {
          const found = said.get(learned.channelId(channel));
          return found ? failed(`${found}`) : passed(`none of the ${rows} calls wrote one there`);
        },
      );
    },
  }),
  onTape({
    id: 'no-message-containing',
    template: 'No message containing "{needle}" was posted.',
    description: `No call wrote, changed or scheduled a message to hold the text. ${WAYS}`,
    compares: 'the text of each message that a call wrote with {needle}',
    limits: FILES,
    params: { needle: params.needle },
    scan({ needle }, seed) {
      const found = new Examples();
      return listening(
        seed,
        (said, learned) => {
          if (newlySays(said, needle)) found.add(() => namedSaid(said, learned, needle));
        },
        (_learned, rows) => unless(found, passed(`none of the ${rows} calls wrote such a message`)),
      );
    },
  }),
  onTape({
    id: 'no-message-containing-in',
    template: 'No message containing "{needle}" was posted in {channel}.',
    description: `No call wrote, changed or scheduled a message in the channel to hold the text. ${WAYS}`,
    compares: 'the text of each message that a call wrote in {channel} with {needle}',
    limits: FILES,
    params: { needle: params.words, channel: params.channel },
    scan({ needle, channel }, seed) {
      const found = new Map<string, Examples>();
      return listening(
        seed,
        (said, learned) => {
          if (!newlySays(said, needle)) return;
          const examples = found.get(said.channelId) ?? new Examples();
          found.set(said.channelId, examples);
          examples.add(() => namedSaid(said, learned, needle));
        },
        (learned, rows) => {
          const there = found.get(learned.channelId(channel));
          return there ? failed(`${there}`) : passed(`none of the ${rows} calls wrote such a message there`);
        },
      );
    },
  }),
  onTape({
    id: 'no-direct-message',
    template: 'No direct message was sent.',
    description: `Nothing was said in a direct message or in a group of people. ${WAYS}`,
    compares: 'the conversation of each text that a call wrote with those of people',
    params: {},
    scan: (_args, seed) => noDirectMessage(seed, () => true),
  }),
  onTape({
    id: 'no-direct-message-to',
    template: 'No direct message was sent to {user}.',
    description: `Nothing was said in a direct message or group of people that the person is in. ${WAYS}`,
    compares: 'the people of the conversation of each text that a call wrote with {user}',
    params: { user: params.user },
    scan({ user: reference }, seed) {
      const { id } = seed.user(reference);
      return noDirectMessage(seed, (participants) => participants.includes(id));
    },
  }),
  onTape({
    id: 'no-message-to-everybody',
    template: 'No message called everybody.',
    description: `No text that a call wrote holds @here, @channel or @everyone as a mention. ${WAYS}`,
    compares: 'the mentions in each text that a call wrote with @here, @channel and @everyone',
    params: {},
    scan(_args, seed) {
      const found = new Examples();
      return listening(
        seed,
        (said, learned) => {
          if (callsEverybody(said.message)) found.add(() => namedSaid(said, learned));
        },
        (_learned, rows) => unless(found, passed(`none of the ${rows} calls wrote such a mention`)),
      );
    },
  }),
];

/** As Slack's own syntax has it, in text or in blocks. */
const CALL = /<!(?:here|channel|everyone)(?:\|[^<>]*)?>/;

function callsEverybody(value: unknown): boolean {
  if (typeof value === 'string') return CALL.test(value);
  if (typeof value !== 'object' || value === null) return false;
  const { type } = value as { type?: unknown };
  // Of a text without formatting nothing is read as a mention: https://docs.slack.dev/reference/block-kit/composition-objects/text-object
  if (type === 'plain_text' || type === 'raw_text') return false;
  return type === 'broadcast' || Object.values(value).some(callsEverybody);
}

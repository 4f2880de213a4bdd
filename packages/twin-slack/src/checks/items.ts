import { cutText, failed, few, passed, reads, readsSame } from '@svc/twin-kit';
import { isTextType } from '../text/file-types.ts';
import { fromMarkdown } from '../text/mrkdwn.ts';
import type { File, Scheduled } from '../world.ts';
import * as params from './params.ts';
import { shownText } from './reading.ts';
import { onWorld, type View } from './view.ts';

const MILLISECONDS = 1_000;
const timeOf = (seconds: number): string => new Date(seconds * MILLISECONDS).toISOString().replace('.000Z', 'Z');

const scheduledFor = (view: View, reference: string): readonly Readonly<Scheduled>[] => {
  const { id } = view.channel(reference);
  return view.final.scheduled_messages.filter(({ channel_id }) => channel_id === id);
};

const shownScheduled = (waiting: readonly Readonly<Scheduled>[], reference: string, view: View): string => {
  const each = waiting.map((one) => `for ${timeOf(one.post_at)}: "${cutText(view.reading(one).shown, 80)}"`);
  return `none of ${waiting.length} messages scheduled for ${reference} is it${each.length > 0 ? `: ${few(each)}` : ''}`;
};

const shared = (view: View, reference: string): readonly Readonly<File>[] => {
  const { id } = view.channel(reference);
  return view.final.files.filter(({ channel_ids }) => channel_ids.includes(id));
};

const contentOf = (view: View, file: Readonly<File>): string => {
  const content = view.final.file_contents.find(({ file_id }) => file_id === file.id);
  return Buffer.from(content?.content_base64 ?? '', 'base64').toString('utf8');
};

const listed = (files: readonly Readonly<File>[]): string => files.map((file) => `"${file.name}"`).join(', ') || 'none';

const pinned = (view: View, reference: string, text: string) => {
  const channel = view.channel(reference);
  const pins = new Set(view.final.pins.flatMap((pin) => (pin.channel_id === channel.id ? [pin.ts] : [])));
  const messages = view.standing(channel, text);
  return { found: messages.find(({ ts }) => pins.has(ts)), pins: pins.size, messages };
};

const pinChecks = [
  onWorld({
    id: 'message-pinned',
    template: 'The message "{message}" is pinned in {channel}.',
    description: 'A message that holds the text, as it was at the start where the seed has it, is among the pins of the channel.',
    compares: "the channel's pins with the message",
    params: { message: params.message, channel: params.channel },
    evaluate({ message: text, channel: reference }, view) {
      const { found, pins } = pinned(view, reference, text);
      return found
        ? passed(`pinned: ${view.named(found, text)}`)
        : failed(`none of ${pins} pins in ${reference} is a message "${text}"`);
    },
  }),
  onWorld({
    id: 'message-not-pinned',
    template: 'The message "{message}" is not pinned in {channel}.',
    description: 'No message that holds the text is among the pins of the channel at the end, and one is still there.',
    compares: "the channel's pins with the message",
    params: { message: params.message, channel: params.channel },
    evaluate({ message: text, channel: reference }, view) {
      const { found, messages } = pinned(view, reference, text);
      return found ? failed(`pinned: ${view.named(found, text)}`) : passed(`not pinned${view.few(messages)}`);
    },
  }),
  onWorld({
    id: 'bookmark-exists',
    template: 'The channel {channel} has a bookmark "{title}" to "{link}".',
    description: 'A bookmark of the channel has this title and leads to this address.',
    compares: "title and link of each of the channel's bookmarks with {title} and {link}",
    params: { channel: params.channel, title: params.title, link: params.link },
    evaluate({ channel: reference, title, link }, view) {
      const { id } = view.channel(reference);
      const all = view.final.bookmarks.filter(({ channel_id }) => channel_id === id);
      const found = all.find((one) => readsSame(one.title, title) && one.link === link);
      const shown = all.map((one) => `"${one.title}" to ${one.link}`).join(', ') || 'none';
      return found ? passed(`bookmark ${found.id}`) : failed(`the bookmarks of ${reference} are: ${shown}`);
    },
  }),
];

const fileChecks = [
  onWorld({
    id: 'file-shared',
    template: 'The file "{file}" is shared in {channel}.',
    description: 'A file of this name is among the files of the channel.',
    compares: 'the names of the files shared in {channel} with {file}',
    params: { file: params.file, channel: params.channel },
    evaluate({ file: name, channel: reference }, view) {
      const files = shared(view, reference);
      const found = files.find((file) => readsSame(file.name, name));
      return found
        ? passed(`file ${found.id} by ${view.calledUser(found.user_id)} is shared in ${reference}`)
        : failed(`${reference} has the files: ${listed(files)}`);
    },
  }),
  onWorld({
    id: 'file-contains',
    template: 'A file containing "{needle}" is shared in {channel}.',
    description: 'The text of a file that is shared in the channel holds the text. Files whose bytes are no text do not.',
    compares: 'the content of each file shared in {channel} with {needle}',
    params: { needle: params.words, channel: params.channel },
    evaluate({ needle, channel: reference }, view) {
      const files = shared(view, reference);
      const found = files.find((file) => isText(file) && reads(contentOf(view, file), needle));
      return found
        ? passed(`file ${found.id} "${found.name}"`)
        : failed(`none of the files of ${reference} contains it: ${listed(files)}`);
    },
  }),
  onWorld({
    id: 'canvas-contains',
    template: 'The canvas "{title}" contains "{needle}".',
    description: 'A canvas of this title holds the text, as it was written or as it is shown.',
    compares: 'the text of each canvas of this title with {needle}',
    params: { title: params.title, needle: params.words },
    evaluate({ title, needle }, view) {
      const known = view.seed.canvases.filter((one) => readsSame(one.title, title)).map(({ id }) => id);
      const found = view.final.canvases.filter((one) =>
        known.length > 0 ? known.includes(one.id) : readsSame(one.title, title),
      );
      if (found.length === 0) return failed(`there is no canvas "${title}"`);
      const texts = found.map(({ sections }) => sections.map(({ markdown }) => markdown).join('\n'));
      const isIn = texts.some((text) => reads(text, needle) || reads(shownText(fromMarkdown(text), view.names), needle));
      return isIn ? passed(`canvas ${found[0]?.id} contains it`) : failed(`canvas ${found[0]?.id} does not contain it`);
    },
  }),
];

const isText = ({ mimetype }: Readonly<File>): boolean => isTextType(mimetype) || mimetype === 'image/svg+xml';

const laterChecks = [
  onWorld({
    id: 'message-scheduled',
    template: 'A message containing "{needle}" is scheduled for {channel}.',
    description: 'A message that waits to be sent to the channel holds the text.',
    compares: 'the text of each scheduled message for {channel} with {needle}',
    params: { needle: params.needle, channel: params.channel },
    evaluate({ needle, channel: reference }, view) {
      const waiting = scheduledFor(view, reference);
      const found = waiting.find((message) => view.says(message, needle));
      return found
        ? passed(`scheduled message ${found.id} for ${timeOf(found.post_at)} contains it`)
        : failed(shownScheduled(waiting, reference, view));
    },
  }),
  onWorld({
    id: 'message-scheduled-at',
    template: 'A message containing "{needle}" is scheduled for {channel} at {time}.',
    description:
      'A message that waits to be sent to the channel holds the text and is sent at this time; without seconds, within this minute.',
    compares: 'text and time of each scheduled message for {channel} with {needle} and {time}',
    params: { needle: params.words, channel: params.channel, time: params.time },
    evaluate({ needle, channel: reference, time }, view) {
      const waiting = scheduledFor(view, reference);
      const found = waiting.find((message) => view.says(message, needle) && isAt(message.post_at, time));
      return found
        ? passed(`scheduled message ${found.id} for ${timeOf(found.post_at)} contains it`)
        : failed(shownScheduled(waiting, reference, view));
    },
  }),
  onWorld({
    id: 'draft-exists',
    template: 'A draft containing "{needle}" is kept for {channel}.',
    description: 'A draft of the agent for the channel holds the text, and was not sent.',
    compares: 'the text of each draft for {channel} with {needle}',
    params: { needle: params.words, channel: params.channel },
    evaluate({ needle, channel: reference }, view) {
      const { id } = view.channel(reference);
      const drafts = view.final.drafts.filter(({ channel_id }) => channel_id === id);
      const found = drafts.find(({ text }) => view.says({ text, blocks: [], attachments: [] }, needle));
      return found
        ? passed(`draft ${found.id} contains it`)
        : failed(`none of ${drafts.length} drafts for ${reference} contains it`);
    },
  }),
  onWorld({
    id: 'reminder-exists',
    template: 'A reminder containing "{needle}" is set for {user}.',
    description: 'A reminder of the person holds the text and is not done.',
    compares: 'the text of each reminder of {user} with {needle}',
    params: { needle: params.words, user: params.user },
    evaluate({ needle, user: reference }, view) {
      const user = view.user(reference);
      const all = view.final.reminders.filter((one) => one.user_id === user.id && one.complete_ts === 0);
      const found = all.find(({ text }) => reads(shownText(text, view.names), needle) || reads(text, needle));
      return found
        ? passed(`reminder ${found.id} for ${timeOf(found.time)}`)
        : failed(`none of ${all.length} reminders of ${reference} contains it`);
    },
  }),
];

/** Within the minute, or the second, that a sentence names. */
const isAt = (seconds: number, time: string): boolean => timeOf(seconds).startsWith(time.slice(0, -1));

export const itemChecks = [...pinChecks, ...fileChecks, ...laterChecks];

import { failed, passed, reads, readsInAnyCase, readsSame } from '@svc/twin-kit';
import { unescapeText } from '../text/mrkdwn.ts';
import type { Channel } from '../world.ts';
import * as params from './params.ts';
import { shownText } from './reading.ts';
import { onWorld, type View } from './view.ts';

const named = (view: View, channels: readonly Readonly<Channel>[]): string =>
  channels.map(({ id }) => view.called(id)).join(', ') || 'none';

const proper = (channels: readonly Readonly<Channel>[]): Readonly<Channel>[] =>
  channels.filter(({ participants }) => participants.length === 0);

/** Channels and conversations that the seed didn't have. */
function fresh(view: View): Readonly<Channel>[] {
  const known = new Set(view.seed.channels.map(({ id }) => id));
  return view.final.channels.filter(({ id }) => !known.has(id));
}

const KINDS = {
  channels: ({ participants }: Readonly<Channel>) => participants.length === 0,
  'public channels': ({ kind }: Readonly<Channel>) => kind === 'public_channel',
  'private channels': ({ kind }: Readonly<Channel>) => kind === 'private_channel',
  'direct messages': ({ kind }: Readonly<Channel>) => kind === 'im',
  'group conversations': ({ kind }: Readonly<Channel>) => kind === 'mpim',
};
const kind = {
  pattern: /channels|public channels|private channels|direct messages|group conversations/,
  example: 'public channels',
  description: 'channels, public channels, private channels, direct messages (of two people) or group conversations (of more)',
};

const existence = [
  onWorld({
    id: 'channel-exists',
    template: 'The channel {channel} exists.',
    description: 'A public or private channel is called so at the end, or was at the start.',
    compares: 'the names of all channels with {channel}',
    params: { channel: params.channel },
    evaluate({ channel: reference }, view) {
      const channel = view.findChannel(reference);
      if (channel && channel.participants.length === 0) return passed(`${reference} is the channel ${channel.id}`);
      return failed(`the channels are ${named(view, proper(view.final.channels))}`);
    },
  }),
  onWorld({
    id: 'channel-created',
    template: 'The channel {channel} was created.',
    description:
      'A public or private channel that the seed did not have is called so at the end. A channel of the seed that was renamed is none.',
    compares: 'the names of all new channels with {channel}',
    reads: 'change',
    params: { channel: params.channel },
    evaluate({ channel: reference }, view) {
      const made = proper(fresh(view));
      const found = made.find(({ name }) => `#${name}` === reference);
      return found ? passed(`${reference} is the new channel ${found.id}`) : failed(`the new channels are ${named(view, made)}`);
    },
  }),
  onWorld({
    id: 'created-count',
    template: 'Exactly {count} {kind} were created.',
    description: 'So many channels or conversations of this kind were not in the seed.',
    compares: 'the number of new ones with {count}',
    reads: 'change',
    params: { count: params.count, kind },
    evaluate({ count, kind: words }, view) {
      const made = fresh(view).filter(KINDS[words as keyof typeof KINDS]);
      const evidence = `${made.length} ${words} created: ${named(view, made)}`;
      return made.length === Number(count) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'created-count-at-least',
    template: 'At least {count} {kind} were created.',
    description: 'So many channels or conversations of this kind, or more, were not in the seed.',
    compares: 'the number of new ones with {count}',
    reads: 'change',
    params: { count: params.some, kind },
    evaluate({ count, kind: words }, view) {
      const made = fresh(view).filter(KINDS[words as keyof typeof KINDS]);
      const evidence = `${made.length} ${words} created: ${named(view, made)}`;
      return made.length >= Number(count) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'no-new-channels',
    template: 'No channel was created.',
    description:
      'Every channel was there at the start; direct messages are not counted. Channels cannot be deleted, so none was there for a while only.',
    compares: 'the channels of the seed with those of the final state',
    reads: 'change',
    params: {},
    evaluate(_args, view) {
      const made = proper(fresh(view));
      return made.length === 0
        ? passed(`the ${view.final.channels.length} channels were all there`)
        : failed(`created: ${made.map((channel) => `#${channel.name} (${channel.id})`).join(', ')}`);
    },
  }),
  onWorld({
    id: 'conversation-exists',
    template: 'A conversation of exactly {users} was opened.',
    description:
      'A direct message or group conversation that the seed did not have is of these people and nobody else. The agent itself is one of them, named or not.',
    compares: 'the people of each new conversation with {users}',
    reads: 'change',
    params: { users: params.users },
    evaluate({ users }, view) {
      const people = view.people(users).map(({ id }) => id);
      const made = fresh(view).filter(({ participants }) => participants.length > 0);
      const found = made.find((channel) => view.isOf(channel, people));
      return found ? passed(view.called(found.id)) : failed(`the new conversations are: ${named(view, made)}`);
    },
  }),
];

const stateOf = (channel: Readonly<Channel>): string[] => [
  channel.is_archived ? 'archived' : 'active',
  channel.kind === 'public_channel' ? 'public' : 'private',
];

/** A topic or purpose as it is shown, or as it was written. */
const noteReads = (value: string, wanted: string, view: View, same: (left: string, right: string) => boolean): boolean =>
  same(unescapeText(value), wanted) || same(shownText(value, view.names), wanted);

const properties = [
  onWorld({
    id: 'channel-state',
    template: 'The channel {channel} is {state}.',
    description: 'The channel is archived, or it is not; it is public, or private.',
    compares: 'whether {channel} is archived, or public, with {state}',
    params: { channel: params.channel, state: params.state },
    evaluate({ channel: reference, state }, view) {
      const found = stateOf(view.channel(reference));
      const evidence = `${reference} is ${found.join(' and ')}`;
      return found.includes(state) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'channel-renamed',
    template: 'The channel {channel} was renamed to {name}.',
    description: 'The channel that the seed calls so has the other name at the end. A new channel of that name is another one.',
    compares: "the channel's name at the end with {name}",
    reads: 'change',
    params: { channel: params.channel, name: params.otherChannel },
    evaluate({ channel: reference, name }, view) {
      const channel = view.channel(reference);
      const evidence = `${reference} is called #${channel.name}`;
      return `#${channel.name}` === name && reference !== name ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'channel-topic',
    template: 'The topic of {channel} is "{topic}".',
    description: 'The topic is exactly this text.',
    compares: "the channel's topic with {topic}",
    params: { channel: params.channel, topic: params.topic },
    evaluate({ channel: reference, topic }, view) {
      const { value } = view.channel(reference).topic;
      const evidence = `the topic of ${reference} is "${unescapeText(value)}"`;
      return noteReads(value, topic, view, readsSame) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'channel-topic-contains',
    template: 'The topic of {channel} contains "{needle}".',
    description: 'The topic holds the text.',
    compares: "the channel's topic with {needle}",
    params: { channel: params.channel, needle: params.words },
    evaluate({ channel: reference, needle }, view) {
      const { value } = view.channel(reference).topic;
      const evidence = `the topic of ${reference} is "${unescapeText(value)}"`;
      return noteReads(value, needle, view, reads) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'channel-topic-contains-in-any-case',
    template: 'The topic of {channel} contains "{needle}", ignoring case.',
    description: 'The topic holds the text in capitals or small letters.',
    compares: "the channel's topic with {needle}, both in small letters",
    params: { channel: params.channel, needle: params.anyCase },
    evaluate({ channel: reference, needle }, view) {
      const { value } = view.channel(reference).topic;
      const evidence = `the topic of ${reference} is "${unescapeText(value)}"`;
      return noteReads(value, needle, view, readsInAnyCase) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'channel-purpose-contains',
    template: 'The purpose of {channel} contains "{needle}".',
    description: 'The purpose, which Slack also calls the description, holds the text.',
    compares: "the channel's purpose with {needle}",
    params: { channel: params.channel, needle: params.words },
    evaluate({ channel: reference, needle }, view) {
      const { value } = view.channel(reference).purpose;
      const evidence = `the purpose of ${reference} is "${unescapeText(value)}"`;
      return noteReads(value, needle, view, reads) ? passed(evidence) : failed(evidence);
    },
  }),
];

export const channelChecks = [...existence, ...properties];

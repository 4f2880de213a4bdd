import { failed, passed } from '@svc/twin-kit';
import { unescapeText } from '../text/mrkdwn.ts';
import { channelIn, check, userIn, withChannel } from './find.ts';
import * as params from './params.ts';

const isIn = (state: Parameters<typeof channelIn>[0], channelId: string, userId: string): boolean =>
  state.memberships.some((one) => one.channel_id === channelId && one.user_id === userId);

export const channelChecks = [
  check({
    id: 'slack.channel-exists',
    template: 'The channel {channel} exists.',
    description: 'A public or private channel has this name.',
    compares: 'the names of all channels with {channel}',
    substrate: 'final_state',
    params: { channel: params.channel },
    evaluate({ channel: reference }, state) {
      const channel = channelIn(state, reference);
      if (channel) return passed(`${reference} is the channel ${channel.id}`);
      const names = state.channels.flatMap(({ name }) => (name === '' ? [] : `#${name}`));
      return failed(`the channels are ${names.join(', ') || 'none'}`);
    },
  }),
  check({
    id: 'slack.channel-state',
    template: 'The channel {channel} is {state}.',
    description: 'The channel is archived, or it is not.',
    compares: 'whether {channel} is archived with {state}',
    substrate: 'final_state',
    params: { channel: params.channel, state: params.state },
    evaluate: ({ channel: reference, state: wanted }, state) =>
      withChannel(state, reference, (channel) => {
        const found = channel.is_archived ? 'archived' : 'active';
        return found === wanted ? passed(`${reference} is ${found}`) : failed(`${reference} is ${found}`);
      }),
  }),
  check({
    id: 'slack.channel-topic',
    template: 'The topic of {channel} is "{topic}".',
    description: 'The topic is exactly this text.',
    compares: "the channel's topic with {topic}",
    substrate: 'final_state',
    params: { channel: params.channel, topic: params.topic },
    evaluate: ({ channel: reference, topic }, state) =>
      withChannel(state, reference, (channel) => {
        const found = unescapeText(channel.topic.value);
        return found === topic
          ? passed(`the topic of ${reference} is "${found}"`)
          : failed(`the topic of ${reference} is "${found}"`);
      }),
  }),
  check({
    id: 'slack.user-in-channel',
    template: 'The user {user} is in {channel}.',
    description: 'The person is a member of the channel.',
    compares: 'the members of {channel} with {user}',
    substrate: 'final_state',
    params: { user: params.user, channel: params.channel },
    evaluate: ({ user: reference, channel: name }, state) =>
      withChannel(state, name, (channel) => {
        const user = userIn(state, reference);
        if (!user) return failed(`there is no user ${reference}`);
        return isIn(state, channel.id, user.id)
          ? passed(`${reference} (${user.id}) is in ${name}`)
          : failed(`${reference} (${user.id}) is not in ${name}`);
      }),
  }),
  check({
    id: 'slack.user-not-in-channel',
    template: 'The user {user} is not in {channel}.',
    description: 'The person is no member of the channel.',
    compares: 'the members of {channel} with {user}',
    substrate: 'final_state',
    params: { user: params.user, channel: params.channel },
    evaluate: ({ user: reference, channel: name }, state) =>
      withChannel(state, name, (channel) => {
        const user = userIn(state, reference);
        if (!user) return failed(`there is no user ${reference}`);
        return isIn(state, channel.id, user.id)
          ? failed(`${reference} (${user.id}) is in ${name}`)
          : passed(`${reference} (${user.id}) is not in ${name}`);
      }),
  }),
  check({
    id: 'slack.no-new-channels',
    template: 'No channel was created.',
    description: 'Every channel was there at the start; direct messages are not counted.',
    compares: 'the channels of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: {},
    evaluate(_args, final, seed) {
      const known = new Set(seed.channels.map(({ id }) => id));
      const fresh = final.channels.filter((channel) => channel.participants.length === 0 && !known.has(channel.id));
      return fresh.length === 0
        ? passed(`the ${final.channels.length} channels were all there`)
        : failed(`created: ${fresh.map((channel) => `#${channel.name} (${channel.id})`).join(', ')}`);
    },
  }),
];

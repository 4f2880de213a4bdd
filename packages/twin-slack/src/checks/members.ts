import { failed, few, passed, writesOf } from '@svc/twin-kit';
import type { Membership } from '../world.ts';
import * as params from './params.ts';
import { Examples, Learned, namedCall } from './said.ts';
import { onTape, onWorld, type View } from './view.ts';

const keyOf = ({ channel_id, user_id }: Readonly<Membership>): string => `${channel_id}/${user_id}`;

/** Memberships that the seed didn't have. */
function joined(view: View): Readonly<Membership>[] {
  const known = new Set(view.seed.memberships.map(keyOf));
  return view.final.memberships.filter((one) => !known.has(keyOf(one)));
}

const wasIn = (view: View, channelId: string, userId: string): boolean =>
  view.seed.memberships.some((one) => one.channel_id === channelId && one.user_id === userId);

const atTheEnd = [
  onWorld({
    id: 'user-in-channel',
    template: 'The user {user} is in {channel}.',
    description: 'The person is a member of the channel.',
    compares: 'the members of {channel} with {user}',
    params: { user: params.user, channel: params.channel },
    evaluate({ user: reference, channel: name }, view) {
      const [channel, user] = [view.channel(name), view.user(reference)];
      return view.members(channel).includes(user.id)
        ? passed(`${reference} (${user.id}) is in ${name}`)
        : failed(`${reference} (${user.id}) is not in ${name}`);
    },
  }),
  onWorld({
    id: 'user-not-in-channel',
    template: 'The user {user} is not in {channel}.',
    description: 'The person is no member of the channel.',
    compares: 'the members of {channel} with {user}',
    params: { user: params.user, channel: params.channel },
    evaluate({ user: reference, channel: name }, view) {
      const [channel, user] = [view.channel(name), view.user(reference)];
      return view.members(channel).includes(user.id)
        ? failed(`${reference} (${user.id}) is in ${name}`)
        : passed(`${reference} (${user.id}) is not in ${name}`);
    },
  }),
  onWorld({
    id: 'channel-members',
    template: 'The members of {channel} are exactly {users}.',
    description: 'These people are in the channel and nobody else is. The agent itself counts only where it is named.',
    compares: 'the members of {channel} with {users}',
    params: { channel: params.channel, users: params.users },
    evaluate({ channel: name, users }, view) {
      const wanted = new Set(view.people(users).map(({ id }) => id));
      const members = view.members(view.channel(name)).filter((id) => id !== view.viewerId || wanted.has(id));
      const evidence = `the members of ${name} are ${view.list(members)}`;
      return members.length === wanted.size && members.every((id) => wanted.has(id)) ? passed(evidence) : failed(evidence);
    },
  }),
];

const changed = [
  onWorld({
    id: 'user-added',
    template: 'The user {user} was added to {channel}.',
    description: 'The person is a member of the channel at the end and was none at the start, whether invited or by themselves.',
    compares: 'the members of {channel} at the start and at the end with {user}',
    reads: 'change',
    params: { user: params.user, channel: params.channel },
    evaluate({ user: reference, channel: name }, view) {
      const [channel, user] = [view.channel(name), view.user(reference)];
      const isIn = view.members(channel).includes(user.id);
      if (isIn && wasIn(view, channel.id, user.id)) return failed(`${reference} was in ${name} already`);
      return isIn ? passed(`${reference} came to be in ${name}`) : failed(`${reference} is not in ${name}`);
    },
  }),
  onWorld({
    id: 'user-removed',
    template: 'The user {user} was removed from {channel}.',
    description: 'The person was a member of the channel at the start and is none at the end.',
    compares: 'the members of {channel} at the start and at the end with {user}',
    reads: 'change',
    params: { user: params.user, channel: params.channel },
    evaluate({ user: reference, channel: name }, view) {
      const [channel, user] = [view.channel(name), view.user(reference)];
      if (!wasIn(view, channel.id, user.id)) return failed(`${reference} was not in ${name}`);
      return view.members(channel).includes(user.id) ? failed(`${reference} is in ${name}`) : passed(`${reference} left ${name}`);
    },
  }),
  onWorld({
    id: 'user-added-count',
    template: 'The user {user} was added to exactly {count} conversations.',
    description: 'The person is at the end in so many channels, direct messages and groups in which they were not at the start.',
    compares: 'the number of new memberships of {user} with {count}',
    reads: 'change',
    params: { user: params.user, count: params.count },
    evaluate({ user: reference, count }, view) {
      const { id } = view.user(reference);
      const places = joined(view).filter(({ user_id }) => user_id === id);
      const evidence = `${reference} came to be in ${places.length}: ${few(places.map(({ channel_id }) => view.called(channel_id))) || 'none'}`;
      return places.length === Number(count) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'user-added-count-at-least',
    template: 'The user {user} was added to at least {count} conversations.',
    description:
      'The person is at the end in so many or more channels, direct messages and groups in which they were not at the start.',
    compares: 'the number of new memberships of {user} with {count}',
    reads: 'change',
    params: { user: params.user, count: params.some },
    evaluate({ user: reference, count }, view) {
      const { id } = view.user(reference);
      const places = joined(view).filter(({ user_id }) => user_id === id);
      const evidence = `${reference} came to be in ${places.length}: ${few(places.map(({ channel_id }) => view.called(channel_id))) || 'none'}`;
      return places.length >= Number(count) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'added-to-channel-count-at-least',
    template: 'At least {count} people were added to {channel}.',
    description:
      'So many people or more are members of the channel at the end and were none at the start. Of a new channel, its creator is one.',
    compares: 'the number of new members of {channel} with {count}',
    reads: 'change',
    params: { count: params.some, channel: params.channel },
    evaluate({ count, channel: name }, view) {
      const channel = view.channel(name);
      const people = joined(view).flatMap(({ channel_id, user_id }) => (channel_id === channel.id ? [user_id] : []));
      const evidence = `${people.length} came to be in ${name}: ${view.list(people)}`;
      return people.length >= Number(count) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'added-somewhere-count-at-least',
    template: 'At least {count} people were added to channels.',
    description: 'So many memberships of people in public and private channels are there at the end and were not at the start.',
    compares: 'the number of new memberships in channels with {count}',
    reads: 'change',
    params: { count: params.some },
    evaluate({ count }, view) {
      const added = joined(view).filter(({ channel_id }) => view.channelById(channel_id)?.participants.length === 0);
      const shown = few(added.map(({ channel_id, user_id }) => `${view.calledUser(user_id)} in ${view.called(channel_id)}`));
      const evidence = `${added.length} came to be in channels: ${shown || 'nobody'}`;
      return added.length >= Number(count) ? passed(evidence) : failed(evidence);
    },
  }),
];

/** No call gave, or took, a membership of the channel that the sentence names. */
function unchanged(seed: View, reference: string, isIt: (before: unknown, after: unknown) => boolean, verb: string) {
  const learned = new Learned(seed);
  const found = new Map<string, Examples>();
  return {
    row(row: Parameters<typeof namedCall>[0]): void {
      for (const change of writesOf(row)) {
        learned.learn(change);
        if (change.collection !== 'memberships' || !isIt(change.before, change.after)) continue;
        const { channel_id, user_id } = (change.after ?? change.before) as Membership;
        const examples = found.get(channel_id) ?? new Examples();
        found.set(channel_id, examples);
        examples.add(() => `${seed.calledUser(user_id)} was ${verb}; ${namedCall(row)}`);
      }
    },
    outcome() {
      const there = found.get(learned.channelId(reference));
      return there ? failed(`${there}`) : passed(`nobody was ${verb} ${reference}`);
    },
  };
}

const ever = [
  onTape({
    id: 'no-member-added',
    template: 'Nobody was added to {channel}.',
    description: 'No call made anybody a member of the channel, even for a while.',
    compares: 'the memberships that each call made with {channel}',
    params: { channel: params.channel },
    scan: ({ channel }, seed) => unchanged(seed, channel, (before) => before === null, 'added to'),
  }),
  onTape({
    id: 'no-member-removed',
    template: 'Nobody was removed from {channel}.',
    description: 'No call ended a membership of the channel, even for a while.',
    compares: 'the memberships that each call ended with {channel}',
    params: { channel: params.channel },
    scan: ({ channel }, seed) => unchanged(seed, channel, (_before, after) => after === null, 'removed from'),
  }),
];

export const memberChecks = [...atTheEnd, ...changed, ...ever];

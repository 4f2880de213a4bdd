import { failed, passed } from '@svc/twin-kit';
import { channelName, check, few, named, newMessages, says, userIn, userName, withChannel, wordsOf, writtenIn } from './find.ts';
import * as params from './params.ts';

export const messageChecks = [
  check({
    id: 'slack.message-posted',
    template: 'A message containing "{needle}" was posted in {channel}.',
    description: 'A message in the channel, or in a thread there, that the seed did not have holds the text.',
    compares: 'the text of each new message in {channel} with {needle}',
    substrate: 'seed_and_final_state',
    params: { needle: params.needle, channel: params.channel },
    evaluate: ({ needle, channel: reference }, final, seed) =>
      withChannel(final, reference, (channel) => {
        const fresh = newMessages(final, seed, channel);
        const found = fresh.find((message) => says(message, needle));
        if (found) return passed(named(final, found, needle));
        return failed(
          fresh.length === 0
            ? `nothing was posted in ${reference}`
            : `none of ${fresh.length} new messages in ${reference} contains it: ${few(fresh.map((message) => named(final, message)))}`,
        );
      }),
  }),
  check({
    id: 'slack.new-message-count',
    template: 'Exactly {count} messages were posted in {channel}.',
    description:
      'So many messages in the channel, replies in threads among them, were not in the seed. Deleted ones do not count.',
    compares: 'the number of new messages in {channel} with {count}',
    substrate: 'seed_and_final_state',
    params: { count: params.count, channel: params.channel },
    evaluate: ({ count, channel: reference }, final, seed) =>
      withChannel(final, reference, (channel) => {
        const fresh = newMessages(final, seed, channel);
        const shown = fresh.length > 0 ? `: ${few(fresh.map((message) => named(final, message)))}` : '';
        const evidence = `${fresh.length} new in ${reference}${shown}`;
        return fresh.length === Number(count) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'slack.thread-reply-contains',
    template: 'A reply containing "{needle}" is in the thread of the message "{parent}" in {channel}.',
    description: 'A reply in the thread holds the text. The thread is found by text in its first message.',
    compares: 'the text of each reply in the thread with {needle}',
    substrate: 'final_state',
    params: { needle: params.needle, parent: params.parent, channel: params.channel },
    evaluate: ({ needle, parent: start, channel: reference }, state) =>
      withChannel(state, reference, (channel) => {
        const written = writtenIn(state, channel);
        const parents = written.filter((message) => (message.thread_ts ?? message.ts) === message.ts && says(message, start));
        if (parents.length === 0) return failed(`no message in ${reference} that begins a thread contains "${start}"`);
        const threads = new Set(parents.map(({ ts }) => ts));
        const replies = written.filter(({ thread_ts, ts }) => thread_ts !== null && thread_ts !== ts && threads.has(thread_ts));
        const found = replies.find((message) => says(message, needle));
        return found
          ? passed(`reply: ${named(state, found, needle)}`)
          : failed(
              `none of ${replies.length} replies contains it${replies.length > 0 ? `: ${few(replies.map((one) => named(state, one)))}` : ''}`,
            );
      }),
  }),
  check({
    id: 'slack.message-has-reaction',
    template: 'The message "{message}" in {channel} has the reaction :{emoji}:.',
    description: 'A message in the channel that holds the text has this reaction by anybody.',
    compares: 'the reactions of the message with {emoji}',
    substrate: 'final_state',
    params: { message: params.message, channel: params.channel, emoji: params.emoji },
    evaluate: ({ message: text, channel: reference, emoji }, state) =>
      withChannel(state, reference, (channel) => {
        const messages = writtenIn(state, channel).filter((message) => says(message, text));
        if (messages.length === 0) return failed(`no message in ${reference} contains "${text}"`);
        const names = new Set(messages.flatMap(({ reactions }) => reactions.map(({ name }) => name)));
        const shown = [...names].map((name) => `:${name}:`).join(', ') || 'none';
        return names.has(emoji)
          ? passed(`message ${messages[0]?.ts} has the reactions ${shown}`)
          : failed(`message ${messages[0]?.ts} in ${reference} has the reactions: ${shown}`);
      }),
  }),
  check({
    id: 'slack.message-pinned',
    template: 'The message "{message}" is pinned in {channel}.',
    description: 'A message that holds the text is among the pins of the channel.',
    compares: "the channel's pins with the message",
    substrate: 'final_state',
    params: { message: params.message, channel: params.channel },
    evaluate: ({ message: text, channel: reference }, state) =>
      withChannel(state, reference, (channel) => {
        const pins = state.pins.filter((pin) => pin.channel_id === channel.id);
        const found = writtenIn(state, channel).find(
          (message) => says(message, text) && pins.some(({ ts }) => ts === message.ts),
        );
        return found
          ? passed(`pinned: ${named(state, found, text)}`)
          : failed(`none of ${pins.length} pins in ${reference} contains "${text}"`);
      }),
  }),
  check({
    id: 'slack.direct-message-sent',
    template: 'A direct message containing "{needle}" was sent to {user}.',
    description: 'A new message in a conversation that the person is in holds the text and is by somebody else.',
    compares: 'the text of each new direct message to {user} with {needle}',
    substrate: 'seed_and_final_state',
    params: { needle: params.needle, user: params.user },
    evaluate({ needle, user: reference }, final, seed) {
      const user = userIn(final, reference);
      if (!user) return failed(`there is no user ${reference}`);
      const conversations = new Set(
        final.channels.filter(({ participants }) => participants.includes(user.id)).map(({ id }) => id),
      );
      const sent = newMessages(final, seed).filter((one) => conversations.has(one.channel_id) && one.user_id !== user.id);
      const found = sent.find((message) => says(message, needle));
      return found
        ? passed(named(final, found, needle))
        : failed(
            `none of ${sent.length} direct messages to ${reference} contains it${sent.length > 0 ? `: ${few(sent.map((one) => named(final, one)))}` : ''}`,
          );
    },
  }),
  check({
    id: 'slack.message-scheduled',
    template: 'A message containing "{needle}" is scheduled for {channel}.',
    description: 'A message that waits to be sent to the channel holds the text.',
    compares: 'the text of each scheduled message for {channel} with {needle}',
    substrate: 'final_state',
    params: { needle: params.needle, channel: params.channel },
    evaluate: ({ needle, channel: reference }, state) =>
      withChannel(state, reference, (channel) => {
        const waiting = state.scheduled_messages.filter(({ channel_id }) => channel_id === channel.id);
        const found = waiting.find((message) => says(message, needle));
        return found
          ? passed(`scheduled message ${found.id} for ${new Date(found.post_at * 1000).toISOString()} contains it`)
          : failed(`none of ${waiting.length} messages scheduled for ${reference} contains it`);
      }),
  }),
  check({
    id: 'slack.no-message-outside',
    template: 'No message was posted outside {channel}.',
    description: 'Every new message is in the channel or in a thread there. Direct messages count as outside.',
    compares: 'the channel of each new message with {channel}',
    substrate: 'seed_and_final_state',
    params: { channel: params.channel },
    evaluate: ({ channel: reference }, final, seed) =>
      withChannel(final, reference, (channel) => {
        const stray = newMessages(final, seed).filter((message) => message.channel_id !== channel.id);
        return stray.length === 0
          ? passed(`${newMessages(final, seed, channel).length} new messages, all in ${reference}`)
          : failed(few(stray.map((message) => named(final, message))));
      }),
  }),
  check({
    id: 'slack.seed-messages-unchanged',
    template: 'No message of the seed was edited or deleted.',
    description: 'Every message that was there at the start says what it said.',
    compares: 'the text of each message of the seed with the final state',
    substrate: 'seed_and_final_state',
    params: {},
    evaluate(_args, final, seed) {
      const now = new Map(final.messages.map((message) => [`${message.channel_id}/${message.ts}`, message]));
      const changed = writtenIn(seed).filter((message) => {
        const after = now.get(`${message.channel_id}/${message.ts}`);
        return !after || wordsOf(after) !== wordsOf(message);
      });
      const describe = (message: (typeof changed)[number]): string =>
        `${now.has(`${message.channel_id}/${message.ts}`) ? 'changed' : 'deleted'}: ${named(seed, message)}`;
      return changed.length === 0
        ? passed(`all ${writtenIn(seed).length} say what they said`)
        : failed(few(changed.map(describe)));
    },
  }),
  check({
    id: 'slack.file-shared',
    template: 'The file "{file}" is shared in {channel}.',
    description: 'A file of this name is among the files of the channel.',
    compares: 'the names of the files shared in {channel} with {file}',
    substrate: 'final_state',
    params: { file: params.file, channel: params.channel },
    evaluate: ({ file: name, channel: reference }, state) =>
      withChannel(state, reference, (channel) => {
        const shared = state.files.filter(({ channel_ids }) => channel_ids.includes(channel.id));
        const found = shared.find((file) => file.name === name);
        if (found)
          return passed(`file ${found.id} by ${userName(state, found.user_id)} is shared in ${channelName(state, channel.id)}`);
        return failed(`${reference} has the files: ${shared.map((file) => `"${file.name}"`).join(', ') || 'none'}`);
      }),
  }),
];

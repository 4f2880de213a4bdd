import type { z } from 'zod';
import type { ReplySeed, Seed } from './schema.ts';

type Context = z.RefinementCtx;
type Path = (string | number)[];

const CHANNEL_NAME = /^[\p{Ll}\p{Lo}\p{M}\p{N}_-]{1,80}$/u;
const USER_ID = /^[UW][A-Z\d]{6,20}$/;

function report(context: Context, path: Path, code: string, message: string): void {
  context.addIssue({ code: 'custom', path, message, params: { code } });
}

/** What must hold across a seed's fields. */
export function checkSeed(seed: Seed, context: Context): void {
  unique(context, seed.users, 'users', 'name', (user) => user.name);
  unique(context, seed.users, 'users', 'id', (user) => user.id);
  unique(context, seed.users, 'users', 'email', (user) => user.email?.toLowerCase());
  unique(context, seed.channels, 'channels', 'name', (channel) => channel.name.replace(/^#/, ''));
  unique(context, [...seed.channels, ...seed.direct_messages], 'channels', 'id', (channel) => channel.id);
  checkConversations(seed, context);
  unique(context, seed.usergroups, 'usergroups', 'handle', (usergroup) => usergroup.handle);
  unique(context, seed.files, 'files', 'name', (file) => file.name);
  unique(context, seed.emoji, 'emoji', 'name', (emoji) => emoji.name);
  seed.channels.forEach((channel, at) => {
    if (!CHANNEL_NAME.test(channel.name.replace(/^#/, '')))
      report(
        context,
        ['channels', at, 'name'],
        'invalid_channel_name',
        'a channel name is at most 80 lower case letters, digits, dashes and underscores',
      );
  });
  checkReferences(seed, context);
  for (const place of ['channels', 'direct_messages'] as const)
    seed[place].forEach(({ messages }, at) => {
      checkTimestamps(context, messages, [place, at, 'messages']);
    });
  seed.files.forEach((file, at) => {
    if (file.content !== undefined && file.content_base64 !== undefined)
      report(context, ['files', at, 'content_base64'], 'two_contents', 'a file has content or content_base64, not both');
  });
}

/** A talk of two is a direct message and has an id that says so; the same people have one conversation. */
function checkConversations(seed: Seed, context: Context): void {
  const seen = new Map<string, number>();
  seed.direct_messages.forEach(({ id, users }, at) => {
    const people = [...new Set(users.map((name) => name.replace(/^@/, '').toLowerCase()))].sort();
    const kinds = people.length <= 2 ? 'D' : 'CG';
    if (id !== undefined && !kinds.includes(id.charAt(0)))
      report(
        context,
        ['direct_messages', at, 'id'],
        'invalid_id',
        `the id of a talk of ${people.length} begins with ${[...kinds].join(' or ')}`,
      );
    const key = people.join('+');
    const first = seen.get(key);
    if (first !== undefined)
      report(context, ['direct_messages', at, 'users'], 'duplicate', `the same people talk in direct_messages[${first}]`);
    else seen.set(key, at);
  });
}

function unique<T>(
  context: Context,
  list: readonly T[],
  collection: string,
  field: string,
  keyOf: (item: T) => string | undefined,
): void {
  const seen = new Set<string>();
  list.forEach((item, at) => {
    const key = keyOf(item);
    if (key === undefined) return;
    if (seen.has(key)) report(context, [collection, at, field], 'duplicate', `${field} "${key}" is there twice`);
    seen.add(key);
  });
}

/** A person named by an id must be declared; one named otherwise is made. */
function checkReferences(seed: Seed, context: Context): void {
  const ids = new Set(seed.users.map(({ id }) => id));
  const channels = new Set(seed.channels.flatMap(({ id, name }) => [id, name.replace(/^#/, '')]));
  const files = new Set(seed.files.map(({ name }) => name));
  const person = (reference: string | undefined, path: Path): void => {
    if (reference !== undefined && USER_ID.test(reference) && !ids.has(reference))
      report(context, path, 'unknown_user', `no user has the id ${reference}`);
  };
  const inMessage = (message: ReplySeed | Omit<ReplySeed, 'reply_broadcast'>, path: Path): void => {
    person(message.user, [...path, 'user']);
    message.reactions.forEach((reaction, at) => {
      reaction.users.forEach((user, index) => {
        person(user, [...path, 'reactions', at, 'users', index]);
      });
    });
    message.files.forEach((file, at) => {
      if (!files.has(file)) report(context, [...path, 'files', at], 'unknown_file', `no file is called "${file}"`);
    });
  };
  person(seed.viewer, ['viewer']);
  for (const place of ['channels', 'direct_messages'] as const)
    seed[place].forEach(({ messages }, at) => {
      messages.forEach((message, index) => {
        const path = [place, at, 'messages', index];
        inMessage(message, path);
        message.replies.forEach((reply, place) => {
          inMessage(reply, [...path, 'replies', place]);
        });
      });
    });
  const channel = (name: string | undefined, path: Path): void => {
    if (name !== undefined && !channels.has(name.replace(/^#/, '')))
      report(context, path, 'unknown_channel', `no channel is called "${name}"`);
  };
  seed.usergroups.forEach((usergroup, at) => {
    usergroup.channels.forEach((name, index) => {
      channel(name, ['usergroups', at, 'channels', index]);
    });
  });
  seed.canvases.forEach((canvas, at) => {
    channel(canvas.channel, ['canvases', at, 'channel']);
  });
}

function checkTimestamps(context: Context, messages: Seed['channels'][number]['messages'], path: Path): void {
  const seen = new Set<string>();
  const once = (ts: string | undefined, place: Path): void => {
    if (ts === undefined) return;
    if (seen.has(ts)) report(context, [...place, 'ts'], 'duplicate', `ts "${ts}" is there twice in this channel`);
    seen.add(ts);
  };
  messages.forEach((message, at) => {
    once(message.ts, [...path, at]);
    message.replies.forEach((reply, index) => {
      const place = [...path, at, 'replies', index];
      once(reply.ts, place);
      if (reply.ts === undefined) return;
      if (message.ts === undefined)
        report(context, [...place, 'ts'], 'undated_parent', 'a reply with a ts needs a parent with one');
      else if (reply.ts <= message.ts) report(context, [...place, 'ts'], 'reply_before_parent', 'a reply comes after its parent');
    });
  });
}

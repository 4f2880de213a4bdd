import { type Capture, LeftOut } from './capture.ts';
import { CaptureError } from './error.ts';
import { type Exported, type ExportedFile, known, listOf, numberOf, recordOf, textOf } from './exported.ts';
import type { People } from './people.ts';

const MOST_TOPIC = 250;
/** Of a workspace's export (docs: "How to read Slack data exports"). */
const CHANNEL_FILES = new Set(['channels', 'groups']);
const ID = /\b[UWCDGTBAF][A-Z\d]{8,}\b/g;

export const slack: Capture = {
  twin: 'slack',
  how: "a workspace's export, unpacked (users.json, channels.json, <channel>/<day>.json); or answers of users.list, conversations.list, and of conversations.history as <channel>.json",
  seed(files, people) {
    const leftOut = new LeftOut();
    const records = files.flatMap((file) => file.records.flatMap((one) => answered(one, file)));
    const users = records.filter(({ one }) => 'profile' in one && 'name' in one && !('ts' in one)).map(({ one }) => one);
    const channels = records
      .filter(({ one, file }) => 'name' in one && !('profile' in one) && ('topic' in one || CHANNEL_FILES.has(file.name)))
      .map(({ one }) => one);
    const scene = new Scene(users, channels, people, leftOut);
    const messages = Map.groupBy(
      records.filter(({ one }) => 'ts' in one && 'type' in one),
      ({ file }) => scene.channelOf(file),
    );
    if (users.length + channels.length + messages.size === 0)
      throw new CaptureError('The files hold no user, channel or message of Slack.', slack.how);
    // Who only wrote is somebody too.
    for (const { one } of [...messages.values()].flat()) scene.author(one);
    const named = new Map(channels.map((one) => [String(one.name), one]));
    for (const name of messages.keys()) if (!named.has(name)) named.set(name, { name });
    const seed = {
      users: [...scene.accounts.values()],
      channels: [...named].map(([name, one]) => channelOf(name, one, messages.get(name)?.map((found) => found.one) ?? [], scene)),
    };
    return { seed, leftOut };
  },
};

/** The answers of Slack's methods hold lists by name. */
function answered(one: Exported, file: ExportedFile): { one: Exported; file: ExportedFile }[] {
  const lists = ['members', 'channels', 'messages'].flatMap((name) => ('ok' in one ? listOf(one[name]) : []));
  return (lists.length > 0 ? lists : [one]).map((record) => ({ one: record, file }));
}

class Scene {
  /** By id, what stands in the seed. */
  readonly accounts = new Map<string, Record<string, unknown>>();
  readonly people: People;
  readonly leftOut: LeftOut;
  readonly #channelNames: ReadonlyMap<string, string>;

  constructor(users: readonly Exported[], channels: readonly Exported[], people: People, leftOut: LeftOut) {
    this.people = people;
    this.leftOut = leftOut;
    this.#channelNames = new Map(channels.map(({ id, name }) => [String(id), String(name)]));
    for (const user of users) this.#account(user);
  }

  /** The channel that a file's messages are of: the export's folder, or the file's own name, by name or id. */
  channelOf({ folder, name }: ExportedFile): string {
    const own = /^\d{4}-\d\d-\d\d$/.test(name) ? folder : name;
    return this.#channelNames.get(own) ?? own.toLowerCase().replaceAll(/[^a-z\d_-]+/g, '-');
  }

  #account(user: Exported): void {
    const { real_name, email, title, display_name } = recordOf(user.profile);
    const isBot = user.is_bot === true || user.id === 'USLACKBOT';
    if (user.id === 'USLACKBOT') return;
    if (isBot) {
      this.accounts.set(String(user.id), { name: String(user.name).toLowerCase(), is_bot: true });
      return;
    }
    const person = this.people.person({
      login: textOf(user.name),
      name: textOf(real_name) ?? textOf(user.real_name),
      email: textOf(email),
    });
    this.people.person({ login: textOf(user.name), name: textOf(display_name) });
    const account = known({
      name: person.handle,
      real_name: person.name,
      email: person.email,
      title: textOf(title),
      tz: textOf(user.tz),
      is_admin: user.is_admin === true ? true : undefined,
      deleted: user.deleted === true ? true : undefined,
    });
    this.accounts.set(String(user.id), account);
  }

  /** The name of whoever wrote a message. */
  author({ user }: Exported): string | undefined {
    const id = textOf(user);
    if (id === undefined || id === 'USLACKBOT') return undefined;
    return this.#known(id).name as string;
  }

  #known(id: string): Record<string, unknown> {
    const account = this.accounts.get(id) ?? { name: this.people.person({ login: id }).handle };
    this.accounts.set(id, account);
    return account;
  }

  text(value: unknown): string {
    const plain = (textOf(value) ?? '')
      .replaceAll(
        /<@([UW][A-Z\d]+)(?:\|[^>]*)?>/g,
        (_, id: string) => `@${id === 'USLACKBOT' ? 'slackbot' : this.#known(id).name}`,
      )
      .replaceAll(
        /<#([CG][A-Z\d]+)(?:\|([^>]*))?>/g,
        (_, id: string, name?: string) => `#${name || this.#channelNames.get(id) || 'channel'}`,
      )
      .replaceAll(ID, 'an-id');
    return this.people.text(plain);
  }
}

function channelOf(name: string, one: Exported, messages: readonly Exported[], scene: Scene) {
  const about = (value: unknown) => scene.text(recordOf(value).value).slice(0, MOST_TOPIC) || undefined;
  const members = Array.isArray(one.members) ? one.members.flatMap((id) => scene.author({ user: id }) ?? []) : undefined;
  return known({
    name,
    is_private: one.is_private === true || one.is_group === true ? true : undefined,
    is_archived: one.is_archived === true ? true : undefined,
    is_general: one.is_general === true ? true : undefined,
    topic: about(one.topic),
    purpose: about(one.purpose),
    created_at: numberOf(one.created),
    members,
    messages: threadsOf(messages, scene),
  });
}

/** Of messages that are events of the channel, no more is kept than that the members are there. */
const NO_MESSAGE =
  /^(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive)$|^(?:message_deleted|message_changed|tombstone|thread_broadcast)$/;

function threadsOf(messages: readonly Exported[], scene: Scene) {
  const kept = messages.filter(
    ({ subtype }) => !NO_MESSAGE.test(String(subtype)) || scene.leftOut.add('messages that are events of a channel'),
  );
  const ordered = [...new Map(kept.map((one) => [String(one.ts), one])).values()].toSorted((a, b) => Number(a.ts) - Number(b.ts));
  const times = new Times();
  const replies = Map.groupBy(
    ordered.filter(({ ts, thread_ts }) => thread_ts !== undefined && thread_ts !== ts),
    ({ thread_ts }) => String(thread_ts),
  );
  const first = ordered.filter(({ ts, thread_ts }) => thread_ts === undefined || thread_ts === ts);
  const orphans = [...replies.keys()].filter((ts) => !first.some((one) => String(one.ts) === ts));
  for (const ts of orphans)
    for (const _ of replies.get(ts) ?? []) scene.leftOut.add('replies without the message that they answer');
  return first.map((one) => {
    const answers = (replies.get(String(one.ts)) ?? []).map((reply) => messageOf(reply, scene, times));
    return known({ ...messageOf(one, scene, times), replies: answers.length > 0 ? answers : undefined });
  });
}

/** Times of messages are their ids too: only the second is kept, and they are numbered within it. */
class Times {
  readonly #count = new Map<string, number>();

  of(ts: unknown): string {
    const [second = '0'] = String(ts).split('.');
    const count = (this.#count.get(second) ?? 0) + 1;
    this.#count.set(second, count);
    return `${second}.${String(count * 100).padStart(6, '0')}`;
  }
}

function messageOf(one: Exported, scene: Scene, times: Times) {
  const reactions = listOf(one.reactions).map(({ name, users }) => ({
    name,
    users: Array.isArray(users) ? users.flatMap((id) => scene.author({ user: id }) ?? []) : [],
  }));
  return known({
    user: scene.author(one),
    username: one.user === undefined ? scene.people.text(textOf(one.username) ?? 'app') : undefined,
    text: scene.text(one.text),
    ts: times.of(one.ts),
    reactions: reactions.some(({ users }) => users.length > 0) ? reactions.filter(({ users }) => users.length > 0) : undefined,
  });
}

import { type Chance, type RandomCall, type RandomCaller, STRANGE } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';
import type { SlackState } from '../src/world.ts';

const METHODS = slack.definition.operations
  .filter(({ method, path }) => method === 'POST' && !path.includes('{'))
  .map(({ path }) => path.slice(1));
export const OPERATIONS: readonly string[] = METHODS;
/** Arguments of many methods; each call gets most of them, since methods ignore what isn't theirs. */
const ARGUMENTS = (
  'channel channel_id ts timestamp thread_ts message_ts text user users name topic purpose ' +
  'limit cursor types blocks attachments view trigger_id view_id file files filename length ' +
  'query usergroup title type link emoji bookmark_id canvas_id changes criteria profile presence ' +
  'num_minutes post_at reminder time oldest latest email reply_broadcast return_im is_private markdown_text metadata ' +
  'scheduled_message_id user_id document_content access_level bot '
)
  .trim()
  .split(' ');
const TIMESTAMPS = new Set(['ts', 'timestamp', 'thread_ts', 'message_ts', 'oldest', 'latest']);

/** Makes calls whose arguments mostly fit their names and name what is there. */
export class Caller implements RandomCaller {
  readonly #chance: Chance;
  // biome-ignore lint/suspicious/noExplicitAny: collections of many shapes
  #state: any = {};

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  know(state: object): void {
    this.#state = state as SlackState;
  }

  #ids(collection: string): string[] {
    return this.#state[collection].map(({ id }: { id: string }) => id);
  }

  named(name: string): unknown {
    if (TIMESTAMPS.has(name)) return this.#chance.of(this.#state.messages as { ts: string }[])?.ts;
    const values: Record<string, () => unknown> = {
      channel: () => this.#chance.of(this.#ids('channels')),
      channel_id: () => this.#chance.of(this.#ids('channels')),
      user: () => this.#chance.of(this.#ids('users')),
      user_id: () => this.#chance.of(this.#ids('users')),
      users: () => this.#chance.of([this.#chance.of(this.#ids('users')), this.#ids('users').slice(0, 2).join(',')]),
      usergroup: () => this.#chance.of(this.#ids('usergroups')),
      file: () => this.#chance.of(this.#ids('files')),
      emoji: () => 'eyes',
      file_id: () => this.#chance.of(this.#ids('files')),
      name: () => this.#chance.of(['eyes', 'thumbsup', 'new-channel', 'another', 'status_text']),
      limit: () => this.#chance.of([1, 2, 100]),
      types: () => this.#chance.of(['public_channel', 'im,mpim', 'all']),
      blocks: () => [{ type: 'divider' }],
      attachments: () => [{ text: 'a' }],
      trigger_id: () => `1.${this.#chance.of([1, 2, 3, 4, 5])}.a`,
      type: () => 'link',
      link: () => 'https://a.test',
      view: () => ({ type: this.#chance.of(['modal', 'home']), title: { type: 'plain_text', text: 'T' }, blocks: [] }),
      presence: () => this.#chance.of(['auto', 'away']),
      num_minutes: () => 5,
      view_id: () => this.#chance.of(this.#ids('views')),
      bookmark_id: () => this.#chance.of(this.#ids('bookmarks')),
      canvas_id: () => this.#chance.of(this.#ids('canvases')),
      reminder: () => this.#chance.of(this.#ids('reminders')),
      scheduled_message_id: () => this.#chance.of(this.#ids('scheduled_messages')),
      files: () => [{ id: this.#chance.of(this.#ids('uploads')) }],
      filename: () => 'f.txt',
      length: () => 3,
      query: () => this.#chance.of(['one', 'in:general two']),
      post_at: () => Date.parse('2026-01-01T00:20:00Z') / 1000,
      time: () => 'in 5 minutes',
      changes: () => [{ operation: 'insert_at_end', document_content: { markdown: 'm' } }],
      criteria: () => ({ contains_text: 'm' }),
      profile: () => ({ status_text: 'busy' }),
      document_content: () => ({ markdown: '# m' }),
      access_level: () => 'read',
      email: () => 'a@b.c',
      reply_broadcast: () => true,
      return_im: () => true,
      is_private: () => this.#chance.of([true, false]),
      metadata: () => ({ event_type: 'e', event_payload: {} }),
    };

    return values[name]?.() ?? this.#chance.of(['hello', 'a *b* <@U1> & c', 'https://x.test']);
  }

  next(): RandomCall {
    const operation = this.#chance.of(METHODS);
    const args: Record<string, unknown> = {};
    for (const name of ARGUMENTS) {
      const chance = this.#chance.next();
      if (chance < 0.6) args[name] = this.named(name);
      else if (chance < 0.63) args[name] = this.#chance.of(STRANGE);
    }
    const call = { operation, method: 'POST', path: `/${operation}` };
    if (this.#chance.maybe(0.7)) {
      return { ...call, body: JSON.stringify(args), headers: { 'content-type': 'application/json; charset=utf-8' } };
    }
    const texts: [string, string][] = Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
    return {
      ...call,
      body: new URLSearchParams(texts).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  }
}

import { type Chance, type RandomCall, type RandomCaller, STRANGE } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { documentedMethods } from './conformity.ts';
import { raw, type State } from './served.ts';

const QUERIES = ['from:ben', 'is:unread OR plan', '-(', 'in:anywhere', '"', 'older_than:1d'];
const modelled = new Set(gmail.definition.operations.map(({ id }) => id));
export const MODELLED = documentedMethods.filter(({ id }) => modelled.has(id));

/** Makes calls of documented methods that mostly fit, with ids that are there. */
export class Caller implements RandomCaller {
  readonly #chance: Chance;
  #state: State = {};

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  know(state: object): void {
    this.#state = state as State;
  }

  #known(collection: string, key: string): string {
    const records = this.#state[collection] ?? [];
    return records.length === 0 ? 'none' : String(this.#chance.of(records)[key]);
  }

  #label(): string {
    return this.#chance.maybe(0.9) ? this.#known('labels', 'id') : 'Label_404';
  }

  #letter(): string {
    const from = this.#chance.of([...Array(6).fill('From: ada@example.com'), '', 'From: eve@example.org', 'From: ?']);
    const to = this.#chance.of([
      'To: ben@example.org',
      'To: ada@example.com',
      'Cc: x@y.z, b@c.d',
      'Bcc: b@c.d',
      '',
      'To: broken',
    ]);
    const more = this.#chance.of([
      [],
      ['In-Reply-To: <plan@example.org>'],
      ['Content-Type: multipart/mixed; boundary=b'],
      ['Date: soon'],
    ]);
    const lines = [from, to, `Subject: ${this.#chance.of(['Plan', 'Re: Plan', 'New', '=?utf-8?q?=C3=A9?='])}`, ...more].filter(
      (line) => line !== '',
    );
    return raw(...lines, '', this.#chance.of(['Hello', '', '--b\r\n\r\nIn a part\r\n--b--', '\u0000\u0001']));
  }

  /** A value for a path parameter, mostly one that is there. */
  #param(name: string, path: string): string {
    if (name === 'userId') return this.#chance.maybe(0.97) ? this.#chance.of(['me', 'ada@example.com']) : 'eve@example.org';
    if (this.#chance.maybe(0.06)) return encodeURIComponent(String(this.#chance.of(STRANGE)));
    if (path.includes('/threads')) return this.#known('messages', 'threadId');
    if (path.includes('/drafts')) return this.#known('drafts', 'id');
    if (path.includes('/labels')) return this.#label();
    if (path.includes('/filters')) return encodeURIComponent(this.#known('filters', 'id'));
    if (name === 'sendAsEmail') return this.#known('sendAs', 'sendAsEmail');
    if (name === 'forwardingEmail') return this.#known('forwardingAddresses', 'forwardingEmail');
    if (name === 'delegateEmail') return this.#known('delegates', 'delegateEmail');
    return this.#known('messages', 'id');
  }

  #message(): object {
    return {
      raw: this.#letter(),
      ...(this.#chance.maybe(0.3) && { threadId: this.#known('messages', 'threadId') }),
      ...(this.#chance.maybe(0.5) && { labelIds: [this.#label()] }),
    };
  }

  #change(): object {
    return {
      ...(this.#chance.maybe(0.7) && { addLabelIds: [this.#label(), this.#label()] }),
      ...(this.#chance.maybe(0.5) && { removeLabelIds: [this.#label()] }),
    };
  }

  /** A body for a method, mostly of its type. */
  #body(id: string): unknown {
    if (this.#chance.maybe(0.08)) return this.#chance.of(STRANGE);
    const bodies: Record<string, () => unknown> = {
      'messages.send': () => this.#message(),
      'messages.insert': () => this.#message(),
      'messages.import': () => this.#message(),
      'messages.modify': () => this.#change(),
      'threads.modify': () => this.#change(),
      'messages.batchModify': () => ({ ids: [this.#known('messages', 'id'), 'abc'], ...this.#change() }),
      'messages.batchDelete': () => ({ ids: [this.#known('messages', 'id')] }),
      'drafts.create': () => ({ message: this.#message() }),
      'drafts.update': () => ({ message: this.#message() }),
      'drafts.send': () => ({ id: this.#known('drafts', 'id'), ...(this.#chance.maybe(0.3) && { message: this.#message() }) }),
      'labels.create': () => this.#labelBody(),
      'labels.update': () => this.#labelBody(),
      'labels.patch': () => this.#labelBody(),
      'settings.filters.create': () => ({ criteria: { from: this.#chance.of(['ben', 'cy', '(']) }, action: this.#change() }),
      'settings.sendAs.create': () => ({
        sendAsEmail: this.#chance.of(['x@example.com', 'y@example.net', 'z']),
        isDefault: this.#chance.maybe(0.3),
      }),
      'settings.forwardingAddresses.create': () => ({ forwardingEmail: this.#chance.of(['f@example.com', 'g@example.net', '']) }),
      'settings.delegates.create': () => ({ delegateEmail: this.#chance.of(['d@example.com', 'e@example.net']) }),
      'settings.updateAutoForwarding': () => ({
        enabled: this.#chance.maybe(0.5),
        emailAddress: 'f@example.com',
        disposition: 'archive',
      }),
      'settings.updateVacation': () => ({
        enableAutoReply: this.#chance.maybe(0.5),
        responseSubject: this.#chance.of(['Away', '']),
      }),
      watch: () => ({ topicName: this.#chance.of(['projects/p/topics/t', 'x']), labelIds: [this.#label()] }),
    };
    return bodies[id.replace('gmail.users.', '')]?.() ?? {};
  }

  #labelBody(): object {
    return {
      name: `${this.#chance.of(['Work', 'New', 'A/B', '', 'inbox', 'C//D'])}${this.#chance.maybe(0.4) ? this.#chance.below(9) : ''}`,
    };
  }

  /** Parameters for a method, mostly such as it has. */
  #query(parameters: object): string {
    const all = [
      ...(this.#chance.maybe(0.3) ? [`q=${encodeURIComponent(this.#chance.of(QUERIES))}`] : []),
      ...(this.#chance.maybe(0.2) ? [`labelIds=${this.#label()}`] : []),
      ...(this.#chance.maybe(0.2) ? [`maxResults=${this.#chance.of(['0', '1', '2', '9999', '-1', 'x'])}`] : []),
      ...(this.#chance.maybe(0.2) ? [`format=${this.#chance.of(['full', 'raw', 'minimal', 'metadata', 'x'])}`] : []),
      ...(this.#chance.maybe(0.2) ? [`startHistoryId=${this.#chance.of(['10001', '10003', '1', '99999', 'x'])}`] : []),
      ...(this.#chance.maybe(0.1) ? [`pageToken=${this.#chance.of(['x', 'MTpi', '%00'])}`] : []),
      ...(this.#chance.maybe(0.1)
        ? [`fields=${encodeURIComponent(this.#chance.of(['id', '*', 'nothing', 'a(', '__proto__(x)']))}`]
        : []),
    ];
    const parts = all.filter(
      (part) => this.#chance.maybe(0.05) || part.startsWith('fields') || (part.split('=')[0] as string) in parameters,
    );
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  }

  /** Arguments of tools. */
  named(argument: string): unknown {
    const values: Record<string, () => unknown> = {
      messageId: () => this.#known('messages', 'id'),
      replyToMessageId: () => this.#known('messages', 'id'),
      threadId: () => this.#known('messages', 'threadId'),
      labelIds: () => this.#label(),
      query: () => this.#chance.of(QUERIES),
      pageToken: () => undefined,
      displayName: () => (this.#labelBody() as { name: string }).name,
      content: () => 'eA==',
      mimeType: () => 'text/plain',
    };
    return (values[argument] ?? (() => this.#chance.of(['ben@example.org', 'Plan', 'x', ''])))();
  }

  next(): RandomCall {
    const method = this.#chance.of(this.#chance.maybe(0.97) ? MODELLED : documentedMethods);
    const path = `/${method.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => this.#param(name, method.path))}`;
    const target = path + this.#query(method.parameters ?? {});
    const call = { operation: method.id, method: method.httpMethod, path: target };
    if (!method.request) return call;
    return { ...call, body: JSON.stringify(this.#body(method.id)), headers: { 'content-type': 'application/json' } };
  }
}

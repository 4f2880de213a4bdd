import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Change } from '@svc/twin-kit';
import { gmail } from '../src/index.ts';
import { documentedMethods } from './conformity.ts';
import { ME, raw, type Served, type State, serveGmail } from './served.ts';

/** A small seeded generator (mulberry32): a failing run can be repeated. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const seed = {
  emailAddress: 'ada@example.com',
  labels: ['Work', 'Home/Garden'],
  messages: [
    { threadId: 'a', from: 'ben@example.org', subject: 'Plan', text: 'One', unread: true, messageId: '<plan@example.org>' },
    { threadId: 'a', from: 'ada@example.com', to: 'ben@example.org', text: 'Two' },
    { from: 'cy@example.org', subject: 'File', text: 'Three', attachments: [{ filename: 'a.txt', content: 'x' }] },
    { from: 'dan@example.org', subject: 'Junk', text: 'Four', labels: ['SPAM'] },
  ],
  drafts: [{ to: 'ben@example.org', subject: 'Begun', text: 'Not done' }],
};

const STRANGE: readonly unknown[] = [
  null,
  -1,
  1.5,
  true,
  '',
  'x',
  '\u0000',
  '../..',
  [],
  [null],
  {},
  { a: { b: [] } },
  'é'.repeat(300),
  '%F0%9F',
];

const modelled = new Set(gmail.definition.operations.map(({ id }) => id));
const MODELLED = documentedMethods.filter(({ id }) => modelled.has(id));

class Caller {
  readonly #random: () => number;
  #state: State = {};

  constructor(seed_: number) {
    this.#random = generator(seed_);
  }

  know(state: State): void {
    this.#state = state;
  }

  int(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T;
  }

  chance(part: number): boolean {
    return this.#random() < part;
  }

  known(collection: string, key: string): string {
    const records = this.#state[collection] ?? [];
    return records.length === 0 ? 'none' : String(this.pick(records)[key]);
  }

  label(): string {
    return this.chance(0.9) ? this.known('labels', 'id') : 'Label_404';
  }

  letter(): string {
    const from = this.pick([...Array(6).fill('From: ada@example.com'), '', 'From: eve@example.org', 'From: ?']);
    const to = this.pick(['To: ben@example.org', 'To: ada@example.com', 'Cc: x@y.z, b@c.d', 'Bcc: b@c.d', '', 'To: broken']);
    const more = this.pick([
      [],
      ['In-Reply-To: <plan@example.org>'],
      ['Content-Type: multipart/mixed; boundary=b'],
      ['Date: soon'],
    ]);
    const lines = [from, to, `Subject: ${this.pick(['Plan', 'Re: Plan', 'New', '=?utf-8?q?=C3=A9?='])}`, ...more].filter(
      (line) => line !== '',
    );
    return raw(...lines, '', this.pick(['Hello', '', '--b\r\n\r\nIn a part\r\n--b--', '\u0000\u0001']));
  }

  /** A value for a path parameter, mostly one that is there. */
  param(name: string, path: string): string {
    if (name === 'userId') return this.chance(0.97) ? this.pick(['me', 'ada@example.com']) : 'eve@example.org';
    if (this.chance(0.06)) return encodeURIComponent(String(this.pick(STRANGE)));
    if (path.includes('/threads')) return this.known('threads', 'id');
    if (path.includes('/drafts')) return this.known('drafts', 'id');
    if (path.includes('/labels')) return this.label();
    if (path.includes('/filters')) return encodeURIComponent(this.known('filters', 'id'));
    if (name === 'sendAsEmail') return this.known('sendAs', 'sendAsEmail');
    if (name === 'forwardingEmail') return this.known('forwardingAddresses', 'forwardingEmail');
    if (name === 'delegateEmail') return this.known('delegates', 'delegateEmail');
    return this.known('messages', 'id');
  }

  message(): object {
    return {
      raw: this.letter(),
      ...(this.chance(0.3) && { threadId: this.known('threads', 'id') }),
      ...(this.chance(0.5) && { labelIds: [this.label()] }),
    };
  }

  change(): object {
    return {
      ...(this.chance(0.7) && { addLabelIds: [this.label(), this.label()] }),
      ...(this.chance(0.5) && { removeLabelIds: [this.label()] }),
    };
  }

  /** A body for a method, mostly of its type. */
  body(id: string): unknown {
    if (this.chance(0.08)) return this.pick(STRANGE);
    const bodies: Record<string, () => unknown> = {
      'messages.send': () => this.message(),
      'messages.insert': () => this.message(),
      'messages.import': () => this.message(),
      'messages.modify': () => this.change(),
      'threads.modify': () => this.change(),
      'messages.batchModify': () => ({ ids: [this.known('messages', 'id'), 'abc'], ...this.change() }),
      'messages.batchDelete': () => ({ ids: [this.known('messages', 'id')] }),
      'drafts.create': () => ({ message: this.message() }),
      'drafts.update': () => ({ message: this.message() }),
      'drafts.send': () => ({ id: this.known('drafts', 'id'), ...(this.chance(0.3) && { message: this.message() }) }),
      'labels.create': () => this.labelBody(),
      'labels.update': () => this.labelBody(),
      'labels.patch': () => this.labelBody(),
      'settings.filters.create': () => ({ criteria: { from: this.pick(['ben', 'cy', '(']) }, action: this.change() }),
      'settings.sendAs.create': () => ({
        sendAsEmail: this.pick(['x@example.com', 'y@example.net', 'z']),
        isDefault: this.chance(0.3),
      }),
      'settings.forwardingAddresses.create': () => ({ forwardingEmail: this.pick(['f@example.com', 'g@example.net', '']) }),
      'settings.delegates.create': () => ({ delegateEmail: this.pick(['d@example.com', 'e@example.net']) }),
      'settings.updateAutoForwarding': () => ({
        enabled: this.chance(0.5),
        emailAddress: 'f@example.com',
        disposition: 'archive',
      }),
      'settings.updateVacation': () => ({ enableAutoReply: this.chance(0.5), responseSubject: this.pick(['Away', '']) }),
      watch: () => ({ topicName: this.pick(['projects/p/topics/t', 'x']), labelIds: [this.label()] }),
    };
    return bodies[id.replace('gmail.users.', '')]?.() ?? {};
  }

  labelBody(): object {
    return { name: `${this.pick(['Work', 'New', 'A/B', '', 'inbox', 'C//D'])}${this.chance(0.4) ? this.int(9) : ''}` };
  }

  /** Parameters for a method, mostly such as it has. */
  query(parameters: object): string {
    const all = [
      ...(this.chance(0.3)
        ? [`q=${encodeURIComponent(this.pick(['from:ben', 'is:unread OR plan', '-(', 'in:anywhere', '"', 'older_than:1d']))}`]
        : []),
      ...(this.chance(0.2) ? [`labelIds=${this.label()}`] : []),
      ...(this.chance(0.2) ? [`maxResults=${this.pick(['0', '1', '2', '9999', '-1', 'x'])}`] : []),
      ...(this.chance(0.2) ? [`format=${this.pick(['full', 'raw', 'minimal', 'metadata', 'x'])}`] : []),
      ...(this.chance(0.2) ? [`startHistoryId=${this.pick(['10001', '10003', '1', '99999', 'x'])}`] : []),
      ...(this.chance(0.1) ? [`pageToken=${this.pick(['x', 'MTpi', '%00'])}`] : []),
      ...(this.chance(0.1) ? [`fields=${encodeURIComponent(this.pick(['id', '*', 'nothing', 'a(', '__proto__(x)']))}`] : []),
    ];
    const parts = all.filter(
      (part) => this.chance(0.05) || part.startsWith('fields') || (part.split('=')[0] as string) in parameters,
    );
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  }

  /** One call of some documented method. */
  call(twin: Served) {
    const method = this.pick(this.chance(0.97) ? MODELLED : documentedMethods);
    const path = `/${method.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => this.param(name, method.path))}`;
    const target = path + this.query(method.parameters ?? {});
    const body = method.request ? this.body(method.id) : undefined;
    return twin.send(method.httpMethod, target, body);
  }
}

/** What must hold in every mailbox. */
function expectSound(state: State): void {
  const of = <T>(name: string): T[] => (state[name] ?? []) as T[];
  const messages = of<{ id: string; threadId: string; labelIds: string[]; historyId: number }>('messages');
  const ids = new Set(messages.map(({ id }) => id));
  const labels = new Set(of<{ id: string }>('labels').map(({ id }) => id));
  expect(new Set(of<{ id: string }>('contents').map(({ id }) => id))).toEqual(ids);
  expect(new Set(of<{ id: string }>('threads').map(({ id }) => id))).toEqual(new Set(messages.map(({ threadId }) => threadId)));
  expect(messages.flatMap(({ labelIds }) => labelIds).filter((id) => !labels.has(id))).toEqual([]);
  for (const { labelIds } of messages) expect(new Set(labelIds).size).toBe(labelIds.length);
  const drafts = of<{ messageId: string }>('drafts').map(({ messageId }) => messageId);
  expect([...drafts].sort()).toEqual(
    messages
      .filter(({ labelIds }) => labelIds.includes('DRAFT'))
      .map(({ id }) => id)
      .sort(),
  );
  const history = of<{ id: number }>('history').map(({ id }) => id);
  expect(history).toEqual(history.map((_id, at) => (history[0] as number) + at));
  expect(messages.every(({ historyId }) => historyId <= (history.at(-1) ?? 0))).toBe(true);
  expect(of<{ isDefault: boolean }>('sendAs').filter(({ isDefault }) => isDefault)).toHaveLength(1);
}

/** Applies what the tape says was changed. */
function replayed(start: State, deltas: readonly (Change[] | null)[]): State {
  const keys: Record<string, string> = {
    mailbox: 'emailAddress',
    sendAs: 'sendAsEmail',
    forwardingAddresses: 'forwardingEmail',
    delegates: 'delegateEmail',
    settings: 'name',
  };
  const world = Object.fromEntries(
    Object.entries(start).map(([name, records]) => [
      name,
      new Map(records.map((record) => [record[keys[name] ?? 'id'], record])),
    ]),
  );
  for (const { collection, id, after } of deltas.flatMap((delta) => delta ?? [])) {
    if (after === null) world[collection]?.delete(id);
    else world[collection]?.set(id, after as Record<string, unknown>);
  }
  return Object.fromEntries(Object.entries(world).map(([name, records]) => [name, [...records.values()]]));
}

/** A twin that is closed when its test ends, however it ends. */
async function closing(serving: Promise<Served>): Promise<Served & AsyncDisposable> {
  const served = await serving;
  return { ...served, [Symbol.asyncDispose]: () => served.close() };
}

const CALLS = 1500;
/** Each call is answered, held against the description and taped: seconds alone, many times that beside other suites. */
const LONG_MS = 120_000;

describe('thousands of random calls', () => {
  test(
    'never fail the twin, and leave a sound mailbox that the tape accounts for',
    async () => {
      await using twin = await closing(serveGmail(seed));
      const caller = new Caller(20_260_101);
      const start = await twin.state();
      caller.know(start);
      const statuses = new Map<number, number>();
      for (let made = 1; made <= CALLS; made += 1) {
        const { status } = await caller.call(twin);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (made % 50 === 0) {
          const state = await twin.state();
          expectSound(state);
          caller.know(state);
        }
      }
      expect([...statuses.keys()].filter((status) => status >= 500 && status !== 501)).toEqual([]);
      // The calls were no mere refusals.
      expect(statuses.get(200)).toBeGreaterThan(CALLS / 4);
      const rows = await twin.events();
      expect(rows).toHaveLength(CALLS);
      expect(rows.filter(({ status, state_mutation }) => status >= 400 && state_mutation)).toEqual([]);
      expect(rows.filter(({ method, state_mutation }) => method === 'GET' && state_mutation)).toEqual([]);
      expect(
        replayed(
          start,
          rows.map((row) => row.state_delta),
        ),
      ).toEqual(await twin.state());
      for (const step of [0, Math.floor(CALLS / 2)]) {
        const deltas = rows.slice(0, step).map((row) => row.state_delta);
        expect(replayed(start, deltas)).toEqual(await twin.state(step));
      }
    },
    LONG_MS,
  );

  test('come out the same in two runs, bytes, times and all', async () => {
    const run = async () => {
      await using twin = await closing(serveGmail(seed, { mode: 'wall' }));
      const caller = new Caller(7);
      const answers: string[] = [];
      for (let made = 0; made < 100; made += 1) {
        caller.know(await twin.state());
        const { status, text } = await caller.call(twin);
        answers.push(`${status} ${text}`);
      }
      const rows = (await twin.events()).map(({ latency_ms: _, request_headers: __, ...row }) => row);
      return { answers, rows };
    };
    expect(await run()).toEqual(await run());
  });
});

describe('every operation answers malformed input below 500:', () => {
  let twin: Served;
  beforeAll(async () => {
    twin = await serveGmail(seed);
  });
  afterAll(() => twin.close());

  test.each(gmail.definition.operations.map(({ id, method, path }) => [id, method, path] as const))(
    '%s',
    async (_id, method, path) => {
      const before = JSON.stringify(await twin.state());
      const target = path.replace('{userId}', 'me').replaceAll(/\{\w+\}/g, '%00x');
      const bodies = [
        '',
        'null',
        '7',
        '[null]',
        '{"raw":{}}',
        '{"message":7}',
        '{"name":',
        `{"ids":"x","addLabelIds":{},"id":[]}`,
      ];
      for (const body of method === 'GET' || method === 'DELETE' ? [undefined] : bodies) {
        const { status } = await twin.send(method, `${target}?uploadType=resumable&x=${'y'.repeat(3000)}`, body, {
          'content-type': 'application/json',
        });
        expect([body, status]).toEqual([body, expect.any(Number)]);
        expect(status >= 500 && status !== 501).toBe(false);
      }
      expect(JSON.stringify(await twin.state())).toBe(before);
    },
  );

  test('and is then still alive', async () => {
    expect((await twin.send('GET', `${ME}/profile`)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Chance, testRandomCalls } from '@svc/twin-kit/testing';
import { many } from '@svc/twin-kit/testing/share';
import { gmail } from '../src/index.ts';
import type { GmailState } from '../src/world.ts';
import { answerFault } from './conformity.ts';
import { mailboxFaults } from './invariants.ts';
import { Caller, MODELLED } from './random.ts';
import { ME, type Served, serveGmail } from './served.ts';

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

testRandomCalls(gmail, {
  serve: { seed },
  calls: many(180, 5000),
  caller: (chance) => new Caller(chance),
  faults: (state) => mailboxFaults(state as unknown as GmailState),
  answerFault: ({ method, path }, answer) => answerFault(method, new URL(path, 'http://api').pathname, answer, answer.text),
  operations: MODELLED.map(({ id }) => id),
  reach: { landed: 0.8, refused: 0.6 },
});

/** A twin that is closed when its test ends, however it ends. */
async function closing(serving: Promise<Served>): Promise<Served & AsyncDisposable> {
  const served = await serving;
  return { ...served, [Symbol.asyncDispose]: () => served.close() };
}

test('the same random calls come out the same in two runs, bytes, times and all', async () => {
  const run = async () => {
    await using twin = await closing(serveGmail(seed, { mode: 'wall' }));
    const caller = new Caller(new Chance(7));
    const answers: string[] = [];
    for (let made = 0; made < 100; made += 1) {
      caller.know(await twin.state());
      const { method, path, body, headers } = caller.next();
      const { status, text } = await twin.send(method, path, body, headers);
      answers.push(`${status} ${text}`);
    }
    const rows = (await twin.events()).map(({ latency_ms: _, received_at: ___, request_headers: __, ...row }) => row);
    return { answers, rows };
  };
  expect(await run()).toEqual(await run());
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

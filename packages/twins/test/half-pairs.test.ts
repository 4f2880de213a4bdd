import { describe, expect, test } from '@jest/globals';
import { serveTwin } from '@svc/twin-kit/server';
import { loadTwin } from '../src/index.ts';

// No strict client reads an answer with half a surrogate pair, so none is kept, whatever door it comes in by, and none is made by cutting.

const HALF = '\\ud83d';
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const bytes = (text: string): string => Buffer.from(text).toString('base64url');

interface Sent {
  path: string;
  type: string;
  body: string;
}
const posted = (channel: string, fields: Record<string, string>): Sent => ({
  path: '/api/chat.postMessage',
  type: FORM,
  body: new URLSearchParams({ channel, ...fields }).toString(),
});
const multipart = [
  '--b',
  `content-type: ${JSON_TYPE}`,
  '',
  `{"labelIds":["${HALF}"]}`,
  '--b',
  'content-type: message/rfc822',
  '',
  'To: a@b.example',
  '',
  'x',
  '--b--',
];
const batch = [
  '--b',
  'content-type: application/http',
  '',
  'POST /gmail/v1/users/me/labels',
  `content-type: ${JSON_TYPE}`,
  '',
  `{"name":"b${HALF}"}`,
  '--b--',
];

const doors: [twin: string, door: string, sent: Sent][] = [
  ['slack', 'JSON', { path: '/api/chat.postMessage', type: JSON_TYPE, body: `{"channel":"general","text":"a${HALF}"}` }],
  [
    'slack',
    'blocks in a form',
    posted('general', { text: 'x', blocks: `[{"type":"section","text":{"type":"plain_text","text":"a${HALF}"}}]` }),
  ],
  ['slack', 'attachments in a form', posted('general', { attachments: `[{"text":"a${HALF}"}]` })],
  [
    'slack',
    'metadata in a form',
    posted('general', { text: 'x', metadata: `{"event_type":"a","event_payload":{"k":"${HALF}"}}` }),
  ],
  ['slack', 'a text of 40,001', posted('general', { text: `${'x'.repeat(39_999)}😀` })],
  ['gmail', 'JSON', { path: '/gmail/v1/users/me/labels', type: JSON_TYPE, body: `{"name":"a${HALF}"}` }],
  ['gmail', 'JSON under another type', { path: '/gmail/v1/users/me/labels', type: 'text/plain', body: `{"name":"c${HALF}"}` }],
  [
    'gmail',
    'multipart',
    {
      path: '/upload/gmail/v1/users/me/messages?uploadType=multipart',
      type: 'multipart/related; boundary=b',
      body: multipart.join('\r\n'),
    },
  ],
  ['gmail', 'batch', { path: '/batch', type: 'multipart/mixed; boundary=b', body: batch.join('\r\n') }],
  [
    'gmail',
    'a snippet',
    {
      path: '/gmail/v1/users/me/messages',
      type: JSON_TYPE,
      body: JSON.stringify({ raw: bytes(`To: a@b.example\r\n\r\n${'x'.repeat(199)}${'😀'.repeat(9)}`) }),
    },
  ],
  [
    'linear',
    'variables',
    {
      path: '/graphql',
      type: JSON_TYPE,
      body: `{"query":"mutation($n: String!) { issueLabelCreate(input: { name: $n }) { success } }","variables":{"n":"a${HALF}"}}`,
    },
  ],
  [
    'linear',
    'a literal',
    {
      path: '/graphql',
      type: JSON_TYPE,
      body: `{"query":"mutation { issueLabelCreate(input: { name: \\"b\\${HALF}\\" }) { success } }"}`,
    },
  ],
  ['github', 'JSON', { path: '/repos/acme/storefront/issues', type: JSON_TYPE, body: `{"title":"a${HALF}"}` }],
  ['stripe', 'a form', { path: '/v1/customers', type: FORM, body: 'name=a%ED%A0%BD' }],
];

describe('no half of a surrogate pair is kept of', () => {
  test.each(doors)('%s: %s', async (id, _door, { path, type, body }) => {
    const definition = await loadTwin(id);
    if (!definition) throw new Error(`${id} is not there`);
    const twin = await serveTwin(definition, {});
    try {
      const authorization = id === 'linear' ? twin.token : `Bearer ${twin.token}`;
      const answer = await fetch(twin.url + path, { method: 'POST', headers: { authorization, 'content-type': type }, body });
      const state = await fetch(`${twin.url}/_svc/state`, { headers: { authorization } });
      for (const text of [await answer.text(), await state.text()]) {
        // What was sent may be quoted in an error, as an escape of an escape.
        expect(text).not.toMatch(/(?<!\\)\\ud[89a-f]/i);
        expect(text.isWellFormed()).toBe(true);
      }
      expect(answer.status).toBeLessThan(500);
    } finally {
      await twin.close();
    }
  });

  test('a seed, which is refused', async () => {
    const twin = await loadTwin('github');
    const result = twin?.parseSeed({ users: [{ login: 'ada', name: 'a\ud83d' }] });
    expect(result).toEqual({
      ok: false,
      issues: [{ path: 'users[0].name', message: 'contains half a surrogate pair', code: 'unstorable_text' }],
    });
  });
});

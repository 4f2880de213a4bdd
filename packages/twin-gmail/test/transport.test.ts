import { Readable } from 'node:stream';
import { gmail as gmailClient } from '@googleapis/gmail';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { OAuth2Client } from 'google-auth-library';
import { discovery } from '../src/generated/discovery.ts';
import { gmail } from '../src/index.ts';
import { documentedOperations } from '../src/wire/discovery.ts';
import { vendorDocument } from './conformity.ts';
import { decoded, ME, type Served, serveGmail } from './served.ts';

const me = { userId: 'me' };
const LETTER = 'From: ada@example.com\r\nTo: ben@example.org\r\nSubject: Up\r\n\r\nHéllo\r\n--x\r\n';

let twin: Served;
beforeEach(async () => {
  twin = await serveGmail({ emailAddress: 'ada@example.com' });
});
afterEach(() => twin.close());

const rawOf = async (id: string): Promise<string> =>
  decoded((await twin.users.messages.get({ ...me, id, format: 'raw' })).data.raw);

describe('a message is uploaded', () => {
  test("by Google's client as media, with its bytes as they are", async () => {
    const media = { mimeType: 'message/rfc822', body: Readable.from([LETTER]) };
    const { data } = await twin.users.messages.insert({ ...me, requestBody: { labelIds: ['INBOX'] }, media });
    expect(data.labelIds).toEqual(['INBOX']);
    expect(await rawOf(data.id ?? '')).toBe(LETTER);
  });

  test('by itself', async () => {
    const { json } = await twin.send('POST', `/upload${ME}/messages?uploadType=media`, LETTER, {
      'content-type': 'message/rfc822',
    });
    expect(await rawOf(json.id)).toBe(LETTER);
  });

  test('into a draft, and sent from it', async () => {
    const media = { mimeType: 'message/rfc822', body: LETTER };
    const draft = await twin.users.drafts.create({ ...me, media });
    const sent = await twin.users.drafts.send({ ...me, requestBody: { id: draft.data.id ?? '' } });
    expect(await rawOf(sent.data.id ?? '')).toContain('Subject: Up');
  });

  // Guide "Upload attachments", resumable upload: a location, then parts, 308 with the range received until the last.
  test('in parts, at the address that it was given', async () => {
    const bytes = Buffer.from(LETTER);
    const start = await twin.send(
      'POST',
      `/resumable/upload${ME}/messages?uploadType=resumable`,
      { labelIds: ['STARRED'] },
      {
        'x-upload-content-type': 'message/rfc822',
        'x-upload-content-length': String(bytes.length),
      },
    );
    expect([start.status, start.headers.get('location')]).toEqual([
      200,
      expect.stringContaining(`${twin.url}/resumable/upload${ME}/messages?`),
    ]);
    const path = start.headers.get('location')?.slice(twin.url.length) ?? '';
    const part = (from: number, to: number) =>
      twin.send('PUT', path, bytes.subarray(from, to), { 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` });
    expect([(await part(0, 10)).status, (await part(0, 10)).headers.get('range')]).toEqual([308, 'bytes=0-9']);
    const status = await twin.send('PUT', path, '', { 'content-range': `bytes */${bytes.length}` });
    expect([status.status, status.headers.get('range')]).toEqual([308, 'bytes=0-9']);
    const done = await part(10, bytes.length);
    expect(done.json.labelIds).toEqual(['STARRED']);
    expect(await rawOf(done.json.id)).toBe(LETTER);
    expect((await part(0, 10)).status).toBe(404);
    expect(Object.keys(await twin.state())).not.toContain('uploads');
  });

  test.each([
    ['uploadType=other', LETTER, 'message/rfc822', /^Invalid uploadType: other$/],
    ['uploadType=media', '', 'message/rfc822', /^Media content required$/],
    ['uploadType=multipart', 'x', 'multipart/related; boundary=b', /^Malformed multipart body/],
    ['uploadType=multipart', '--b\r\n\r\n{"x":1}\r\n--b\r\n\r\nx\r\n--b--', 'multipart/related; boundary=b', /Unknown name "x"/],
  ])('not with ?%s and %j', async (query, body, type, message) => {
    const { status, json } = await twin.send('POST', `/upload${ME}/messages?${query}`, body, { 'content-type': type });
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(message)]);
  });
});

describe('a batch', () => {
  const part = (id: string, ...lines: string[]) =>
    ['--b', 'Content-Type: application/http', `Content-ID: <${id}>`, '', ...lines].join('\r\n');
  const batch = async (path: string, ...parts: string[]) => {
    const answer = await twin.send('POST', path, [...parts, '--b--', ''].join('\r\n'), {
      'content-type': 'multipart/mixed; boundary=b',
    });
    const boundary = /boundary=(\S+)/.exec(answer.headers.get('content-type') ?? '')?.[1] ?? '';
    const parted = answer.text.split(`--${boundary}`).slice(1, -1);
    return {
      status: answer.status,
      parts: parted.map((text) => ({
        id: /Content-ID: (.*)\r/.exec(text)?.[1],
        status: Number(/HTTP\/1.1 (\d+)/.exec(text)?.[1]),
        json: /\{.*\}/s.test(text) ? JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? '') : undefined,
      })),
    };
  };

  // Guide "Batch requests": each answer names its call, and stands or falls by itself.
  test.each([['/batch/gmail/v1'], ['/batch']])('at %s runs each of its calls by itself', async (path) => {
    const { status, parts } = await batch(
      path,
      part('1', `POST ${ME}/labels HTTP/1.1`, 'Content-Type: application/json', '', '{"name":"A"}'),
      part('2', `POST ${ME}/labels`, 'Content-Type: application/json', '', '{"name":"A"}'),
      part('3', `GET https://gmail.googleapis.com${ME}/labels/Label_1?fields=name`, ''),
      part('4', `GET ${ME}/settings/cse/identities`, ''),
      part('5', 'GET /gmail/v1/nothing', ''),
      part('6', `GET ${ME}/messages?maxResults=x`, ''),
    );
    expect(status).toBe(200);
    expect(parts.map((one) => [one.id, one.status])).toEqual([
      ['<response-1>', 200],
      ['<response-2>', 409],
      ['<response-3>', 200],
      ['<response-4>', 501],
      ['<response-5>', 404],
      ['<response-6>', 400],
    ]);
    expect(parts[2]?.json).toEqual({ name: 'A' });
    expect(parts[5]?.json.error.errors[0].reason).toBe('invalid');
    expect((await twin.events()).at(-1)).toMatchObject({ tool: 'batch', state_mutation: true });
  });

  test('without calls, or with more than a hundred, is refused', async () => {
    const { status } = await twin.send('POST', '/batch', 'x', { 'content-type': 'multipart/mixed; boundary=b' });
    expect(status).toBe(400);
    expect(
      (await batch('/batch', ...Array.from({ length: 101 }, (_, at) => part(String(at), `GET ${ME}/profile`, '')))).status,
    ).toBe(400);
  });
});

describe('clients are pointed at the twin', () => {
  test("in each call of Google's client", async () => {
    const auth = new OAuth2Client();
    auth.setCredentials({ access_token: twin.token });
    const rootUrl = `${twin.url}/`;
    const client = gmailClient({ version: 'v1', auth });
    expect((await client.users.getProfile(me, { rootUrl })).data.emailAddress).toBe('ada@example.com');
    const requestBody = { raw: Buffer.from(LETTER).toString('base64url') };
    expect((await client.users.messages.send({ ...me, requestBody }, { rootUrl })).data.labelIds).toEqual(['SENT']);
  });

  test('by the description of the API, which points to where it was asked for', async () => {
    const { json } = await twin.send('GET', '/$discovery/rest?version=v1');
    expect(json).toMatchObject({ name: 'gmail', version: 'v1', rootUrl: `${twin.url}/`, batchPath: 'batch' });
    expect(json.resources.users.resources.messages.methods.send.path).toBe('gmail/v1/users/{userId}/messages/send');
  });

  test('with the token in the query, which the tape does not show', async () => {
    const response = await fetch(`${twin.url}${ME}/profile?access_token=${twin.token}`);
    expect(response.status).toBe(200);
    expect(JSON.stringify(await twin.events())).not.toContain(twin.token);
  });
});

describe('refusals', () => {
  test.each([
    [undefined, 'Login Required.', 'required'],
    ['Bearer wrong-token', 'Invalid Credentials', 'authError'],
  ])('of the credential %j are 401', async (authorization, message, reason) => {
    const response = await fetch(`${twin.url}${ME}/profile`, { headers: authorization ? { authorization } : {} });
    const { error } = (await response.json()) as { error: { errors: object[]; status: string } };
    expect([response.status, error.status]).toEqual([401, 'UNAUTHENTICATED']);
    expect(error.errors).toEqual([{ message, domain: 'global', reason, location: 'Authorization', locationType: 'header' }]);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  test('of broken JSON are 400, of JSON of other types too', async () => {
    const broken = await twin.send('POST', `${ME}/labels`, '{"name":', { 'content-type': 'application/json' });
    expect([broken.status, broken.json.error.errors[0].reason]).toEqual([400, 'parseError']);
    const typed = await twin.send('POST', `${ME}/labels`, '[1]', { 'content-type': 'application/json' });
    expect([typed.status, typed.json.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test.each([
    ['GET', '/settings/cse/identities', 'GET /gmail/v1/users/{userId}/settings/cse/identities'],
    ['POST', '/settings/cse/keypairs/k:disable', 'POST /gmail/v1/users/{userId}/settings/cse/keypairs/{keyPairId}:disable'],
  ])('of a method that is not modelled are a loud 501: %s %s', async (method, path, named) => {
    const { status, json } = await twin.send(method, ME + path);
    expect([status, json.error.status]).toEqual([501, 'UNIMPLEMENTED']);
    expect(json.error.message).toContain(named);
    expect((await twin.events()).at(-1)).toMatchObject({ fidelity: 'unsupported', state_mutation: false });
  });

  test("of a path that Google doesn't have are its frontend's page", async () => {
    const { status, headers, text } = await twin.send('GET', `${ME}/nothing`);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
    expect(text).toContain('was not found on this server');
  });
});

describe('the description in this package', () => {
  test('has all 79 methods, and at least 55 of them behave', () => {
    expect(documentedOperations).toHaveLength(79);
    const semantic = gmail.definition.operations
      .filter((one) => one.fidelity === 'semantic')
      .map((one) => `${one.method} ${one.path}`);
    expect(documentedOperations.filter((one) => semantic.includes(one)).length).toBeGreaterThanOrEqual(55);
  });

  const document = vendorDocument();
  if (!document)
    console.info("Google's discovery document is not at ../shared/vendor: the generated one is not compared with it.");
  else {
    test('says what the document beside the repository says', () => {
      const prose = [
        'description',
        'enumDescriptions',
        'scopes',
        'flatPath',
        'readOnly',
        'deprecated',
        'enumDeprecated',
        'annotations',
      ];
      const without = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(without);
        if (value === null || typeof value !== 'object') return value;
        const kept = Object.entries(value).filter(
          ([name, field]) => !prose.includes(name) || (name === 'description' && typeof field === 'object'),
        );
        return Object.fromEntries(kept.map(([name, field]) => [name, without(field)]));
      };
      for (const part of ['resources', 'schemas', 'parameters'] as const)
        expect(without(discovery[part])).toEqual(without(document[part]));
    });
  }
});

describe('words, forms and other answers', () => {
  // bytechefhq/bytechef#4456: FULL is taken for what it means
  test.each(['raw', 'RAW', 'Raw'])('format=%s', async (format) => {
    const { json } = await twin.send('POST', `${ME}/messages`, { raw: Buffer.from(LETTER).toString('base64url') });
    const { status, json: message } = await twin.send('GET', `${ME}/messages/${json.id}?format=${format}`);
    expect([status, typeof message.raw]).toEqual([200, 'string']);
  });

  test.each([
    ['bogus', 400],
    ['media', 501],
    ['proto', 501],
    ['json', 200],
  ])('alt=%s: %i', async (alt, status) => {
    expect((await twin.send('GET', `${ME}/profile?alt=${alt}`)).status).toBe(status);
  });

  // https://firebase.google.com/docs/reference/rest/auth, "Exchange a refresh token for an ID token", common error codes
  test('a field of a form is a parameter that there is not, and JSON in one is no field either', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, json } = await twin.send('POST', `${ME}/labels`, 'name=Odd', type);
    const reason = "Cannot bind query parameter. Field 'name' could not be found in request message.";
    expect([status, json.error.message]).toEqual([400, `Invalid JSON payload received. Unknown name "name": ${reason}`]);
    expect((await twin.send('POST', `${ME}/labels`, '{"name":"Odd"}', type)).status).toBe(400);
  });
});

// googleapis/googleapis, google/api/http.proto, "Path template syntax": each parameter stands for a part that isn't empty.
test.each([
  ['GET', 'messages/'],
  ['GET', 'threads/'],
  ['DELETE', 'labels/'],
  ['POST', 'messages//trash'],
])('an id that is left out leads nowhere: %s %s', async (method, path) => {
  const before = await twin.state();
  const answer = await fetch(`${twin.url}${ME}/${path}`, { method, headers: { authorization: `Bearer ${twin.token}` } });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('was not found on this server')]);
  expect(await twin.state()).toEqual(before);
});

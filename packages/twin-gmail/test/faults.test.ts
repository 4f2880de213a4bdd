import { gmail as gmailClient } from '@googleapis/gmail';
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '@svc/twin-kit';
import { served } from '@svc/twin-kit/testing';
import { OAuth2Client } from 'google-auth-library';
import { gmail } from '../src/index.ts';
import { raw, refusal } from './served.ts';

// docs: Gmail API, "Resolve errors"; the client's own retries: gaxios, `retryConfig` (GET, PUT and DELETE; 429 and 5xx), as googleapis turns them on

/** A twin with these faults, and Google's client, which repeats with shorter waits than by default. */
async function faulty(...faults: Fault[]) {
  const twin = await served(gmail, { faults });
  const fetchImplementation = async (target: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(target instanceof Request ? target.url : target);
    return fetch(twin.url + pathname + search, init);
  };
  const auth = new OAuth2Client();
  auth.setCredentials({ access_token: twin.token });
  const retryConfig = { retryDelay: 20, maxRetryDelay: 100 };
  const { users } = gmailClient({ version: 'v1', auth, fetchImplementation, retry: true, retryConfig });
  const sent = async () => (await twin.events()).filter((row) => row.state_mutation && row.tool === 'send_message').length;
  return { ...twin, users, sent };
}

const me = { userId: 'me' };
const mail = { ...me, requestBody: { raw: raw('To: ben@example.org', 'Subject: Once, please', '', 'Hello') } };

describe("Google's client", () => {
  test.each<[string, number | undefined, number]>([
    ['rate_limit', undefined, 429],
    ['concurrent_limit', undefined, 429],
    ['server_error', 503, 503],
  ])('repeats a read that met %s %s', async (kind, asked, status) => {
    await using twin = await faulty({ operation: 'gmail.users.labels.list', nth: 1, kind, ...(asked && { status: asked }) });
    expect((await twin.users.labels.list(me)).data.labels?.length).toBeGreaterThan(0);
    expect((await twin.events()).map((row) => [row.status, row.fault?.kind])).toEqual([
      [status, kind],
      [200, undefined],
    ]);
  });

  test.each<[string, number | undefined, object]>([
    ['rate_limit', 429, { status: 429, reason: 'rateLimitExceeded', message: 'Rate Limit Exceeded' }],
    ['rate_limit', 403, { status: 403, reason: 'userRateLimitExceeded', message: 'User Rate Limit Exceeded' }],
    [
      'sending_limit',
      undefined,
      { status: 429, message: expect.stringMatching(/^User-rate limit exceeded\. {2}Retry after \S+Z \(Mail sending\)$/) },
    ],
    ['daily_limit', undefined, { status: 403, reason: 'dailyLimitExceeded' }],
    ['server_error', undefined, { status: 500, reason: 'backendError' }],
    ['expired_token', undefined, { status: 401, reason: 'authError' }],
  ])('leaves a mail that met %s %s to its caller, and nothing is sent', async (kind, status, expected) => {
    await using twin = await faulty({ operation: 'gmail.users.messages.send', kind, ...(status && { status }) });
    expect(await refusal(twin.users.messages.send(mail))).toMatchObject(expected);
    expect(await twin.sent()).toBe(0);
  });

  test('does not repeat a mail whose answer was lost; a caller that does sends it twice', async () => {
    await using twin = await faulty({ operation: 'gmail.users.messages.send', nth: 1, kind: 'lost_after_write' });
    await expect(twin.users.messages.send(mail)).rejects.toThrow();
    expect(await twin.sent()).toBe(1);
    await twin.users.messages.send(mail);
    expect(await twin.sent()).toBe(2);
  });

  test('leaves a mail that never arrived, or that was answered too late, to its caller', async () => {
    await using lost = await faulty({ operation: 'gmail.users.messages.send', nth: 1, kind: 'lost_before_write' });
    await expect(lost.users.messages.send(mail)).rejects.toThrow();
    expect(await lost.sent()).toBe(0);
    await using slow = await faulty({ operation: 'gmail.users.messages.send', nth: 1, kind: 'slow', delay_ms: 1_000 });
    await expect(slow.users.messages.send(mail, { timeout: 300 })).rejects.toThrow();
    expect(await slow.sent()).toBe(1);
  });

  test('repeats a read that was lost', async () => {
    await using twin = await faulty({ operation: 'gmail.users.labels.list', nth: 1, kind: 'lost_before_write' });
    expect((await twin.users.labels.list(me)).status).toBe(200);
    expect((await twin.events()).map(({ status }) => status)).toEqual([0, 200]);
  });

  test('does not see in a stale list the label that it has just made', async () => {
    await using twin = await faulty({ operation: 'gmail.users.labels.list', nth: 1, kind: 'stale_list' });
    await twin.users.labels.create({ ...me, requestBody: { name: 'Urgent' } });
    const names = async () => (await twin.users.labels.list(me)).data.labels?.map(({ name }) => name);
    expect(await names()).not.toContain('Urgent');
    expect(await names()).toContain('Urgent');
  });
});

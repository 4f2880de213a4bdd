import { describe, expect, test } from '@jest/globals';
import { type RetryOptions, WebClient, WebClientEvent } from '@slack/web-api';
import type { Fault } from '@svc/twin-kit';
import { served } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';
import { refusal, SILENT } from './served.ts';

// docs: Web API, "Rate limits" and the errors of chat.postMessage; the client's own retries: node-slack-sdk, WebClient

/** The client's policy with shorter waits. */
const PATIENT: RetryOptions = { retries: 3, minTimeout: 50, maxTimeout: 100 };

/** A twin with these faults, and Slack's client, which waits and repeats. */
async function faulty(...faults: Fault[]) {
  const twin = await served(slack, { faults });
  const web = new WebClient(twin.token, { slackApiUrl: `${twin.url}/api/`, logger: SILENT, retryConfig: PATIENT });
  const limited: number[] = [];
  web.on(WebClientEvent.RATE_LIMITED, (seconds: number) => limited.push(seconds));
  const posted = async () => (await twin.state()).messages?.filter(({ text }) => text === 'Once, please').length;
  return { ...twin, web, limited, posted };
}

const post = { channel: '#general', text: 'Once, please' };
const first: Pick<Fault, 'operation' | 'nth'> = { operation: 'chat.postMessage', nth: 1 };

describe("Slack's client", () => {
  test('waits as long as a limit says, and posts once', async () => {
    await using twin = await faulty({ ...first, kind: 'rate_limit', retry_after: 1 });
    const begun = performance.now();
    expect((await twin.web.chat.postMessage(post)).ok).toBe(true);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000);
    expect(twin.limited).toEqual([1]);
    const [row] = await twin.events();
    expect(row).toMatchObject({
      status: 429,
      response_headers: { 'retry-after': '1' },
      response_body: { ok: false, error: 'ratelimited' },
    });
    expect(await twin.posted()).toBe(1);
  });

  test('takes the limit of posting, the end of a token, and nothing else for final', async () => {
    await using twin = await faulty({ ...first, kind: 'posting_limit' }, { operation: 'users.list', kind: 'expired_token' });
    expect(await refusal(twin.web.chat.postMessage(post))).toBe('rate_limited');
    expect(await refusal(twin.web.users.list({}))).toBe('token_expired');
    expect((await twin.events()).map(({ status }) => status)).toEqual([200, 200]);
    expect(await twin.posted()).toBe(0);
  });

  test.each([500, 503])('repeats what failed with %i', async (status) => {
    await using twin = await faulty({ ...first, kind: 'server_error', status });
    await twin.web.chat.postMessage(post);
    expect((await twin.events()).map((row) => row.status)).toEqual([status, 200]);
    expect(await twin.posted()).toBe(1);
  });

  test('doubles a message whose answer was lost: it repeats, and Slack knows no key', async () => {
    await using twin = await faulty({ ...first, kind: 'lost_after_write' });
    await twin.web.chat.postMessage(post);
    expect(await twin.posted()).toBe(2);
  });

  test('doubles a message whose answer came too late for it', async () => {
    await using twin = await faulty({ ...first, kind: 'slow', delay_ms: 1_000 });
    const web = new WebClient(twin.token, {
      slackApiUrl: `${twin.url}/api/`,
      logger: SILENT,
      retryConfig: PATIENT,
      timeout: 300,
    });
    await web.chat.postMessage(post);
    expect(await twin.posted()).toBe(2);
  });

  test('posts once where the call never arrived', async () => {
    await using twin = await faulty({ ...first, kind: 'lost_before_write' });
    await twin.web.chat.postMessage(post);
    expect(await twin.posted()).toBe(1);
  });

  test('does not read in a stale channel what it has just posted', async () => {
    await using twin = await faulty({ operation: 'conversations.history', nth: 1, kind: 'stale_list' });
    const { channel } = await twin.web.chat.postMessage(post);
    const texts = async () =>
      (await twin.web.conversations.history({ channel: channel as string })).messages?.map(({ text }) => text);
    expect(await texts()).not.toContain(post.text);
    expect(await texts()).toContain(post.text);
  });
});

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gmail } from '@googleapis/gmail';
import { describe, expect, test } from '@jest/globals';
import { LinearClient } from '@linear/sdk';
import { WebClient } from '@slack/web-api';
import { createActivityLog, createRouteTable } from '@svc/platform';
import { createProxy } from '@svc/routing-proxy';
import type { TapeRow } from '@svc/twin-kit';
import { serveTwin } from '@svc/twin-kit/server';
import { callsSent } from '@svc/twin-kit/testing';
import { SILENT } from '@svc/twin-slack/testing/served';
import { loadTwin } from '@svc/twins';
import { OAuth2Client } from 'google-auth-library';
import { Octokit } from 'octokit';
import Stripe from 'stripe';

/** What official clients repeat as they are installed is named in the contract's `final-answers.ts`. */

const TOKEN = 'sk_test_agent_token_of_this_sandbox';

type Place = { url: string; token: string };

/** For each twin a call of something documented and not modelled, by the vendor's client with its own settings for retries. */
const UNMODELLED: readonly [twin: string, client: string, named: RegExp, call: (place: Place) => Promise<unknown>][] = [
  [
    'slack',
    '@slack/web-api',
    /not_implemented.*admin\.users\.list/s,
    ({ url, token }) => new WebClient(token, { slackApiUrl: `${url}/api/`, logger: SILENT }).admin.users.list({ team_id: 'T1' }),
  ],
  [
    'github',
    'octokit',
    /repo\}\/pages/,
    ({ url, token }) =>
      new Octokit({ auth: token, baseUrl: url, log: SILENT }).rest.repos.getPages({ owner: 'acme', repo: 'web' }),
  ],
  [
    'stripe',
    'stripe',
    /terminal\/readers/,
    ({ url }) => {
      const { hostname: host, port } = new URL(url);
      return new Stripe(TOKEN, { host, port, protocol: 'http' }).terminal.readers.list();
    },
  ],
  [
    'gmail',
    '@googleapis/gmail',
    /cse/,
    ({ url, token }) => {
      const auth = new OAuth2Client();
      auth.setCredentials({ access_token: token });
      return gmail({ version: 'v1', auth }).users.settings.cse.identities.list({ userId: 'me' }, { rootUrl: `${url}/` });
    },
  ],
  [
    'linear',
    '@linear/sdk',
    /emojis/,
    ({ url, token }) => new LinearClient({ accessToken: token, apiUrl: `${url}/graphql` }).emojis(),
  ],
];

/** Everything of an error that an agent may print. */
const printed = (error: unknown): string =>
  `${String(error)} ${JSON.stringify(error, Object.getOwnPropertyNames(error as object))} ${JSON.stringify((error as { data?: unknown }).data)}`;

async function refused(call: () => Promise<unknown> | undefined): Promise<{ text: string; sent: number }> {
  let text = '';
  const sent = await callsSent(async () => {
    text = await Promise.resolve(call()).then(
      (answer) => `no refusal: ${JSON.stringify(answer)}`,
      (error) => printed(error),
    );
  });
  return { text, sent };
}

describe('what is not modelled is told at once to the official client with its default retries', () => {
  test.each(UNMODELLED)('%s, by %s', async (id, _client, named, call) => {
    const twin = await loadTwin(id);
    if (!twin) throw new Error(`${id} is not there`);
    const server = await serveTwin(twin, { token: TOKEN });
    try {
      const headers = { authorization: `Bearer ${TOKEN}` };
      // The first call of this twin waits for its schema.
      if (id === 'linear') await new LinearClient({ accessToken: TOKEN, apiUrl: `${server.url}/graphql` }).viewer;
      const { text, sent } = await refused(() => call(server));
      expect(text).toMatch(named);
      expect(sent).toBe(1);
      const rows = (await (await fetch(`${server.url}/_svc/events`, { headers })).json()) as TapeRow[];
      expect(rows.slice(id === 'linear' ? 1 : 0).map(({ fidelity }) => fidelity)).toEqual(['unsupported']);
    } finally {
      await server.close();
    }
  });
});

describe("the service's own refusals are told at once to the official client with its default retries", () => {
  const clients: Record<string, (place: Place) => Promise<unknown>> = {
    slack: ({ url, token }) => new WebClient(token, { slackApiUrl: `${url}/api/`, logger: SILENT }).auth.test(),
    // An app's name comes before the client's own.
    'slack in an app of Bolt': async ({ url, token }) => {
      const { App } = await import('@slack/bolt');
      const clientOptions = { slackApiUrl: `${url}/api/` };
      const app = new App({ token, signingSecret: 'none', tokenVerificationEnabled: false, logger: SILENT, clientOptions });
      return app.client.auth.test({ token });
    },
    github: ({ url, token }) => new Octokit({ auth: token, baseUrl: url, log: SILENT }).rest.users.getAuthenticated(),
    gmail: ({ url, token }) => {
      const auth = new OAuth2Client();
      auth.setCredentials({ access_token: token });
      return gmail({ version: 'v1', auth }).users.getProfile({ userId: 'me' }, { rootUrl: `${url}/` });
    },
    linear: ({ url, token }) => new LinearClient({ accessToken: token, apiUrl: `${url}/graphql` }).viewer,
    stripe: ({ url, token }) => {
      const fetchFn = ((address: string, init: RequestInit) => {
        const { pathname, search } = new URL(address);
        return fetch(url + pathname + search, init);
      }) as typeof fetch;
      return new Stripe(token, { httpClient: Stripe.createFetchHttpClient(fetchFn) }).balance.retrieve();
    },
  };

  test.each(
    Object.keys(clients).flatMap((client) => [
      [client, 'a closed sandbox', TOKEN, /session_expired|closed|410/],
      [client, 'a wrong bearer', 'another', /No twin pod exists|not_found|404/],
    ]) as [string, string, string, RegExp][],
  )('%s: %s', async (client, _what, token, said) => {
    const twin = client.split(' ')[0] as string;
    const routes = createRouteTable(() => Date.now());
    await routes.publish({
      sessionId: 'ses_closed',
      tokenSha256: createHash('sha256').update(TOKEN).digest('hex'),
      state: 'closed',
      twins: { [twin]: 'http://127.0.0.1:1' },
      expiresAt: Date.now() + 60_000,
    });
    const proxy = createProxy({ routes, activity: createActivityLog(), clock: { now: () => new Date() } });
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    try {
      const url = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}/${twin}/s/ses_closed`;
      const { text, sent } = await refused(() => clients[client]?.({ url, token }));
      expect(text).toMatch(said);
      expect(sent).toBe(1);
    } finally {
      await proxy.close();
    }
  });
});

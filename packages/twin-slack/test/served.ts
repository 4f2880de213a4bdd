import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Logger, LogLevel, type WebAPICallResult, WebClient } from '@slack/web-api';
import type { ClockSetting, State, TapeRow, WorldSpec } from '@svc/twin-kit';
import { serveTwin } from '@svc/twin-kit/server';
import { slack } from '../src/index.ts';
import { faultsOf } from './conformance.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
export type Json = any;

/** A served twin and Slack's own client on it. */
export interface Served {
  web: WebClient;
  url: string;
  token: string;
  /** A call without the client, as curl would make it: by default a JSON body. */
  call(method: string, args?: Record<string, unknown>): Promise<Json>;
  send(path: string, init?: RequestInit): Promise<Response>;
  state(step?: number): Promise<State<WorldSpec> & Json>;
  events(): Promise<TapeRow[]>;
  /** The id of the channel with this name, and of the user. */
  channel(name: string): Promise<string>;
  user(name: string): Promise<string>;
  mcp(): Promise<Client>;
  /** Stops the twin; throws where one of its answers wasn't as Slack documents it. */
  close(): Promise<void>;
}

/** The client writes refusals to the console; tests look at them. */
const nothing = (): void => {};
export const SILENT: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
};

export async function serveSlack(seed?: unknown, clock?: ClockSetting): Promise<Served> {
  const twin = await serveTwin(slack, { ...(seed !== undefined && { seed }), ...(clock && { clock }) });
  const { url, token } = twin;
  const headers = { authorization: `Bearer ${token}` };
  const clients: Client[] = [];
  const send = (path: string, init: RequestInit = {}) => fetch(url + path, { ...init, headers: { ...headers, ...init.headers } });
  const evidence = async (name: string): Promise<Json> => (await send(`/_svc/${name}`)).json();
  const idOf = async (collection: string, name: string): Promise<string> => {
    const state = await evidence('state');
    return state[collection].find((one: { name: string }) => one.name === name).id;
  };
  return {
    // One attempt, no waiting: a test wants the first answer.
    web: new WebClient(token, { slackApiUrl: `${url}/api/`, retryConfig: { retries: 0 }, logger: SILENT }),
    url,
    token,
    send,
    async call(method, args = {}) {
      const init = { method: 'POST', body: JSON.stringify(args), headers: { 'content-type': 'application/json; charset=utf-8' } };
      return (await send(`/${method}`, init)).json();
    },
    state: (step) => evidence(step === undefined ? 'state' : `state?step=${step}`),
    events: () => evidence('events'),
    channel: (name) => idOf('channels', name),
    user: (name) => idOf('users', name),
    async mcp() {
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
      clients.push(client);
      return client;
    },
    async close() {
      const faults = faultsOf(await evidence('events'));
      for (const client of clients) await client.close();
      await twin.close();
      if (faults.length > 0) throw new Error(`answers unlike Slack's:\n${faults.join('\n')}`);
    },
  };
}

/** The code of a refused call of the client. */
export async function refusal(call: Promise<WebAPICallResult>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const { data } = error as { data?: { error?: string } };
    if (data?.error !== undefined) return data.error;
    throw error;
  }
  throw new Error('the call was not refused');
}

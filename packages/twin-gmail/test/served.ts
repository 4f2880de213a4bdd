import { type gmail_v1, gmail as gmailClient } from '@googleapis/gmail';
import type { ClockSetting, TapeRow } from '@svc/twin-kit';
import { serveTwin } from '@svc/twin-kit/server';
import { OAuth2Client } from 'google-auth-library';
import { gmail } from '../src/index.ts';
import { answerFault } from './conformity.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  json: any;
}

export type State = Record<string, Record<string, unknown>[]>;

/** A served twin and Google's own client on it, each answer held against Google's description. */
export interface Served {
  users: gmail_v1.Resource$Users;
  url: string;
  token: string;
  /** A call without the client, as curl would make it, below the session's address. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  state(step?: number): Promise<State>;
  events(): Promise<TapeRow[]>;
  close(): Promise<void>;
}

/** The mailbox of whoever holds the token. */
export const ME = '/gmail/v1/users/me';

const isJson = (type: string | null): boolean => type?.startsWith('application/json') ?? false;

export async function serveGmail(seed?: unknown, clock?: ClockSetting): Promise<Served> {
  const twin = await serveTwin(gmail, { ...(seed !== undefined && { seed }), ...(clock && { clock }) });
  const { url, token } = twin;
  const authorization = `Bearer ${token}`;
  const checkedFetch = async (target: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(target, { redirect: 'manual', ...init });
    const path = new URL(target).pathname.slice(new URL(url).pathname.length);
    const fault = answerFault(init.method ?? 'GET', path, response, await response.clone().text());
    if (fault !== undefined) throw new Error(fault);
    return response;
  };
  // The client writes to Google's host whatever it is told; this is its own way of being given another transport.
  const fetchImplementation = async (target: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(target instanceof Request ? target.url : target);
    return checkedFetch(url + pathname + search, init ?? {});
  };
  const auth = new OAuth2Client();
  auth.setCredentials({ access_token: token });
  const client = gmailClient({ version: 'v1', auth, fetchImplementation, retry: false });
  return {
    users: client.users,
    url,
    token,
    async send(method, path, body, headers = {}) {
      const isText = typeof body === 'string' || body instanceof Uint8Array;
      const type = body === undefined || isText ? {} : { 'content-type': 'application/json' };
      const content = body === undefined || isText ? body : JSON.stringify(body);
      const init = { method, headers: { authorization, ...type, ...headers }, ...(content !== undefined && { body: content }) };
      const response = await checkedFetch(url + path, init as RequestInit);
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson(response.headers.get('content-type')) ? JSON.parse(text) : undefined,
      };
    },
    state: async (step) =>
      (
        await fetch(`${url}/_svc/state${step === undefined ? '' : `?step=${step}`}`, { headers: { authorization } })
      ).json() as Promise<State>,
    events: async () => (await fetch(`${url}/_svc/events`, { headers: { authorization } })).json() as Promise<TapeRow[]>,
    close: () => twin.close(),
  };
}

/** What the client threw, with Google's own error. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; message: string; reason: string }> {
  try {
    await call;
  } catch (error) {
    const { response } = error as {
      response?: { status: number; data: { error: { message: string; errors: { reason: string }[] } } };
    };
    if (!response) throw error;
    const { message, errors } = response.data.error;
    return { status: response.status, message, reason: errors[0]?.reason ?? '' };
  }
  throw new Error('the call was not refused');
}

/** A message as the API takes it. */
export const raw = (...lines: string[]): string => Buffer.from(lines.join('\r\n')).toString('base64url');

/** The text of a base64url field. */
export const decoded = (data: string | null | undefined): string => Buffer.from(data ?? '', 'base64url').toString('utf8');

/** A header of a message that was read. */
export const header = (message: gmail_v1.Schema$Message, name: string): string | null | undefined =>
  message.payload?.headers?.find((one) => one.name?.toLowerCase() === name.toLowerCase())?.value;

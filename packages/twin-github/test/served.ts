import type { ClockSetting } from '@svc/twin-kit';
import { serveTwin } from '@svc/twin-kit/server';
import { Octokit } from 'octokit';
import { github } from '../src/index.ts';
import { conformingFetch } from './openapi.ts';

/** A served twin and GitHub's own client on it, each answer held against GitHub's description. */
export interface Served {
  octokit: Octokit;
  url: string;
  token: string;
  /** Every answer that was checked, as `METHOD /path status`. */
  answers: string[];
  /** A call without the client, as curl would make it. */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; headers: Headers; json: unknown }>;
  /** `/_svc/<name>`. */
  evidence(name: 'state' | 'events'): Promise<unknown>;
  close(): Promise<void>;
}

// The client waits and repeats by default; a test wants the first answer.
const FIRST_ANSWER = { throttle: { enabled: false }, retry: { enabled: false } };

export async function serveGithub(
  seed?: unknown,
  clock?: ClockSetting,
  more: { webhookPorts?: readonly number[] } = {},
): Promise<Served> {
  const twin = await serveTwin(github, { ...(seed !== undefined && { seed }), ...(clock && { clock }), ...more });
  const { url, token } = twin;
  const answers: string[] = [];
  const checked = conformingFetch(url, answers);
  const authorization = `Bearer ${token}`;
  return {
    octokit: new Octokit({ auth: token, baseUrl: url, request: { fetch: checked }, ...FIRST_ANSWER }),
    url,
    token,
    answers,
    async send(method, path, body) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const init = { method, headers: { authorization }, ...(body !== undefined && { body: text }) };
      const response = await checked(url + path, init);
      const answer = await response.text();
      return { status: response.status, headers: response.headers, json: answer === '' ? undefined : JSON.parse(answer) };
    },
    evidence: async (name) => (await fetch(`${url}/_svc/${name}`, { headers: { authorization } })).json(),
    close: () => twin.close(),
  };
}

/** What the client threw, with GitHub's own body. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as { status: number; response?: { data: Record<string, unknown> } };
    if (response) return { status, body: response.data };
    throw error;
  }
  throw new Error('the call was not refused');
}

import { serveTwin } from '@svc/twin-kit/server';
import type { GraphQLError } from 'graphql';
import { github } from '../src/index.ts';

/** An answer of the GraphQL API. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  data: any;
  errors: readonly (Pick<GraphQLError, 'message' | 'path'> & { type?: string; extensions?: object })[] | undefined;
}

/** A row of the tape, as far as tests of the GraphQL API look at it. */
export interface Row {
  tool: string | null;
  actions?: readonly { tool: string | null; refused?: true; writes?: unknown }[];
  fidelity: string;
  state_mutation: boolean;
}

export interface Asked {
  url: string;
  token: string;
  ask(query: string, variables?: object): Promise<Answer>;
  /** REST. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  rest(method: string, path: string, body?: unknown): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  state(): Promise<any>;
  rows(): Promise<Row[]>;
  close(): Promise<void>;
}

/** A twin that is asked by GraphQL and by REST. */
export async function askGithub(seed?: unknown): Promise<Asked> {
  const clock = { mode: 'logical', start: '2025-01-02T03:04:05Z' } as const;
  const { url, token, close } = await serveTwin(github, { ...(seed !== undefined && { seed }), clock });
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) => (await fetch(url + path, { headers })).json();
  return {
    url,
    token,
    close,
    async ask(query, variables) {
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      const { data, errors } = (await response.json()) as Answer;
      return { status: response.status, headers: response.headers, data, errors };
    },
    async rest(method, path, body) {
      const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      const text = await response.text();
      if (response.status >= 400) throw new Error(`${method} ${path} ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    state: () => read('/_svc/state'),
    rows: async () => (await read('/_svc/events')) as Row[],
  };
}

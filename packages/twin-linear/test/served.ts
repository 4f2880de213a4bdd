import { LinearClient } from '@linear/sdk';
import type { ClockSetting, State, TapeRow, WorldSpec } from '@svc/twin-kit';
import { type ServeOptions, serveTwin } from '@svc/twin-kit/server';
import { linear } from '../src/index.ts';
import { faultsOf } from './conformity.ts';

/** An answer of the GraphQL route. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they asked for
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  errors: any[] | undefined;
}

/** A served twin and Linear's own client on it. */
export interface Served {
  client: LinearClient;
  url: string;
  token: string;
  /** A call without the client, as curl would make it. */
  ask(query: string, variables?: Record<string, unknown>, operationName?: string): Promise<Answer>;
  /** The data of a call that has to succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  data(query: string, variables?: Record<string, unknown>): Promise<any>;
  /** A tool call through `POST /mcp/call`; the text it answered, or its error. */
  tool(name: string, args?: Record<string, unknown>): Promise<{ value: unknown; error: string | undefined }>;
  state(step?: number): Promise<State<WorldSpec>>;
  rows(): Promise<TapeRow[]>;
  /** Stops the twin; throws where one of its answers isn't as Linear's schema has it. */
  close(): Promise<void>;
}

export async function serveLinear(
  seed?: unknown,
  clock?: ClockSetting,
  options: Pick<ServeOptions, 'webhookPorts' | 'room'> = {},
): Promise<Served> {
  const twin = await serveTwin(linear, { ...options, ...(seed !== undefined && { seed }), ...(clock && { clock }) });
  const { url, token } = twin;
  // A personal API key is sent bare (https://linear.app/developers/graphql#personal-api-keys).
  const headers = { authorization: token, 'content-type': 'application/json' };
  const post = async (path: string, body: unknown) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const evidence = async (path: string) => (await fetch(`${url}/_svc/${path}`, { headers })).json();
  const ask: Served['ask'] = async (query, variables, operationName) => {
    const { status, json } = await post('/graphql', { query, variables, operationName });
    return { status, data: json.data, errors: json.errors as never };
  };
  return {
    client: new LinearClient({ apiKey: token, apiUrl: `${url}/graphql` }),
    url,
    token,
    ask,
    async data(query, variables) {
      const answer = await ask(query, variables);
      if (answer.errors) throw new Error(`${answer.status}: ${JSON.stringify(answer.errors)}`);
      return answer.data;
    },
    async tool(name, args = {}) {
      const { json } = await post('/mcp/call', { name, arguments: args });
      const { content, isError } = json as { content: { text: string }[]; isError?: boolean };
      const text = content[0]?.text ?? '';
      return isError ? { value: undefined, error: text } : { value: JSON.parse(text), error: undefined };
    },
    state: (step) => evidence(step === undefined ? 'state' : `state?step=${step}`) as Promise<State<WorldSpec>>,
    rows: () => evidence('events') as Promise<TapeRow[]>,
    async close() {
      const faults = faultsOf((await evidence('events')) as TapeRow[]);
      await twin.close();
      if (faults.length > 0) throw new Error(`answers unlike Linear's:\n${faults.join('\n')}`);
    },
  };
}

/** The message and extensions of a refusal inside a 200. */
export function refusalOf(answer: Answer): { status: number; message: string; code: string; presentable: string | undefined } {
  const [error] = answer.errors ?? [];
  if (!error) throw new Error('the call was not refused');
  const { code, userPresentableMessage } = error.extensions;
  return { status: answer.status, message: error.message, code, presentable: userPresentableMessage };
}

import { send as platformSend } from '#send';
import { diagnose } from './address.ts';
import type { Answer, Send, SentRequest } from './answer.ts';
import { toApiError, UnreachableError } from './api-error.ts';

export interface ClientOptions {
  /** The control plane's address; ends in /v1. */
  baseUrl: string;
  /** `svc_<id>_<secret>`; only a login goes without. */
  apiKey?: string | undefined;
  /** By default the platform's own way of sending requests. */
  fetch?: typeof fetch;
  /** Says what is thrown where nothing answers, instead of an UnreachableError. @param thrown what the request ended with */
  whenUnreachable?(thrown: unknown): unknown;
}

type QueryValue = string | number | undefined;

export interface RequestOptions {
  query?: Record<string, QueryValue>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Sends one request. @throws ApiError for every answer that isn't a success of the service, UnreachableError where there is none. */
export type Transport<A extends Answer = Answer> = (method: string, path: string, options?: RequestOptions) => Promise<A>;

export function createTransport(options: ClientOptions & { fetch: typeof fetch }): Transport<Response>;
export function createTransport(options: ClientOptions): Transport;
export function createTransport({ baseUrl, apiKey, fetch: given, whenUnreachable }: ClientOptions): Transport {
  const base = baseUrl.replace(/\/+$/, '');
  const send: Send = given ?? platformSend;
  const unreachable = whenUnreachable ?? ((thrown: unknown) => unreachableError(base, thrown));
  return async (method, path, { query, body, headers, signal } = {}) => {
    const request: SentRequest = {
      method,
      // A redirection would lose the key on its way to another host, and turn a POST into a GET.
      redirect: 'manual',
      headers: {
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    const response = await send(`${base}${path}${queryString(query)}`, request).catch(async (error: unknown) => {
      throw isUnreachable(error) ? await unreachable(error) : error;
    });
    if (!response.ok || isPage(response)) throw await toApiError(response, base);
    return response;
  };
}

/** The API never answers with a page: one stands at an address that isn't the API's. */
const isPage = ({ headers }: Answer): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

/** `fetch` throws a TypeError (of its own realm, under a test runner) where it gets no answer; whatever else a caller's own one throws, and an abort, stay what they are. */
const isUnreachable = (thrown: unknown): boolean => (Object(thrown) as { name?: unknown }).name === 'TypeError';

function unreachableError(baseUrl: string, thrown: unknown): UnreachableError {
  const { reason, advice, better } = diagnose(baseUrl, thrown);
  const instead =
    better === undefined ? (advice ?? 'Is it started, and is the address right?') : `Use the base URL ${better} instead.`;
  const message = `The service at ${baseUrl} can't be reached (${reason}). ${instead.charAt(0).toUpperCase()}${instead.slice(1)}`;
  return new UnreachableError(message, { cause: thrown, betterBaseUrl: better });
}

function queryString(query: Record<string, QueryValue> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

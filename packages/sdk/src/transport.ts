import { toApiError } from './api-error.ts';

export interface ClientOptions {
  /** The control plane's address; ends in /v1. */
  baseUrl: string;
  /** `svc_<id>_<secret>`; only a login goes without. */
  apiKey?: string | undefined;
  /** By default the platform's. */
  fetch?: typeof fetch;
}

type QueryValue = string | number | undefined;

export interface RequestOptions {
  query?: Record<string, QueryValue>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Sends one request. @throws ApiError for every answer that isn't a success. */
export type Transport = (method: string, path: string, options?: RequestOptions) => Promise<Response>;

export function createTransport({ baseUrl, apiKey, fetch: send = fetch }: ClientOptions): Transport {
  const base = baseUrl.replace(/\/+$/, '');
  return async (method, path, { query, body, headers, signal } = {}) => {
    const response = await send(`${base}${path}${queryString(query)}`, {
      method,
      headers: {
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw await toApiError(response);
    return response;
  };
}

function queryString(query: Record<string, QueryValue> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

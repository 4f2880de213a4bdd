import type { IncomingHttpHeaders } from 'node:http';
import type { Links } from './links.ts';

/** A call as an operation sees it. `Q` and `B` are what the operation's schemas parse to. */
export interface TwinRequest<Q = Record<string, string | string[]>, B = unknown> {
  readonly method: string;
  /** Path below the session prefix, e.g. `/repos/acme/web/issues`, still percent-encoded, without the query. */
  readonly path: string;
  /** The raw query without its question mark. */
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** The bytes as they came. */
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly links: Links;
  /** `req_…` of this call. */
  readonly requestId: string;
  /** The world's time of this call in milliseconds since 1970. */
  readonly now: number;
  /** The vendor documentation of the matched operation, if any. */
  readonly docs: string | undefined;
  /** What the operation's `prepare` came to. */
  readonly prepared?: unknown;
  /** Documented inputs that the call sent and that mean nothing to the twin; see `Context.ignore`. */
  ignored?: readonly string[];
}

/** A query as a record: a name that comes twice has a list. A stray `&` is no parameter. */
export function parseQuery(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  if (search === '') return query;
  for (const [name, value] of isPlain(search) ? plainPairs(search) : new URLSearchParams(search)) {
    if (name === '' && value === '') continue;
    const earlier = query[name];
    if (earlier === undefined) query[name] = value;
    else query[name] = Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  }
  return query;
}

/** Nothing to decode, and no question mark in front, which `URLSearchParams` would pass over. */
const isPlain = (search: string): boolean => /^[\w.~:/,*=&-]*$/.test(search);

const plainPairs = (search: string): [string, string][] =>
  search.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });

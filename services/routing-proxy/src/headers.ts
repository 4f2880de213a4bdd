import type { IncomingMessage } from 'node:http';
import type { SeenMount } from './gate.ts';

/** Headers of one connection, not of the message (RFC 9110, section 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** What the proxy says itself, and what no client may say to a twin. */
const OURS: ReadonlySet<string> = new Set(['host', 'expect', 'forwarded', 'x-svc-control']);
const FORWARDED = 'x-forwarded-';
/** What comes by way of an edge has it. */
export const EDGE_HEADER = 'x-forwarded-for';

/** Names that a `Connection` header adds to the hop-by-hop ones. */
function namedIn(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined) return undefined;
  const lower = connection.toLowerCase();
  if (lower === 'keep-alive' || lower === 'close') return undefined;
  return new Set(lower.split(',').map((name) => name.trim()));
}

const isDropped = (name: string): boolean => OURS.has(name) || name.startsWith(FORWARDED);

/** Where the client sees the twin. */
export interface Seen extends SeenMount {
  host: string;
  protocol: 'http' | 'https';
}

const forwarded = ({ prefix, mount, host, protocol }: Seen): [string, string][] => [
  ['x-forwarded-prefix', prefix],
  ...(mount === undefined ? [] : ([['x-forwarded-mount', mount]] as [string, string][])),
  ['x-forwarded-host', host],
  ['x-forwarded-proto', protocol],
];

/**
 * The headers for the twin, as a flat list of names and values.
 *
 * @param rawHeaders such a list, as the client sent it
 * @param connection its `Connection` header
 */
export function requestHeaders(rawHeaders: readonly string[], connection: string | undefined, seen: Seen): string[] {
  const named = namedIn(connection);
  const headers: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (HOP_BY_HOP.has(name) || isDropped(name) || named?.has(name)) continue;
    headers.push(name, rawHeaders[at + 1]!);
  }
  for (const [name, value] of forwarded(seen)) headers.push(name, value);
  return headers;
}

/** Prepares the headers of an upgrade, which needs `Connection` and `Upgrade` to go on. */
export function rewriteUpgradeHeaders(request: IncomingMessage, seen: Seen): void {
  const { headers } = request;
  for (const name of namedIn(headers.connection) ?? []) if (name !== 'upgrade') delete headers[name];
  headers.connection = 'Upgrade';
  for (const name of Object.keys(headers)) {
    const kept = name === 'connection' || name === 'upgrade';
    if (!kept && (HOP_BY_HOP.has(name) || isDropped(name))) delete headers[name];
  }
  Object.assign(headers, Object.fromEntries(forwarded(seen)));
}

/** The headers for the client, out of a flat list of names and values and as such a list. */
export function answerFields(fields: readonly string[]): string[] {
  const pairs = fields.flatMap((name, at) => (at % 2 === 0 ? [{ key: name.toLowerCase(), name, value: fields[at + 1]! }] : []));
  const connection = pairs.filter(({ key }) => key === 'connection').map(({ value }) => value);
  const named = namedIn(connection.length > 0 ? connection.join() : undefined);
  return pairs.flatMap(({ key, name, value }) => (HOP_BY_HOP.has(key) || named?.has(key) ? [] : [name, value]));
}

/** The same, out of headers as undici has them. */
export const responseHeaders = (headers: Record<string, string | string[] | undefined>): string[] =>
  answerFields(Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap((each) => [name, each])));

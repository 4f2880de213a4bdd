import type { Answer } from './answer.ts';

/** Why a request found no service, and the address that probably would. */
export interface Diagnosis {
  /** What happened, in words. */
  reason: string;
  /** What to do about it, where that isn't another address. */
  advice?: string;
  /** The address to use instead. */
  better?: string;
}

/** The path that every address of the service ends in. */
const VERSION = '/v1';

/** The address with what is usually forgotten; undefined where nothing is missing. */
export function completed(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  const segments = path.split('/');
  const at = segments.indexOf(VERSION.slice(1));
  // What was copied from a longer address, e.g. that of one route, is cut off.
  const wanted = at < 0 ? `${path}${VERSION}` : segments.slice(0, at + 1).join('/');
  return wanted === path && url.search === '' && url.hash === '' ? undefined : `${url.origin}${wanted}`;
}

function withScheme(baseUrl: string, scheme: 'http' | 'https'): string {
  const better = baseUrl.replace(/^[a-z]+:/i, `${scheme}:`).replace(/\/+$/, '');
  return completed(better) ?? better;
}

const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST', 'EPROTO']);
/** What a client that speaks plain HTTP sees of a server that speaks TLS: an alert instead of an answer, or the end of the connection. */
const NOT_HTTP = /^(HPE_INVALID_\w+|UND_ERR_SOCKET|ECONNRESET)$/;
const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** Reads what `fetch` threw. */
export function diagnose(baseUrl: string, thrown: unknown): Diagnosis {
  const cause = causeOf(thrown);
  const code = typeof cause.code === 'string' ? cause.code : '';
  const secure = /^https:/i.test(baseUrl);
  const { host, hostname } = URL.canParse(baseUrl) ? new URL(baseUrl) : { host: baseUrl, hostname: baseUrl };
  const reason = code || cause.message || String(thrown);
  if (secure && NOT_TLS.has(code)) return { reason: `${host} speaks http, not https`, better: withScheme(baseUrl, 'http') };
  if (secure && UNTRUSTED.has(code)) {
    return {
      reason: `${code}`,
      advice: 'its certificate is signed by nobody known here: name the authority in NODE_EXTRA_CA_CERTS=ca.pem.',
    };
  }
  if (!secure && NOT_HTTP.test(code)) {
    const better = withScheme(baseUrl, 'https');
    return {
      reason: `${code}: ${host} closed the connection without an answer`,
      advice: `where it speaks https, use ${better}.`,
    };
  }
  if (code === 'ECONNREFUSED') return { reason: `${code}: nothing listens at ${host}` };
  if (UNKNOWN_HOST.has(code)) return { reason: `${code}: no host called ${hostname} is known` };
  return { reason };
}

/** The innermost error, which has the system's code; of several addresses that were tried, the first. */
function causeOf(thrown: unknown): { code?: unknown; message?: string } {
  let error = thrown;
  for (let depth = 0; depth < 5; depth++) {
    const { cause, errors } = Object(error) as { cause?: unknown; errors?: unknown };
    const inner = Array.isArray(errors) ? errors[0] : cause;
    if (typeof inner !== 'object' || inner === null) break;
    error = inner;
  }
  return Object(error) as { code?: unknown; message?: string };
}

/** What servers say to whom forgets the s of https (nginx, Go, Apache). */
const WANTS_TLS = /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|speaking plain HTTP to an SSL/i;

/** Reads an answer that the service didn't give, or gave because it didn't know the path. @returns the address to use instead */
export function betterAddress(baseUrl: string, response: Answer, text: string): string | undefined {
  if (response.status === 400 && WANTS_TLS.test(text)) return withScheme(baseUrl, 'https');
  const location = response.headers.get('location');
  if (location !== null && URL.canParse(location, response.url || baseUrl)) {
    const target = new URL(location, response.url || baseUrl);
    if (target.origin !== new URL(baseUrl).origin && /^https?:$/.test(target.protocol)) {
      return `${target.origin}${new URL(completed(baseUrl) ?? baseUrl).pathname.replace(/\/+$/, '')}`;
    }
  }
  return completed(baseUrl);
}

import type { IncomingMessage } from 'node:http';
import { MAX_BYTES_PARAMETER, ONCE_PARAMETER } from '@svc/platform';
import { S3Error } from './errors.ts';
import { ALGORITHM, type Claim, readDate, type Signed, type Verifier } from './signature.ts';
import { readTarget } from './target.ts';

const SECOND_MS = 1000;
/** How far the clocks of who signs and who verifies may be apart (S3 API reference: RequestTimeTooSkewed). */
const SKEW_MS = 15 * 60 * SECOND_MS;
/** The longest that a signed URL may hold, in seconds (S3 API reference: authenticating requests, query parameters). */
const MAX_EXPIRES_SECONDS = 604_800;

const METHODS = ['GET', 'HEAD', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** A request that was found to be signed by the installation. */
export interface Call {
  method: Method;
  key: string;
  /** Of a download. */
  responseHeaders: Record<string, string>;
  /** Of the body, in hex, where it is part of what was signed. */
  payloadHash: string | undefined;
  /** What a URL for an upload grants; a service may write what it likes. */
  grant: { maxBytes: number; once: string; expires: Date } | undefined;
}

/** What a signed URL may say besides its signature, by method. `x-id` is the operation's name, which the SDK adds. */
const PARAMETERS: Record<Method, ReadonlySet<string>> = {
  GET: new Set(['x-id', 'response-cache-control', 'response-content-disposition']),
  HEAD: new Set(),
  PUT: new Set(['x-id', MAX_BYTES_PARAMETER, ONCE_PARAMETER]),
  DELETE: new Set(['x-id']),
};
const SIGNATURE_PARAMETERS = new Set([
  ...['X-Amz-Algorithm', 'X-Amz-Content-Sha256', 'X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Expires'],
  ...['X-Amz-Signature', 'X-Amz-SignedHeaders'],
]);
/** No copy, no access list, no tags, no encryption, no checksum of another kind: what isn't obeyed isn't taken. */
const AMZ_HEADERS = new Set(['x-amz-content-sha256', 'x-amz-date', 'x-amz-user-agent']);

/**
 * Reads a request and verifies its signature, in a URL or in the `Authorization` header, by S3's rules (S3 API reference:
 * authenticating requests, Signature Version 4).
 *
 * @throws S3Error
 */
export async function readCall(request: IncomingMessage, bucket: string, verifier: Verifier, now: number): Promise<Call> {
  const method = METHODS.find((known) => known === request.method);
  if (!method) throw new S3Error('MethodNotAllowed');
  const target = readTarget(request.url ?? '');
  const headers = readHeaders(request);
  const signed: Signed = { method, path: target.path, query: target.query, headers };
  const presigned = target.query.has('X-Amz-Signature');
  if (presigned === 'authorization' in headers) throw new S3Error('AccessDenied');
  const allowed = (name: string) => PARAMETERS[method].has(name) || (presigned && SIGNATURE_PARAMETERS.has(name));
  if (![...target.query.keys()].every(allowed)) throw new S3Error('AccessDenied');
  const { claim, expires } = presigned ? claimOfUrl(signed, now) : { claim: claimOfHeader(signed, now), expires: undefined };
  await verifier.verify(signed, claim);
  if (target.bucket !== bucket) throw new S3Error('AccessDenied');
  return {
    method,
    key: target.key,
    responseHeaders: responseHeaders(target.query),
    payloadHash: claim.payloadHash === UNSIGNED ? undefined : claim.payloadHash,
    grant: method === 'PUT' && expires ? readGrant(target.query, expires) : undefined,
  };
}

const UNSIGNED = 'UNSIGNED-PAYLOAD';
const SHA256_HEX = /^[0-9a-f]{64}$/;

function readHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (name.startsWith('x-amz-') && !AMZ_HEADERS.has(name)) throw new S3Error('AccessDenied');
    // Proxies add theirs to what a client sent.
    if (values.length > 1 && SINGLE.test(name)) throw new S3Error('InvalidRequest');
    headers[name] = values.join(',');
  }
  return headers;
}
const SINGLE = /^(host|authorization|content-.*|x-amz-.*)$/;

function claimOfUrl({ query, headers }: Signed, now: number): { claim: Claim; expires: Date } {
  const parameter = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  const seconds = Number(/^\d{1,6}$/.exec(parameter('Expires'))?.[0] ?? 0);
  const payloadHash = query.get('X-Amz-Content-Sha256') ?? UNSIGNED;
  const plain = parameter('Algorithm') === ALGORITHM && parameter('SignedHeaders') === 'host' && payloadHash === UNSIGNED;
  if (!plain || seconds < 1 || seconds > MAX_EXPIRES_SECONDS) throw new S3Error('AuthorizationQueryParametersError');
  // None of them is signed, since only the host is.
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-'))) throw new S3Error('AccessDenied');
  const date = parameter('Date');
  const from = readDate(date).getTime();
  if (from > now + SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid');
  const expires = new Date(from + seconds * SECOND_MS);
  if (expires.getTime() <= now) throw new S3Error('AccessDenied', 'Request has expired');
  const claim = {
    credential: parameter('Credential'),
    date,
    signedHeaders: 'host',
    payloadHash,
    signature: parameter('Signature'),
  };
  return { claim, expires };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^\s,]{1,200}), ?SignedHeaders=([a-z0-9;-]{1,1000}), ?Signature=([0-9a-f]{64})$/;

function claimOfHeader({ headers }: Signed, now: number): Claim {
  const [, credential = '', signedHeaders = '', signature = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (signature === '') throw new S3Error('AuthorizationHeaderMalformed');
  const names = signedHeaders.split(';');
  const sent = Object.keys(headers);
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date', ...sent.filter((name) => /^(x-amz-|content-type$)/.test(name))];
  const wellFormed = names.every((name, index) => name in headers && (index === 0 || names[index - 1]! < name));
  if (!wellFormed || !needed.every((name) => names.includes(name))) throw new S3Error('AccessDenied');
  const date = headers['x-amz-date'] ?? '';
  if (Math.abs(readDate(date).getTime() - now) > SKEW_MS) throw new S3Error('RequestTimeTooSkewed');
  const payloadHash = headers['x-amz-content-sha256'] ?? '';
  // Bodies in signed chunks, which would have to be unpacked, are not taken.
  if (payloadHash !== UNSIGNED && !SHA256_HEX.test(payloadHash)) throw new S3Error('AccessDenied');
  return { credential, date, signedHeaders, payloadHash, signature };
}

function readGrant(query: ReadonlyMap<string, string>, expires: Date): Call['grant'] {
  const bytes = /^\d{1,15}$/.exec(query.get(MAX_BYTES_PARAMETER) ?? '')?.[0];
  const once = /^[0-9a-f]{32}$/.exec(query.get(ONCE_PARAMETER) ?? '')?.[0];
  if (bytes === undefined || once === undefined) throw new S3Error('AccessDenied');
  return { maxBytes: Number(bytes), once, expires };
}

function responseHeaders(query: ReadonlyMap<string, string>): Record<string, string> {
  const asked = [...query].filter(([name]) => name.startsWith('response-'));
  return Object.fromEntries(asked.map(([name, value]) => [name.slice('response-'.length), value]));
}

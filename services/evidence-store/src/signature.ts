import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createScope, getCanonicalHeaders, getCanonicalQuery, SignatureV4 } from '@smithy/signature-v4';
import { S3Error } from './errors.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** What a request says of its own signature, wherever it says it. */
export interface Claim {
  credential: string;
  /** As sent: `20260131T235959Z` */
  date: string;
  /** Lower case, sorted, separated by semicolons. */
  signedHeaders: string;
  payloadHash: string;
  signature: string;
}

export interface Signed {
  method: string;
  path: string;
  query: ReadonlyMap<string, string>;
  /** By lower-case name, each once. */
  headers: Readonly<Record<string, string>>;
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Finds out whether a signature is the installation's, by making it again. */
export interface Verifier {
  /** @throws S3Error */
  verify(request: Signed, claim: Claim): Promise<void>;
}

export function createVerifier({ accessKeyId, secretAccessKey, region }: Credentials): Verifier {
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  return {
    async verify(request, claim) {
      const [id, ...rest] = claim.credential.split('/');
      if (id !== accessKeyId) throw new S3Error('InvalidAccessKeyId');
      const scope = createScope(claim.date.slice(0, 8), region, 's3');
      if (rest.join('/') !== scope) throw new S3Error('SignatureDoesNotMatch');
      const text = [ALGORITHM, claim.date, scope, sha256(canonicalRequest(request, claim))].join('\n');
      const expected = await signer.sign(text, { signingDate: readDate(claim.date) });
      if (!isSame(expected, claim.signature)) throw new S3Error('SignatureDoesNotMatch');
    },
  };
}

/** IAM user guide: create a signed AWS API request, step 1. */
function canonicalRequest({ method, path, query, headers }: Signed, { signedHeaders, payloadHash }: Claim): string {
  const names = signedHeaders.split(';');
  const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
  const canonical = getCanonicalHeaders({ method, path, headers: signed } as HttpRequest, undefined, new Set(names));
  return [
    method,
    path,
    getCanonicalQuery({ query: Object.fromEntries(query) } as unknown as HttpRequest),
    ...names.map((name) => `${name}:${canonical[name]}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n');
}

type HttpRequest = Parameters<typeof getCanonicalHeaders>[0];

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** @throws S3Error */
export function readDate(text: string): Date {
  const date = new Date(text.replace(DATE, '$1-$2-$3T$4:$5:$6Z'));
  if (!DATE.test(text) || Number.isNaN(date.getTime())) throw new S3Error('AccessDenied');
  return date;
}

function isSame(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Node's own hash, as the signer wants it. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Uint8Array);
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(data as Uint8Array);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {}
}

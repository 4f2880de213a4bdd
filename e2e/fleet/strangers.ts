import type { RawRequest } from './raw.ts';

/** Names of things that are really there, for requests that would find them. */
export interface Known {
  host: string;
  session: string;
  run: string;
  bucket: string;
  /** Of stored evidence. */
  key: string;
}

/** The same numbers at each run. */
export function random(seed: number): () => number {
  let state = seed;
  // Mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const METHODS = [
  ...['GET', 'GET', 'GET', 'HEAD', 'PUT', 'PUT', 'POST', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'],
  ...['PROPFIND', 'MKCOL', 'COPY', 'MOVE', 'SEARCH', 'PURGE', 'LINK', 'QUERY', 'BREW', 'get', 'CONNECT'],
];
const UP = [
  '..',
  '%2e%2e',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '..;',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '.',
  '',
  '%00',
  '%',
  '%zz',
  'ä',
  '%C3%A4',
];
const PARAMETERS = [
  ...['X-Amz-Signature=x', `X-Amz-Signature=${'0'.repeat(64)}`, 'X-Amz-Algorithm=AWS4-HMAC-SHA256', 'X-Amz-Expires=604800'],
  ...[
    'X-Amz-Credential=svc%2F20260101%2Fus-east-1%2Fs3%2Faws4_request',
    'X-Amz-Date=20260101T000000Z',
    'X-Amz-SignedHeaders=host',
  ],
  ...[
    'list-type=2',
    'prefix=teams/',
    'uploads',
    'acl',
    'versions',
    'versionId=1',
    'partNumber=1',
    'uploadId=x',
    'tagging',
    'policy',
  ],
  ...['Signature=x', 'AWSAccessKeyId=svc', 'Expires=9999999999', 'delete', 'location', 'website', 'token=x', 'access_token=x'],
  ...[
    'limit=1',
    'limit=-1',
    'limit=1e9',
    'group_id=%00',
    'a[b]=c',
    '__proto__=1',
    'expires=9999999999&signature=00',
    '%',
    '=',
    '&&',
  ],
];
const HEADERS: [string, string][] = [
  ...['Bearer x', 'Basic eDp4', 'AWS svc:x', 'token x', `Bearer svc_${'0'.repeat(16)}_${'0'.repeat(32)}`, 'Bearer', ''].map(
    (value): [string, string] => ['Authorization', value],
  ),
  ['X-Api-Key', 'x'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Host', 's3:8080'],
  ['X-Forwarded-Prefix', '/../'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Original-URL', '/metrics'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Amz-Copy-Source', '/svc-evidence/x'],
  ['X-Amz-Acl', 'public-read'],
  ['X-Amz-Content-Sha256', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'],
  ['Content-Type', 'application/json'],
  ['Content-Type', 'application/xml'],
  ['Content-Type', 'multipart/form-data; boundary=x'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'aws-chunked'],
  ['Transfer-Encoding', 'chunked'],
  ['Content-Length', '5'],
  ['Content-Length', '-1'],
  ['Expect', '100-continue'],
  ['Expect', 'x'],
  ['Range', 'bytes=0-1'],
  ['If-Match', '*'],
  ['Cookie', 'svc_session=x'],
  ['Origin', 'https://elsewhere.example'],
  ['Access-Control-Request-Method', 'PUT'],
  ['Upgrade', 'websocket'],
  ['Upgrade', 'h2c'],
  ['Accept-Encoding', 'gzip, br'],
  ['X-Long', 'x'.repeat(4_000)],
  ['Host', 's3:8080'],
  ['X-Bytes', '\x01\x80'],
];
const CHUNKS = '5\r\nhello\r\n0\r\n\r\n';
const BODIES = [
  '',
  '',
  '',
  '{}',
  '{"twins":["github"]}',
  'x'.repeat(2_000),
  '5\r\nhello\r\n0\r\n\r\n',
  '<Delete><Object/></Delete>',
  '\0\0',
];

/** What a stranger may send: any of the above in any combination, to paths that exist, nearly exist, or lead elsewhere. */
export function strangeRequest(next: () => number, known: Known): RawRequest {
  const one = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const some = <T>(values: readonly T[], most: number): T[] =>
    Array.from({ length: Math.floor(next() * (most + 1)) }, () => one(values));
  const { session, run, bucket, key } = known;
  const pieces = [
    ...['v1', 'sandboxes', 'runs', 'tasks', 'evals', 'usage', 'me', 'mcp', 'blobs', 'trace', 'state', 'report.md', 'finalize'],
    ...['result-upload-url', 'github', 's', '_svc', 'events', 'repos', 'octo', 'demo', 'issues', 'etc', 'passwd', 'data', 'tmp'],
    ...[session, run, bucket, ...key.split('/'), ...UP],
  ];
  const paths = [
    ...['/', '//', '*', `/${bucket}`, `/${bucket}/`, `/${bucket}/${key}`, `/${bucket}/${key.replaceAll('/', '%2f')}`, `/${key}`],
    ...[
      `/v1/sandboxes/${session}`,
      `/v1/sandboxes/${session}/finalize`,
      `/v1/runs/${run}/trace`,
      `/v1/runs`,
      `/v1/me`,
      '/v1/mcp',
    ],
    ...[`/github/s/${session}/repos/octo/demo/issues`, `/github/s/${session}/_svc/events`, `/github/s/${session}/mcp`],
    ...['/metrics', '//metrics/', '/%6detrics', '/metrics/../metrics', `/v1/blobs/${key}`, `http://s3:8080/${bucket}/${key}`],
  ];
  const path = next() < 0.5 ? one(paths) : `/${some(pieces, 6).join('/')}`;
  const query = some(PARAMETERS, 4).join('&');
  const headers = some(HEADERS, 4);
  if (!headers.some(([name]) => name === 'Host')) headers.unshift(['Host', known.host]);
  const target = query === '' ? path : `${path}?${query}`;
  return { method: one(METHODS), target, headers, body: bodyOf(headers, one(BODIES)) };
}

/** As long as its headers say, whatever else is wrong: nobody answers a request that hasn't ended. */
function bodyOf(headers: RawRequest['headers'], body: string): string {
  if (headers.some(([name]) => name === 'Transfer-Encoding')) return CHUNKS;
  return headers.some(([name, value]) => name === 'Content-Length' && value === '5') ? 'hello' : body;
}

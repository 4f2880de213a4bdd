import { openApiDocument } from '@svc/contract';

type Json = Record<string, unknown>;

/** One operation as the API's own description has it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  guarded: boolean;
  queries: string[];
  /** Schema and valid example of the body. */
  body: { fields: string[]; example: Json } | undefined;
}

export interface Variant {
  path: string;
  method?: string;
  body?: string | Uint8Array | ReadableStream;
  headers?: Record<string, string>;
  /** Replaces the valid key; null sends none. */
  authorization?: string | null;
}

/** What the variants need to know of the installation they are sent to. */
export interface Facts {
  key: string;
  agentToken: string;
  revokedKey: string;
  /** Ids of another team. */
  foreign: string[];
}

/** What a variant has wrong, told from its shape. */
export function kindOf({ path, method, body, headers = {}, authorization }: Variant): string {
  const sent = typeof body === 'string' ? body.slice(0, 1) : typeof body;
  const key = authorization === null ? 'none' : authorization?.split(' ')[0]?.slice(0, 8);
  return [method, key, path.includes('?'), path.split('/').length, sent, Object.keys(headers).toSorted()].join();
}

export function describedOperations(): Operation[] {
  const document = openApiDocument() as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Record<string, Json> };
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []) as { name: string; in: string }[];
      return {
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        guarded: (operation.security as unknown[]).length > 0,
        queries: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        body: bodyOf(operation, document.components.schemas),
      };
    }),
  );
}

function bodyOf(operation: Json, schemas: Record<string, Json>): Operation['body'] {
  const body = operation.requestBody as { content: { 'application/json': { schema: { $ref: string } } } } | undefined;
  if (!body) return undefined;
  const name = body.content['application/json'].schema.$ref.split('/').pop() ?? '';
  const { properties, examples } = schemas[name] as { properties: Json; examples?: Json[] };
  const [example] = examples ?? [];
  if (!example) throw new Error(`${name} has no example to make wrong bodies of.`);
  return { fields: Object.keys(properties), example };
}

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x'.repeat(100_000),
  '\0',
  '\ud800',
  '../../etc/passwd',
  "'; drop table teams; --",
  '{}',
  [],
  [null],
  [[]],
  ['github', 'github'],
  Array(1000).fill('github'),
  {},
  { __proto__: null, constructor: 1, toString: 2, __defineGetter__: 3 },
  { github: null, slack: [] },
];

const RAW_BODIES = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '{"a":1}{"a":2}',
  '\u0000',
  '\ufeff{}',
  '{"twins":["github"],}',
  '[['.repeat(50_000),
  '{"a":'.repeat(5000),
  '{"__proto__":{"twins":1}}',
  `{"twins":${'9'.repeat(10_000)}}`,
];
const BYTES = [[0xff, 0xfe], [0xc3], [0xed, 0xa0, 0x80], [0x1f, 0x8b, 0x08], [0x00, 0x7b, 0x00, 0x7d]];

const CONTENT_TYPES = ['text/plain', 'multipart/form-data', 'application/json; charset=utf-16', 'application/xml', '\u00e9', ';'];
const HEADERS: Record<string, string>[] = [
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, identity' },
  { prefer: 'respond-async=;,,;wait=\u00ff' },
  { prefer: ','.repeat(4000) },
  { cookie: `svc_session=${'x'.repeat(4000)}` },
  { 'x-http-method-override': 'DELETE' },
  { accept: 'text/html;q=\u00e9' },
  { range: 'bytes=0-0,5-' },
  { 'x-forwarded-for': '::1, %00' },
  { 'x-long': 'a'.repeat(8000) },
];

const IDS = [
  '%00',
  '%ff',
  '%',
  '..%2f..',
  'ses_',
  'ses_%27',
  'SES_00000000000000000000000000',
  `ses_${'0'.repeat(26)}`,
  `run_${'0'.repeat(26)}`,
  `ses_${'0'.repeat(27)}`,
  'x'.repeat(5000),
  '%F0%9F%92%A9',
  '__proto__',
  '-1',
  '*',
];
const QUERY_NAMES = ['limit', 'state', 'id', '__proto__', 'constructor', 'a[b][c]', '[]', '%00', '%ff', '', 'toString', '\u00e9'];
const QUERY_VALUES = [
  '',
  '%00',
  '%ff',
  '%F0',
  "'",
  '-1',
  '0',
  '201',
  '1e3',
  '0x10',
  '99999999999999999999',
  'x'.repeat(3000),
  '[]',
  'a&&=&%',
];

/** Everything wrong that can be sent to an operation: keys, ids, queries, headers, bodies, and methods it doesn't have. */
export function* variantsOf(operation: Operation, facts: Facts): Generator<Variant> {
  const { path, body } = operation;
  const json = { 'content-type': 'application/json' };
  const valid = body && { body: JSON.stringify(body.example), headers: json };
  if (operation.guarded) for (const authorization of keysOf(facts)) yield { path, authorization, ...valid };
  if (path.includes('{id}')) {
    for (const id of [...IDS, ...facts.foreign]) yield { path: path.replace('{id}', id), ...valid };
    yield { path, authorization: `Bearer ${facts.agentToken}x`, ...valid };
  }
  for (const name of new Set([...operation.queries, ...QUERY_NAMES])) {
    for (const value of QUERY_VALUES) yield { path: `${path}?${name}=${value}`, ...valid };
    yield { path: `${path}?${name}[]=1&${name}=2&${name}=3`, ...valid };
  }
  for (const id of IDS) yield { path: `${path}/${id}`, ...valid };
  for (const headers of HEADERS) yield { path, ...valid, headers: { ...valid?.headers, ...headers } };
  for (const method of ['PUT', 'PATCH', 'OPTIONS', 'SVC']) yield { path, method, ...valid };
  if (body) yield* bodiesOf(path, body, json);
}

function* bodiesOf(
  path: string,
  { fields, example }: NonNullable<Operation['body']>,
  json: Record<string, string>,
): Generator<Variant> {
  for (const raw of RAW_BODIES) yield { path, body: raw, headers: json };
  for (const bytes of BYTES) yield { path, body: Uint8Array.from(bytes), headers: json };
  // Over the largest cap of any operation.
  yield { path, body: `"${'x'.repeat(5 * 1024 * 1024)}"`, headers: json };
  for (const type of CONTENT_TYPES) yield { path, body: JSON.stringify(example), headers: { 'content-type': type } };
  for (const field of fields) {
    for (const value of VALUES) yield { path, body: JSON.stringify({ ...example, [field]: value }), headers: json };
  }
  for (const wrong of mutationsOf(example)) yield { path, body: JSON.stringify(wrong), headers: json };
}

/** The value with each of its parts, at any depth below the first, left out or replaced by each value. */
function* mutationsOf(value: unknown, depth = 1): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const copy = () => structuredClone(value) as Record<string, unknown>;
    const without = copy();
    delete without[key];
    yield Array.isArray(value) ? value.filter((_, index) => String(index) !== key) : without;
    if (depth > 1) for (const replacement of VALUES) yield Object.assign(copy(), { [key]: replacement });
    for (const inner of mutationsOf((value as Json)[key], depth + 1)) yield Object.assign(copy(), { [key]: inner });
  }
}

/** Wrong credentials: none, other schemes, and the valid key with every part of it cut or changed. */
function* keysOf({ key, revokedKey, agentToken }: Facts): Generator<string | null> {
  yield null;
  yield* [
    '',
    'Bearer',
    'Bearer ',
    'Basic dTpw',
    `Token ${key}`,
    `Bearer ${key} ${key}`,
    `Bearer,${key}`,
    key,
    `Bearer ${revokedKey}`,
  ];
  yield* [`Bearer ${key}\u00e9`, `Bearer ${key}%00`, `Bearer svc_${'a'.repeat(16)}_${'b'.repeat(7000)}`, `Bearer ${agentToken}x`];
  yield `Bearer ${agentToken.replace(/\.[^.]*$/, '.')}`;
  yield `Bearer ${'eyJhbGciOiJub25lIn0.e30.'}`;
  for (let length = 1; length < key.length; length++) yield `Bearer ${key.slice(0, length)}`;
  for (let at = 0; at < key.length; at++) {
    yield `Bearer ${key.slice(0, at)}${key[at] === '0' ? '1' : '0'}${key.slice(at + 1)}`;
  }
}

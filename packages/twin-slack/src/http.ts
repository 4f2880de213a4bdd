import { isUtf8 } from 'node:buffer';
import type { TwinRequest } from '@svc/twin-kit';
import multipart from 'parse-multipart-data';
import { tryJson } from './text/json.ts';

/** A body that isn't what its type says; methods answer with the code, an upload takes the bytes as they are. */
export class Unreadable {
  readonly code: string;
  readonly #bytes: Buffer;

  constructor(code: string, bytes: Buffer) {
    this.code = code;
    this.#bytes = bytes;
  }

  /** As the tape shows it. */
  toJSON(): unknown {
    return shown(this.#bytes);
  }
}

const shown = (bytes: Buffer): unknown => (isUtf8(bytes) ? bytes.toString('utf8') : { $base64: bytes.toString('base64') });

/** Reads a form: of a name that comes twice, the last counts. */
const readForm = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text));

function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return new Unreadable('invalid_charset', bytes);
  const value = tryJson(bytes.toString('utf8'));
  if (value === undefined) return new Unreadable('invalid_json', bytes);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? value : new Unreadable('json_not_object', bytes);
}

interface Part {
  name?: string;
  filename?: string;
  data: Buffer;
}

/** The parts of a multipart form; none where it has no boundary. */
export function multipartParts(bytes: Buffer, contentType: string): readonly Part[] {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  if (!boundary) return [];
  return multipart.parse(bytes, boundary[1] ?? boundary[2] ?? '');
}

/** "Valid charset names are: utf-8 iso-8859-1" (pages of the methods, `invalid_charset`). */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'iso-8859-1']);
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** Media types that methods take: https://docs.slack.dev/apis/web-api/#basics */
export function readBody(bytes: Buffer, contentType: string | undefined): unknown {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  const charset = CHARSET.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (!CHARSETS.has(charset)) return new Unreadable('invalid_charset', bytes);
  return readAs(type, charset === 'iso-8859-1' ? Buffer.from(bytes.toString('latin1')) : bytes, contentType);
}

function readAs(type: string | undefined, bytes: Buffer, contentType: string | undefined): unknown {
  if (type === 'application/x-www-form-urlencoded') return readForm(bytes.toString('utf8'));
  if (type === 'application/json') return readJson(bytes);
  if (type === 'multipart/form-data') {
    const parts = multipartParts(bytes, contentType ?? '').filter(({ name }) => name !== undefined);
    if (parts.length === 0) return new Unreadable('invalid_form_data', bytes);
    return Object.fromEntries(parts.map(({ name, data }) => [name, shown(data)]));
  }
  return new Unreadable(type === '' || type === undefined ? 'missing_post_type' : 'invalid_post_type', bytes);
}

const NONE: readonly string[] = [];
const TOKEN_FIELD = /(?:^|&)token=([^&]*)/g;

/** Slack takes a token as an argument too, in the query or in a form: https://docs.slack.dev/apis/web-api/#authentication */
export function credentials(call: { headers: TwinRequest['headers']; search: string; body: Buffer }): readonly string[] {
  const type = String(call.headers['content-type'] ?? '').toLowerCase();
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  const isMultipart = type.startsWith('multipart/form-data');
  if (!isForm && !isMultipart && !call.search.includes('token=')) return NONE;
  const sources = isForm ? [call.search, call.body.toString('utf8')] : [call.search];
  const tokens = sources
    .filter((source) => source.includes('token='))
    .flatMap((source) => [...source.matchAll(TOKEN_FIELD)].map(([, value]) => decode(value ?? '')));
  if (isMultipart) {
    for (const part of multipartParts(call.body, String(call.headers['content-type'])))
      if (part.name === 'token' && part.filename === undefined) tokens.push(part.data.toString('utf8'));
  }
  return tokens.filter((token) => token !== '');
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** What the token of a sandbox may do: everything that is modelled. */
const SCOPES =
  'bookmarks:read,bookmarks:write,canvases:read,canvases:write,channels:history,channels:join,channels:manage,channels:read,' +
  'chat:write,chat:write.customize,dnd:read,dnd:write,emoji:read,files:read,files:write,groups:history,groups:read,groups:write,' +
  'im:history,im:read,im:write,mpim:history,mpim:read,mpim:write,pins:read,pins:write,reactions:read,reactions:write,' +
  'reminders:read,reminders:write,search:read,stars:read,stars:write,team:read,usergroups:read,usergroups:write,users.profile:read,' +
  'users.profile:write,users:read,users:read.email,users:write';

/** Headers of every answer of the Web API. */
export const vendorHeaders = (request: TwinRequest): Record<string, string> => ({
  'x-oauth-scopes': SCOPES,
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache, no-store, must-revalidate',
  vary: 'Accept-Encoding',
  // Last, as it is new in every answer: what stays the same call after call is written as one text.
  'x-slack-req-id': request.requestId.slice('req_'.length),
});

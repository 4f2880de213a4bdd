import { type Operation, operationsOf, type Reply, readJson, TwinError, type TwinRequest } from '@svc/twin-kit';
import { z } from 'zod';
import { GmailError, InvalidArgument, ParseError, UnknownPath, Unsupported } from '../errors.ts';
import { fromBinary, type HeaderField, headerValue, structured, toBinary } from '../mime/headers.ts';
import { splitEntity, splitMultipart } from '../mime/parse.ts';
import { vendorErrors } from '../vendor-errors.ts';
import { documentedOperations } from '../wire/discovery.ts';
import type { GmailCollections, GmailContext } from '../world.ts';

const operation = operationsOf<GmailCollections>();

/** https://developers.google.com/workspace/gmail/api/guides/batch */
const MOST_CALLS = 100;

interface Route {
  method: string;
  pattern: RegExp;
  names: readonly string[];
  operation: Operation<GmailCollections> | undefined;
  documented: string;
}

/** A call inside a batch. */
interface InnerCall {
  contentId: string | undefined;
  method: string;
  path: string;
  search: string;
  fields: readonly HeaderField[];
  body: Buffer;
}

function routesOf(operations: readonly Operation<GmailCollections>[]): Route[] {
  const modelled = new Map(operations.map((one) => [`${one.method} ${one.path}`, one]));
  return documentedOperations
    .map((documented) => {
      const [method = '', path = ''] = documented.split(' ');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const pattern = new RegExp(
        `^${path
          .split(/\{\w+\}/)
          .map(RegExp.escape)
          .join('([^/]+)')}$`,
      );
      return { method, pattern, names, operation: modelled.get(documented), documented };
    })
    .sort((one, other) => one.names.length - other.names.length);
}

/** The operations of both batch addresses: what one batch holds runs call by call, each standing or falling by itself. */
export function batchOperations(operations: readonly Operation<GmailCollections>[]): Operation<GmailCollections>[] {
  let routes: Route[] | undefined;
  return ['/batch/gmail/v1', '/batch'].map(
    (path) =>
      operation({
        id: `batch at ${path}`,
        method: 'POST',
        path,
        fidelity: 'semantic',
        mutates: true,
        action: 'batch',
        docs: 'https://developers.google.com/workspace/gmail/api/guides/batch',
        body: z.unknown(),
        handle(context, request) {
          routes ??= routesOf(operations);
          const known = routes;
          const calls = callsIn(request as TwinRequest);
          return batchReply(
            request.requestId,
            calls.map((call) => ({ call, reply: perform(context, request as TwinRequest, known, call) })),
          );
        },
      }) as Operation<GmailCollections>,
  );
}

function callsIn(request: TwinRequest): InnerCall[] {
  const parts = partsIn(request.headers['content-type'], toBinary(request.rawBody));
  if (parts === undefined) throw new ParseError('Failed to parse batch request: no boundary.');
  if (parts.length === 0) throw new ParseError('Failed to parse batch request: no calls.');
  if (parts.length > MOST_CALLS) throw new InvalidArgument(`Too many calls in one batch: at most ${MOST_CALLS}.`);
  return parts.map(innerCall);
}

/** The parts of a batch's body; undefined where its type names no boundary. */
function partsIn(contentType: string | undefined, body: string): string[] | undefined {
  const type = structured([{ name: 'Content-Type', value: contentType ?? '' }], 'Content-Type');
  const { boundary } = type.params;
  return type.value.startsWith('multipart/') && boundary ? splitMultipart(body, boundary) : undefined;
}

/** The methods of the calls in a batch that was answered, in order. */
export const methodsInBatch = (contentType: string | undefined, body: string): string[] =>
  (partsIn(contentType, body) ?? []).map((part) => /^(?:\r?\n)*([A-Z]+) /.exec(splitEntity(part).body)?.[1] ?? 'POST');

function innerCall(part: string): InnerCall {
  const outer = splitEntity(part);
  const [, method, target, rest] =
    /^(?:\r?\n)*([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(outer.body) ?? [];
  if (method === undefined || target === undefined) throw new ParseError('Failed to parse batch request: no request line.');
  const inner = splitEntity(rest ?? '');
  // A client whose root lies below a prefix, or that writes whole URLs, names the call by them.
  const root = target.lastIndexOf('/gmail/v1/');
  const [path = '', search = ''] = target.slice(Math.max(root, 0)).split(/\?(.*)/s);
  const contentId = headerValue(outer.fields, 'Content-ID');
  return { contentId, method, path, search, fields: inner.fields, body: fromBinary(inner.body) };
}

function perform(context: GmailContext, request: TwinRequest, routes: readonly Route[], call: InnerCall): Reply {
  const route = routes.find(({ method, pattern }) => method === call.method && pattern.test(call.path));
  try {
    return context.action(route?.operation?.action ?? null, () => handle(context, request, route, call));
  } catch (error) {
    if (!(error instanceof TwinError)) throw error;
    const unsupported = error instanceof Unsupported;
    return {
      status: error.status,
      headers: { ...error.headers },
      body: error.body,
      ...(unsupported && { fidelity: 'unsupported' }),
    };
  }
}

function handle(context: GmailContext, request: TwinRequest, route: Route | undefined, call: InnerCall): Reply {
  if (!route) throw new UnknownPath(call.path);
  if (!route.operation) throw new Unsupported(route.documented);
  const values = route.pattern.exec(call.path)?.slice(1) ?? [];
  const params = Object.fromEntries(route.names.map((name, at) => [name, decoded(values[at] ?? '')]));
  const query = input(route.operation.query, 'query', queryOf(call.search), request);
  const body = input(route.operation.body, 'body', bodyOf(call), request);
  const inner = {
    ...request,
    method: call.method,
    path: call.path,
    search: call.search,
    params,
    query,
    body,
    rawBody: call.body,
  };
  return route.operation.handle(context, inner);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new GmailError(400, 'badRequest', 'Invalid path');
  }
}

function queryOf(search: string): Record<string, string | string[]> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

function bodyOf({ body }: InnerCall): unknown {
  const text = body.toString('utf8').trim();
  if (text === '') return {};
  try {
    return readJson(text);
  } catch {
    throw new ParseError();
  }
}

function input(schema: z.ZodType | undefined, part: 'query' | 'body', value: unknown, request: TwinRequest): unknown {
  if (!schema) return value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
    code: 'custom',
    part,
    missing: false,
  }));
  throw vendorErrors.invalidInput(request, issues);
}

/** How much of a reason phrase clients read: only the number. */
const REASONS: Readonly<Record<number, string>> = { 200: 'OK', 204: 'No Content', 400: 'Bad Request', 404: 'Not Found' };

function batchReply(requestId: string, answers: readonly { call: InnerCall; reply: Reply }[]): Reply {
  const boundary = `batch_${requestId}`;
  const parts = answers.map(({ call, reply }) => {
    const { status, body, headers } = reply;
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const type = headers?.['content-type'] ?? 'application/json; charset=UTF-8';
    const id =
      call.contentId === undefined ? [] : [`Content-ID: ${call.contentId.replace(/^<?/, '<response-').replace(/>?$/, '>')}`];
    const head = [`HTTP/1.1 ${status} ${REASONS[status] ?? 'Status'}`, ...(text === '' ? [] : [`Content-Type: ${type}`])];
    const length = `Content-Length: ${Buffer.byteLength(text)}`;
    return [`--${boundary}`, 'Content-Type: application/http', ...id, '', ...head, length, '', text].join('\r\n');
  });
  const unsupported = answers.some(({ reply }) => reply.fidelity === 'unsupported');
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    body: [...parts, `--${boundary}--`, ''].join('\r\n'),
    // The tape says of the whole call that the twin fell short of it.
    ...(unsupported && { fidelity: 'unsupported' }),
  };
}

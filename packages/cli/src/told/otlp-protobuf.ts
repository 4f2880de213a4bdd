import protobuf from 'protobufjs/minimal.js';
import { BadBatch, DEEPEST_VALUE, msOf, type Span, STATUS_ERROR } from './span.ts';

type Reader = protobuf.Reader;

/** The numbers of fields in opentelemetry-proto (`trace/v1/trace.proto`, `common/v1/common.proto`); any other is skipped. */
const RESOURCE_SPANS = 1;
const SCOPE_SPANS = 2;
const SPANS = 2;
const SPAN = { id: 2, parent: 4, name: 5, start: 7, attributes: 9, status: 15 } as const;
const STATUS_CODE = 3;
const KEY = 1;
const VALUE = 2;
const ANY = { string: 1, bool: 2, int: 3, double: 4, array: 5, fields: 6 } as const;

/** @throws BadBatch */
export function spansOfProtobuf(body: Buffer): Span[] {
  try {
    const spans: Span[] = [];
    each(protobuf.Reader.create(body), RESOURCE_SPANS, (resource) =>
      each(resource, SCOPE_SPANS, (scope) => each(scope, SPANS, (span) => spans.push(spanOf(span)))),
    );
    return spans;
  } catch (error) {
    throw new BadBatch(`the body is no ExportTraceServiceRequest: ${(error as Error).message}`, { cause: error });
  }
}

/** `ExportTraceServiceResponse` with a partial success. */
export const refusedSpans = (count: number, message: string): Uint8Array =>
  protobuf.Writer.create().uint32(10).fork().uint32(8).int64(count).uint32(18).string(message).ldelim().finish();

/** The message in a field, for every field of that number. */
function each(reader: Reader, wanted: number, read: (message: Reader) => void): void {
  fields(reader, (field) => {
    if (field !== wanted) return false;
    read(inside(reader));
    return true;
  });
}

/** @param take reads a field and says so, or leaves it. */
function fields(reader: Reader, take: (field: number) => boolean): void {
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (!take(tag >>> 3)) reader.skipType(tag & 7);
  }
}

const inside = (reader: Reader): Reader => protobuf.Reader.create(reader.bytes());

function spanOf(reader: Reader): Span {
  const span = { id: '', parent: '', name: '', startedMs: 0, failed: false };
  const attributes: Record<string, unknown> = {};
  fields(reader, (field) => {
    if (field === SPAN.id) span.id = hex(reader.bytes());
    else if (field === SPAN.parent) span.parent = hex(reader.bytes());
    else if (field === SPAN.name) span.name = reader.string();
    else if (field === SPAN.start) span.startedMs = msOf(Number(reader.fixed64()));
    else if (field === SPAN.attributes) readKeyValue(inside(reader), attributes, DEEPEST_VALUE);
    else if (field === SPAN.status) span.failed = isError(inside(reader));
    else return false;
    return true;
  });
  return { ...span, attributes };
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function isError(status: Reader): boolean {
  let code = 0;
  fields(status, (field) => {
    if (field !== STATUS_CODE) return false;
    code = status.int32();
    return true;
  });
  return code === STATUS_ERROR;
}

function readKeyValue(reader: Reader, into: Record<string, unknown>, deeper: number): void {
  let key = '';
  let value: unknown = null;
  fields(reader, (field) => {
    if (field === KEY) key = reader.string();
    else if (field === VALUE) value = anyValue(inside(reader), deeper);
    else return false;
    return true;
  });
  into[key] = value;
}

function anyValue(reader: Reader, deeper: number): unknown {
  if (deeper === 0) return null;
  let value: unknown = null;
  fields(reader, (field) => {
    if (field === ANY.string) value = reader.string();
    else if (field === ANY.bool) value = reader.bool();
    else if (field === ANY.int) value = Number(reader.int64());
    else if (field === ANY.double) value = reader.double();
    else if (field === ANY.array) value = listOf(inside(reader), deeper);
    else if (field === ANY.fields) value = recordOf(inside(reader), deeper);
    else return false;
    return true;
  });
  return value;
}

function listOf(reader: Reader, deeper: number): unknown[] {
  const list: unknown[] = [];
  each(reader, 1, (item) => list.push(anyValue(item, deeper - 1)));
  return list;
}

function recordOf(reader: Reader, deeper: number): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  each(reader, 1, (item) => readKeyValue(item, record, deeper - 1));
  return record;
}

import { z } from 'zod';
import { BadBatch, DEEPEST_VALUE, msOf, type Span, STATUS_ERROR } from './span.ts';

// The JSON of OTLP (specification, "JSON Protobuf Encoding"): 64 bit numbers as strings, ids in hexadecimal.
const keyValue = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()).nullish() });
const span = z.object({
  spanId: z.string(),
  parentSpanId: z.string().nullish(),
  name: z.string().default(''),
  startTimeUnixNano: z.union([z.string().regex(/^\d{1,20}$/), z.number().min(0)]).default(0),
  attributes: z.array(keyValue).nullish(),
  status: z.object({ code: z.union([z.number(), z.string()]).nullish() }).nullish(),
});
const batch = z.object({
  resourceSpans: z
    .array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span).nullish() })).nullish() }))
    .nullish()
    .transform((all) => all ?? []),
});

/** @throws BadBatch */
export function spansOfJson(body: Buffer): Span[] {
  const read = batch.safeParse(jsonOf(body));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new BadBatch(`${issue?.path.join('.') || 'the body'}: ${issue?.message}`);
  }
  return read.data.resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans ?? [])
    .flatMap(({ spans }) => spans ?? [])
    .map((found) => ({
      id: found.spanId.toLowerCase(),
      parent: (found.parentSpanId ?? '').toLowerCase(),
      name: found.name,
      startedMs: msOf(Number(found.startTimeUnixNano)),
      failed: found.status?.code === STATUS_ERROR || found.status?.code === 'STATUS_CODE_ERROR',
      attributes: attributesOf(found.attributes ?? [], DEEPEST_VALUE),
    }));
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new BadBatch('the body is not JSON.');
  }
}

type KeyValue = z.infer<typeof keyValue>;

const attributesOf = (list: readonly KeyValue[], deeper: number): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, anyValue(value, deeper)]));

/** An `AnyValue`. */
function anyValue(value: unknown, deeper: number): unknown {
  if (deeper === 0 || typeof value !== 'object' || value === null) return null;
  const any = value as Record<string, unknown>;
  if (any.intValue !== undefined) return Number(any.intValue);
  const list = (any.arrayValue as { values?: unknown } | undefined)?.values;
  if (Array.isArray(list)) return list.map((item) => anyValue(item, deeper - 1));
  const fields = z.object({ values: z.array(keyValue) }).safeParse(any.kvlistValue);
  if (fields.success) return attributesOf(fields.data.values, deeper - 1);
  return any.stringValue ?? any.boolValue ?? any.doubleValue ?? null;
}

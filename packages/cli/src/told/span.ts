/** A finished span, as far as it is read here. */
export interface Span {
  /** Hexadecimal, lower case. */
  id: string;
  parent: string;
  name: string;
  startedMs: number;
  failed: boolean;
  attributes: Readonly<Record<string, unknown>>;
}

/** A batch of spans that is none (opentelemetry-proto, `ExportTraceServiceRequest`). */
export class BadBatch extends Error {}

/** `STATUS_CODE_ERROR` of a span's status. */
export const STATUS_ERROR = 2;
/** Values inside each other that are followed. */
export const DEEPEST_VALUE = 16;
const NS_PER_MS = 1_000_000;

export const msOf = (unixNano: number): number => Math.round(unixNano / NS_PER_MS);

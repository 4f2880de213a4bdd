import type { TapeRow } from '@svc/twin-kit';

interface Defaults {
  seq: number;
  primary: string;
  /** The sandbox's twins; a row of another is the primary's. */
  known: ReadonlySet<string>;
}

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const count = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise;
const object = (value: unknown): Record<string, never> =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, never>;

/** A row as checks may rely on it, whatever its harness wrote: missing and mistyped fields get the value of a plain read. */
export function uploadedRow(value: object, { seq, primary, known }: Defaults): TapeRow {
  const row = value as Partial<Record<keyof TapeRow, unknown>>;
  const twin = text(row.twin, primary);
  const fidelity = row.fidelity;
  return {
    ...value,
    seq: Number.isInteger(row.seq) && (row.seq as number) > 0 ? (row.seq as number) : seq,
    ts: text(row.ts, ''),
    request_id: text(row.request_id, ''),
    twin: known.has(twin) ? twin : primary,
    method: text(row.method, '?'),
    path: text(row.path, '/'),
    request_headers: object(row.request_headers),
    request_body: row.request_body ?? null,
    status: count(row.status, 0),
    response_headers: object(row.response_headers),
    response_body: row.response_body ?? null,
    latency_ms: count(row.latency_ms, 0),
    state_mutation: row.state_mutation === true,
    state_delta: Array.isArray(row.state_delta) ? row.state_delta : null,
    tool: typeof row.tool === 'string' ? row.tool : null,
    fidelity: fidelity === 'semantic' || fidelity === 'shape' || fidelity === 'unsupported' ? fidelity : null,
  };
}

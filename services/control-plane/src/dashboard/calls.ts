import type { CallKind, CallSummary } from '@svc/contract/dashboard';
import { actionsOf, realTimeOf, type TapeRow } from '@svc/twin-kit';

const FIRST_REFUSAL = 400;
/** The session before a path. */
const SESSION = /^\/s\/[^/?]+/;
const PIECE_ROWS = 256;

/**
 * The summary of a tape in lines, each an array of some calls: a browser that read all of it at once would stand still meanwhile. Rows
 * that a harness uploaded may lack what ours have.
 *
 * @param primary of rows without a twin
 */
export async function* summaryText(lines: AsyncIterable<Buffer>, primary: string): AsyncGenerator<string> {
  let piece: string[] = [];
  for await (const line of lines) {
    if (line.length === 0) continue;
    piece.push(JSON.stringify(summaryOf(JSON.parse(line.toString()) as TapeRow, primary)));
    if (piece.length < PIECE_ROWS) continue;
    yield `[${piece.join(',')}]\n`;
    piece = [];
  }
  if (piece.length > 0) yield `[${piece.join(',')}]\n`;
}

/** @param primary of a row without a twin */
export function summaryOf(row: Partial<TapeRow> & Pick<TapeRow, 'method' | 'path' | 'status'>, primary: string): CallSummary {
  const told = { tool: null, state_delta: null, ...row } as TapeRow;
  const actions = actionsOf(told);
  return {
    seq: row.seq ?? 0,
    twin: row.twin ?? primary,
    method: row.method,
    path: row.path.replace(SESSION, '') || '/',
    status: row.status,
    kind: kindOf(told, actions.length > 0 && actions.every(({ refused }) => refused)),
    at: timeOf(told),
    ms: row.latency_ms ?? 0,
    tools: [...new Set(actions.flatMap(({ tool }) => (tool === null ? [] : [tool])))],
    ...(row.fault && { fault: row.fault.kind }),
    ...(row.inherited && { inherited: true }),
  };
}

function kindOf(row: TapeRow, allRefused: boolean): CallKind {
  if (row.fidelity === 'unsupported') return 'unsupported';
  if (row.state_mutation) return 'landed';
  return row.status >= FIRST_REFUSAL || row.status === 0 || allRefused ? 'refused' : 'read';
}

function timeOf(row: TapeRow): string {
  const at = realTimeOf(row);
  return Number.isFinite(at) ? new Date(at).toISOString() : '';
}

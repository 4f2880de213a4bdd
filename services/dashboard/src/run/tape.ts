import type { RunRecord } from '@svc/contract';
import type { CallSummary } from '@svc/contract/dashboard';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { pageData } from '../api.ts';

/** Calls that are asked for at once before the whole tape is there. */
const PIECE_CALLS = 500;

const NONE: readonly number[] = [];

/** Calls by their places; undefined for those that are not there yet. */
export type SparseCalls = readonly (CallSummary | undefined)[];

export interface RunTape {
  /** Every call, once all of them are there. */
  calls: readonly CallSummary[] | undefined;
  /** As many as the run's record tells, those that a reader looks at first. */
  rows: SparseCalls;
  error: Error | null;
  refetch(): void;
  /** Which places a reader looks at, counted from 1. */
  look(from: number, to: number): void;
}

/** The calls of a run. A long tape takes seconds: what is looked at comes before the rest of it. */
export function useTape({ id, tape_rows, trace_s3_key }: RunRecord): RunTape {
  const tape = useQuery({
    queryKey: ['tape', id],
    queryFn: ({ signal }) => pageData.tape(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Fifty thousand calls are not compared with those of before.
    structuralSharing: false,
  });
  // Drawn piece by piece: a long tape at once would have the page stand still.
  const calls = useDeferredValue(tape.data);
  const [asked, ask] = useState<readonly number[]>([]);
  const wanted = calls || tape.error || trace_s3_key === null || tape_rows <= PIECE_CALLS ? NONE : asked;
  const pieces = useQueries({
    queries: wanted.map((piece) => ({
      queryKey: ['tape', id, piece],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        pageData.tapeBetween(id, piece * PIECE_CALLS + 1, (piece + 1) * PIECE_CALLS, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine,
  });
  const rows = useMemo(() => {
    if (calls) return calls;
    const sparse: (CallSummary | undefined)[] = Array.from({ length: tape_rows });
    for (const [at, piece] of wanted.entries())
      for (const [offset, call] of (pieces[at] ?? []).entries()) sparse[piece * PIECE_CALLS + offset] = call;
    return sparse;
  }, [calls, tape_rows, wanted, pieces]);
  const look = useCallback(
    (from: number, to: number) =>
      ask((before) => {
        const pieceOf = (place: number) => Math.floor((Math.max(place, 1) - 1) / PIECE_CALLS);
        const more = [...new Set([pieceOf(from), pieceOf(to)])].filter((piece) => !before.includes(piece));
        return more.length > 0 ? [...before, ...more] : before;
      }),
    [],
  );
  return { calls, rows, error: tape.error, refetch: () => void tape.refetch(), look };
}

const combine = (results: UseQueryResult<CallSummary[]>[]): (CallSummary[] | undefined)[] => results.map(({ data }) => data);

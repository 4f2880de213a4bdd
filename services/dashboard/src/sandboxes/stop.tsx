import { ApiError } from '@svc/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../api.ts';
import { duration } from '../parts/duration.ts';
import { Failure } from '../parts/states.tsx';
import type { Ending } from './ending.ts';

const SECOND_MS = 1_000;

const openFor = (seconds: number): string => (seconds < 1 ? 'less than a second' : duration(seconds * SECOND_MS));

/** Asks the service what would be lost, says so, and stops the sandbox when its reader wants that all the same. */
export function Stop({ id, ending }: { id: string; ending: Ending }) {
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const refresh = () => Promise.all([['sandbox', id], ['sandboxes']].map((queryKey) => queries.invalidateQueries({ queryKey })));
  const ask = useMutation({
    mutationFn: () => whatIsLost(id),
    onSuccess: (lost) => (lost ? dialog.current?.showModal() : refresh()),
  });
  const stop = useMutation({
    mutationFn: (confirm_discard: string) => api.sandboxes.delete(id, { confirm_discard }),
    onMutate: ending.begin,
    onError: ending.comeToNothing,
    onSuccess: () => {
      dialog.current?.close();
      return refresh();
    },
  });
  return (
    <section>
      <h2>Stop it</h2>
      <p className="hint">A sandbox ends when it is graded. Stopping it ends it without a grade.</p>
      <button type="button" className="danger" disabled={ask.isPending} onClick={() => ask.mutate()}>
        Stop the sandbox
      </button>
      {ask.error && <Failure error={ask.error} />}
      <dialog ref={dialog} aria-label="Stop the sandbox">
        <p>
          This sandbox has not been graded. It was open for {openFor(ask.data?.open_seconds ?? 0)}; its calls and worlds are{' '}
          <strong>discarded</strong>, and it can't be graded afterwards.
        </p>
        {stop.error && <Failure error={stop.error} />}
        <div className="bar">
          <button
            type="button"
            className="danger"
            disabled={stop.isPending}
            onClick={() => stop.mutate(ask.data?.discard_token ?? '')}
          >
            Discard and stop
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it open
          </button>
        </div>
      </dialog>
    </section>
  );
}

interface Lost {
  open_seconds: number;
  discard_token: string;
}

/** @returns undefined where nothing is, as the sandbox is stopped already */
async function whatIsLost(id: string): Promise<Lost | undefined> {
  try {
    await api.sandboxes.delete(id);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.details.reason === 'ungraded_session') return error.details as unknown as Lost;
    if (error instanceof ApiError && error.type === 'session_expired') return undefined;
    throw error;
  }
}

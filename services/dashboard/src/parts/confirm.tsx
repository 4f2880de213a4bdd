import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Failure } from './states.tsx';

interface ConfirmProps {
  /** What the button says. */
  label: string;
  title: string;
  /** What is read again afterwards. */
  refresh: QueryKey;
  work: () => Promise<unknown>;
  done?: (() => void) | undefined;
  /** The question. */
  children: ReactNode;
}

/** A button whose work can't be undone: it asks before. */
export function Confirm({ label, title, refresh, work, done, children }: ConfirmProps) {
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const run = useMutation({
    mutationFn: work,
    onSuccess: () => {
      dialog.current?.close();
      return done ? done() : queries.invalidateQueries({ queryKey: refresh });
    },
  });
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} aria-label={title}>
        <p>{children}</p>
        {run.error && <Failure error={run.error} />}
        <div className="bar">
          <button type="button" className="danger" disabled={run.isPending} onClick={() => run.mutate()}>
            {label}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </div>
      </dialog>
    </>
  );
}

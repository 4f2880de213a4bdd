import type { RunRecord } from '@svc/contract';
import type { CallSummary } from '@svc/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Fork } from '../sandboxes/fork.tsx';
import { forkPoint } from '../sandboxes/fork-point.ts';
import { isOpen } from '../sandboxes/state.ts';

interface Props {
  run: RunRecord;
  calls: readonly CallSummary[];
  step: number;
}

/** Begins another sandbox with the worlds after the chosen call, where one is still open that had them: the run's own, or the one it was forked from. */
export function ForkOfRun({ run, calls, step }: Props) {
  const own = useIsOpen(run.session_id);
  const parent = useIsOpen(run.parent?.session_id);
  // A grade closes its sandbox: most runs have nothing to fork from.
  if (own) return <Fork id={run.session_id} at={forkPoint(calls, step)} />;
  if (!run.parent || !parent) return null;
  const shared = calls.slice(0, step).every(({ inherited }) => inherited);
  if (!shared)
    return <span className="fine">The sandbox that it was forked from is open: a call before the fork can be forked from.</span>;
  return (
    <>
      <Fork id={run.parent.session_id} at={forkPoint(calls, step)} />
      <span className="fine">from the sandbox that this one was forked from</span>
    </>
  );
}

function useIsOpen(id: string | undefined): boolean {
  const sandbox = useQuery({
    queryKey: ['sandbox', id],
    queryFn: () => api.sandboxes.get(id as string),
    enabled: id !== undefined,
    retry: false,
  });
  return sandbox.data !== undefined && isOpen(sandbox.data.state);
}

import type { Sandbox } from '@svc/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { liveEvidence } from '../evidence.ts';
import { Replay } from '../run/replay.tsx';
import { useStep } from '../run/step.ts';
import { Fork } from './fork.tsx';
import { forkPoint } from './fork-point.ts';
import { type Link, useLiveTape } from './live-tape.ts';

const LINKS: Record<Link, string> = {
  connecting: 'connecting…',
  live: 'live',
  lost: 'not connected; reload the page to follow on',
  ended: 'ended',
};

/** What the agent does, as it does it. @param paused once the sandbox is about to be closed */
export function Live({ sandbox, paused }: { sandbox: Sandbox; paused: boolean }) {
  const queries = useQueryClient();
  const { id, twins } = sandbox;
  const { calls, link } = useLiveTape(id, paused);
  const [step, setStep, following] = useStep(calls.length);
  const evidence = useMemo(() => liveEvidence({ id, twins }, calls, paused), [id, twins, calls, paused]);
  useEffect(() => {
    if (link === 'ended' || link === 'lost') void queries.invalidateQueries({ queryKey: ['sandbox', id] });
  }, [link, id, queries]);
  return (
    <section aria-labelledby="live-title">
      <h2 id="live-title">Calls and worlds</h2>
      <p className="bar">
        <span className={`link-state ${link}`} role="status">
          {LINKS[link]}
        </span>
        <button type="button" aria-pressed={following} onClick={() => setStep(following ? step : undefined)}>
          {following ? 'Following the last call' : 'Follow the last call'}
        </button>
        <Fork id={id} at={forkPoint(calls, step)} />
      </p>
      {calls.length === 0 ? (
        <p className="hint">No call yet. Connect an agent as shown below; each call appears here as it is answered.</p>
      ) : (
        <Replay evidence={evidence} calls={calls} rows={calls} step={step} onStep={setStep} />
      )}
    </section>
  );
}

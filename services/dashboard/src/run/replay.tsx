import type { RunRecord } from '@svc/contract';
import type { CallSummary } from '@svc/contract/dashboard';
import { useId, useState } from 'react';
import { CallDetail } from './call-detail.tsx';
import { Timeline } from './timeline.tsx';
import { Records, WorldChangesView } from './world.tsx';

interface Props {
  run: RunRecord;
  calls: readonly CallSummary[];
  /** After so many calls. */
  step: number;
  onStep(step: number): void;
}

const VIEWS = { call: 'Call', changes: 'Changes since the seed', records: 'Records' };
type View = keyof typeof VIEWS;

/** The tape, and beside it the call that is chosen on it and the world as it was then. */
export function Replay({ run, calls, step, onStep }: Props) {
  const [view, setView] = useState<View>('call');
  const [twin, setTwin] = useState(run.twins[0] ?? '');
  const call = calls[step - 1];
  const panel = useId();
  return (
    <div className="replay">
      <Slider calls={calls.length} step={step} onStep={onStep} />
      <Timeline calls={calls} twins={run.twins} step={step} onStep={onStep} />
      <div className="inspector">
        <div className="bar views">
          {Object.entries(VIEWS).map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              aria-controls={panel}
              onClick={() => setView(name as View)}
            >
              {label}
            </button>
          ))}
          {view !== 'call' && run.twins.length > 1 && (
            <label>
              of{' '}
              <select value={twin} onChange={({ target }) => setTwin(target.value)}>
                {run.twins.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
          )}
        </div>
        <div id={panel}>
          {view === 'call' && (call ? <CallDetail run={run.id} number={step} call={call} /> : <Before />)}
          {view === 'changes' && <WorldChangesView run={run.id} twin={twin} step={step} />}
          {view === 'records' && <Records run={run.id} twin={twin} step={step} />}
        </div>
      </div>
    </div>
  );
}

const Before = () => <p className="hint">This is the seed, before the first call. Move along the tape to see calls.</p>;

function Slider({ calls, step, onStep }: { calls: number; step: number; onStep(step: number): void }) {
  const id = useId();
  return (
    <div className="slider">
      <button type="button" aria-label="One call back" disabled={step === 0} onClick={() => onStep(step - 1)}>
        ‹
      </button>
      <input id={id} type="range" min={0} max={calls} value={step} onChange={({ target }) => onStep(Number(target.value))} />
      <button type="button" aria-label="One call on" disabled={step === calls} onClick={() => onStep(step + 1)}>
        ›
      </button>
      <label htmlFor={id}>
        {step === 0 ? 'The seed' : `After call ${step.toLocaleString()}`} of {calls.toLocaleString()}
      </label>
    </div>
  );
}

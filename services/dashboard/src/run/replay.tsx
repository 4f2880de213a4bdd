import type { CallSummary } from '@svc/contract/dashboard';
import { useId, useState } from 'react';
import type { Evidence } from '../evidence.ts';
import { Loading } from '../parts/states.tsx';
import { CallDetail } from './call-detail.tsx';
import { Lanes } from './lanes-view.tsx';
import type { SparseCalls } from './tape.ts';
import { Timeline } from './timeline.tsx';
import { Records, WorldChangesView } from './world.tsx';

interface Props {
  evidence: Evidence;
  /** Undefined until all of them are there. */
  calls: readonly CallSummary[] | undefined;
  /** As many as there are, those that are there already. */
  rows: SparseCalls;
  /** After so many calls. */
  step: number;
  onStep(step: number): void;
  /** Which places are in sight, counted from 1. */
  onLook?: (from: number, to: number) => void;
}

const VIEWS = { call: 'Call', changes: 'Changes since the seed', records: 'Records' };
type View = keyof typeof VIEWS;

/** The tape, and beside it the call that is chosen on it and the world as it was then. */
export function Replay({ evidence, calls, rows, step, onStep, onLook }: Props) {
  const { twins } = evidence;
  const [view, setView] = useState<View>('call');
  const [twin, setTwin] = useState(twins[0] ?? '');
  const panel = useId();
  return (
    <div className="replay">
      {calls ? <Lanes calls={calls} step={step} onStep={onStep} /> : <Awaited count={rows.length} />}
      <Slider calls={rows.length} step={step} onStep={onStep} />
      <Timeline calls={rows} whole={calls !== undefined} twins={twins} step={step} onStep={onStep} {...(onLook && { onLook })} />
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
          {view !== 'call' && twins.length > 1 && (
            <label>
              of{' '}
              <select value={twin} onChange={({ target }) => setTwin(target.value)}>
                {twins.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
          )}
        </div>
        <div id={panel}>
          {view === 'call' && (step > 0 ? <CallDetail evidence={evidence} number={step} call={rows[step - 1]} /> : <Before />)}
          {view === 'changes' && <WorldChangesView evidence={evidence} twin={twin} step={step} />}
          {view === 'records' && <Records evidence={evidence} twin={twin} step={step} />}
        </div>
      </div>
    </div>
  );
}

const Awaited = ({ count }: { count: number }) => (
  <div className="lanes awaited">
    <Loading what={`all ${count.toLocaleString()} calls`} />
  </div>
);

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

import type { CallKind, CallSummary } from '@svc/contract/dashboard';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { latency } from '../parts/duration.ts';
import { Time } from '../parts/time.tsx';
import { useWindow } from '../parts/window.ts';
import type { SparseCalls } from './tape.ts';

const ROW_PX = 28;
const BORDERS_PX = 2;
const PAGE_ROWS = 15;
const KINDS: Record<CallKind, { mark: string; label: string }> = {
  landed: { mark: '●', label: 'landed' },
  read: { mark: '○', label: 'read' },
  refused: { mark: '✕', label: 'refused' },
  unsupported: { mark: '?', label: 'unsupported' },
};

interface Props {
  calls: SparseCalls;
  /** Whether all of them are there: filters look through all. */
  whole: boolean;
  twins: readonly string[];
  step: number;
  onStep(step: number): void;
  /** Which places are in sight, counted from 1. */
  onLook?: (from: number, to: number) => void;
}

interface Wanted {
  kind: string;
  twin: string;
  text: string;
}

/** Every call in its order. It draws only what is in sight: a run may have 50,000. */
export function Timeline({ calls, whole, twins, step, onStep, onLook }: Props) {
  const [wanted, setWanted] = useState<Wanted>({ kind: '', twin: '', text: '' });
  const places = useMatching(calls, useDeferredValue(wanted));
  return (
    <div className="timeline">
      <Filters calls={calls} whole={whole} twins={twins} wanted={wanted} onChange={setWanted} />
      {places.length > 0 ? (
        <Rows calls={calls} places={places} several={twins.length > 1} step={step} onStep={onStep} {...(onLook && { onLook })} />
      ) : (
        <p className="hint">No call is like that. Clear the filter to see all.</p>
      )}
      <p className="fine" role="status">
        {places.length === calls.length
          ? `${calls.length.toLocaleString()} calls`
          : `${places.length.toLocaleString()} of ${calls.length.toLocaleString()} calls`}
        {!whole && '. They can be searched once all are loaded.'}
      </p>
    </div>
  );
}

/** Places of the calls that are asked for, counted from 1. */
function useMatching(calls: SparseCalls, { kind, twin, text }: Wanted): number[] {
  return useMemo(() => {
    const places: number[] = [];
    const part = text.trim().toLowerCase();
    calls.forEach((call, index) => {
      if (!call) {
        places.push(index + 1);
        return;
      }
      if (kind && call.kind !== kind) return;
      if (twin && call.twin !== twin) return;
      if (
        part &&
        !`${call.method} ${call.path} ${call.status} ${call.tools.join(' ')} ${call.fault ?? ''}`.toLowerCase().includes(part)
      )
        return;
      places.push(index + 1);
    });
    return places;
  }, [calls, kind, twin, text]);
}

function countsOf(calls: SparseCalls): Record<CallKind, number> {
  const counts = { landed: 0, read: 0, refused: 0, unsupported: 0 };
  for (const call of calls) if (call) counts[call.kind] += 1;
  return counts;
}

interface FiltersProps {
  calls: SparseCalls;
  whole: boolean;
  twins: readonly string[];
  wanted: Wanted;
  onChange(wanted: Wanted): void;
}

function Filters({ calls, whole, twins, wanted, onChange }: FiltersProps) {
  const counts = useMemo(() => countsOf(calls), [calls]);
  return (
    <search className="filters">
      <label>
        Calls{' '}
        <select value={wanted.kind} disabled={!whole} onChange={({ target }) => onChange({ ...wanted, kind: target.value })}>
          <option value="">all</option>
          {Object.entries(KINDS).map(([kind, { label }]) => (
            <option key={kind} value={kind}>
              {label} {whole && `(${counts[kind as CallKind].toLocaleString()})`}
            </option>
          ))}
        </select>
      </label>
      {twins.length > 1 && (
        <label>
          Twin{' '}
          <select value={wanted.twin} disabled={!whole} onChange={({ target }) => onChange({ ...wanted, twin: target.value })}>
            <option value="">all</option>
            {twins.map((twin) => (
              <option key={twin}>{twin}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        Search{' '}
        <input
          type="search"
          disabled={!whole}
          size={24}
          value={wanted.text}
          placeholder="action, path or status"
          onChange={({ target }) => onChange({ ...wanted, text: target.value })}
        />
      </label>
    </search>
  );
}

interface RowsProps extends Pick<Props, 'calls' | 'step' | 'onStep' | 'onLook'> {
  places: readonly number[];
  /** Whether rows tell whose they are. */
  several: boolean;
}

function Rows({ calls, places, several, step, onStep, onLook }: RowsProps) {
  const id = useId();
  const chosen = places.indexOf(step);
  const { scroller, from, to, onScroll, show } = useWindow(places.length, ROW_PX);
  useEffect(() => {
    if (chosen >= 0) show(chosen);
  }, [chosen, show]);
  const [first, last] = [places[from] ?? 1, places[to - 1] ?? 1];
  useEffect(() => onLook?.(first, last), [onLook, first, last]);
  const moves: Record<string, number> = {
    ArrowDown: chosen + 1,
    ArrowUp: chosen - 1,
    PageDown: chosen + PAGE_ROWS,
    PageUp: chosen - PAGE_ROWS,
    Home: 0,
    End: places.length - 1,
  };
  const move = (event: KeyboardEvent) => {
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onStep(places[Math.min(Math.max(to, 0), places.length - 1)] ?? step);
  };
  const height = places.length * ROW_PX;
  const active = chosen >= from && chosen < to ? `${id}-${step}` : undefined;
  return (
    <div
      ref={scroller}
      className="rows"
      style={{ height: height + BORDERS_PX }}
      role="listbox"
      tabIndex={0}
      aria-label="Calls"
      aria-activedescendant={active}
      onKeyDown={move}
      onScroll={onScroll}
    >
      <div style={{ height }} role="presentation">
        {places.slice(from, to).map((place, index) => (
          <Row
            key={place}
            id={`${id}-${place}`}
            call={calls[place - 1]}
            place={place}
            of={places.length}
            at={from + index + 1}
            top={(from + index) * ROW_PX}
            chosen={place === step}
            later={place > step}
            several={several}
            onStep={onStep}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  id: string;
  /** Undefined until it is there. */
  call: CallSummary | undefined;
  place: number;
  of: number;
  at: number;
  top: number;
  chosen: boolean;
  /** It comes after the world that is looked at. */
  later: boolean;
  several: boolean;
  onStep(step: number): void;
}

const Row = memo(function Row({ id, call, place, of, at, top, chosen, later, several, onStep }: RowProps) {
  const kind = call ? ` ${call.kind}` : '';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, as list boxes do
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names this row as the active one
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-setsize={of}
      aria-posinset={at}
      className={`row${kind}${later ? ' later' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onStep(place)}
    >
      <span className="place">{place}</span>
      {call ? <Told call={call} several={several} /> : <span className="what">…</span>}
    </div>
  );
});

function Told({ call, several }: { call: CallSummary; several: boolean }) {
  const { mark, label } = KINDS[call.kind];
  return (
    <>
      <span className="kind" title={label}>
        <span aria-hidden="true">{mark}</span>
        <span className="unseen">{label}</span>
      </span>
      <span className="when">
        <Time at={call.at} clock />
      </span>
      {several && <span className="twin">{call.twin}</span>}
      <span className="status">{call.status || '–'}</span>
      <span className="what" title={`${call.method} ${call.path}`}>
        {call.tools.length > 0 && <strong>{call.tools.join(', ')}</strong>}{' '}
        <span>
          {call.method} {call.path}
        </span>
      </span>
      {(call.fault || call.inherited) && <span className="tag">{call.fault ?? 'before the fork'}</span>}
      <span className="ms">{latency(call.ms)}</span>
    </>
  );
}

import type { CallKind, CallSummary } from '@svc/contract/dashboard';
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { duration } from '../parts/duration.ts';
import { inSlices } from '../parts/slices.ts';
import { type Drawn, drawnOf, KINDS, marksOf, nearestIn, stretchesOf } from './lanes.ts';

const LANE_PX = 18;
const MARK_PX = 10;
const DOT_PX = 5;
const COLOURS: Record<CallKind, string> = {
  read: '--soft',
  landed: '--good',
  refused: '--bad',
  unsupported: '--warn',
};

interface Props {
  calls: readonly CallSummary[];
  step: number;
  onStep(step: number): void;
}

/** What was asked when: a lane for each action, a mark for each call, in its colour. The list below has the same for those who can't see it. */
export function Lanes({ calls, step, onStep }: Props) {
  const { lanes, positions } = useDrawn(calls);
  const several = new Set(lanes.map(({ twin }) => twin)).size > 1;
  const { first, took } = useMemo(() => spanOf(calls), [calls]);
  return (
    <figure className="lanes">
      <div className="lane-names">
        {lanes.map(({ twin, name, places }) => (
          <span key={`${twin} ${name}`} style={{ height: LANE_PX }} title={`${name}: ${places.length.toLocaleString()} calls`}>
            {several && twin !== '' && <span className="fine">{twin} </span>}
            {name} <span className="fine">{places.length.toLocaleString()}</span>
          </span>
        ))}
      </div>
      <Drawing lanes={lanes} calls={calls} positions={positions} step={step} onStep={onStep} />
      <figcaption className="fine">
        {first && `${duration(took)} from ${first}. `}
        <span className="legend landed">changed a world</span> <span className="legend read">read</span>{' '}
        <span className="legend refused">refused</span> <span className="legend unsupported">not supported</span>
      </figcaption>
    </figure>
  );
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

function spanOf(calls: readonly CallSummary[]): { first: string; took: number } {
  const [begin, end] = [Date.parse(calls[0]?.at ?? ''), Date.parse(calls.at(-1)?.at ?? '')];
  if (!Number.isFinite(begin) || !Number.isFinite(end)) return { first: '', took: 0 };
  return { first: CLOCK.format(new Date(begin)), took: Math.max(0, end - begin) };
}

const NOTHING: Drawn = { lanes: [], positions: new Float64Array() };

function useDrawn(calls: readonly CallSummary[]): Drawn {
  const [drawn, setDrawn] = useState(NOTHING);
  useEffect(() => {
    let over = false;
    const pause = inSlices();
    const goOn = async () => {
      await pause();
      if (over) throw new Error('Other calls are to be drawn.');
    };
    drawnOf(calls, goOn).then(setDrawn, () => undefined);
    return () => {
      over = true;
    };
  }, [calls]);
  return drawn;
}

interface DrawingProps extends Props, Drawn {}

function Drawing({ lanes, calls, positions, step, onStep }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const height = lanes.length * LANE_PX;
  const columns = Math.max(1, Math.floor(width - DOT_PX));
  const marks = useMemo(() => lanes.map((lane) => marksOf(lane, calls, positions, columns)), [lanes, calls, positions, columns]);
  const dark = useDark();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read off the page, and change with its theme
  useEffect(() => {
    const brush = canvas.current?.getContext('2d');
    if (!brush || width === 0) return;
    const scale = devicePixelRatio;
    brush.canvas.width = width * scale;
    brush.canvas.height = height * scale;
    brush.scale(scale, scale);
    const colourOf = coloursOf(brush.canvas);
    brush.fillStyle = colourOf('--line');
    for (let at = 0; at < lanes.length; at++) brush.fillRect(0, at * LANE_PX + LANE_PX - 1, width, 1);
    // One colour after the other, and what is beside itself as one: a long tape has a mark in every column.
    for (const kind of KINDS) {
      brush.fillStyle = colourOf(COLOURS[kind]);
      for (const [at, ofLane] of marks.entries()) {
        const top = at * LANE_PX + (LANE_PX - MARK_PX) / 2;
        for (const { from, to } of stretchesOf(ofLane, kind)) brush.fillRect(from, top, to - from + DOT_PX, MARK_PX);
      }
    }
  }, [marks, lanes, width, height, columns, dark]);
  const choose = ({ nativeEvent: { offsetX, offsetY } }: MouseEvent) => {
    const lane = lanes[Math.floor(offsetY / LANE_PX)];
    const place = lane && nearestIn(lane, positions, (offsetX - DOT_PX / 2) / columns);
    if (place !== undefined) onStep(place);
  };
  const said = lanes.map(({ twin, name, places }) => `${twin} ${name}: ${places.length}`.trim()).join('; ');
  const now = Math.round((positions[step - 1] ?? 1) * (columns - 1)) + DOT_PX / 2 - 1;
  return (
    <div className="drawing">
      <canvas ref={canvas} style={{ height }} role="img" aria-label={`Calls over time. ${said}`} onClick={choose} />
      {step > 0 && lanes.length > 0 && <span className="now" style={{ transform: `translateX(${now}px)` }} />}
    </div>
  );
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return width;
}

function useDark(): boolean {
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const change = () => setDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return dark;
}

/** Colours as the theme has them now: a canvas knows no variables. */
function coloursOf(element: HTMLElement): (variable: string) => string {
  const known = new Map<string, string>();
  return (variable) => {
    const there = known.get(variable);
    if (there !== undefined) return there;
    element.style.color = `var(${variable})`;
    const colour = getComputedStyle(element).color;
    element.style.color = '';
    known.set(variable, colour);
    return colour;
  };
}

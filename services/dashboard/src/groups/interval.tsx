import type { IntervalReport } from '@svc/contract';

const WIDTH = 140;
const HEIGHT = 14;

interface Props {
  of: IntervalReport | null;
  /** The ends of the scale. */
  from: number;
  to: number;
  say(value: number): string;
}

/** An estimate with its 95 % interval, in figures and drawn to a scale. */
export function Interval({ of, from, to, say }: Props) {
  if (of === null) return <span className="fine">–</span>;
  const x = (value: number) => ((Math.min(Math.max(value, from), to) - from) / (to - from)) * WIDTH;
  const middle = HEIGHT / 2;
  return (
    <span className="interval" title={`95 % interval, ${of.method}`}>
      <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
        <line x1={0} x2={WIDTH} y1={middle} y2={middle} className="scale" />
        {from < 0 && <line x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT} className="scale" />}
        <rect x={x(of.low)} y={middle - 3} width={Math.max(1, x(of.high) - x(of.low))} height={6} rx={3} />
        <circle cx={Math.min(Math.max(x(of.value), 4), WIDTH - 4)} cy={middle} r={4} />
      </svg>
      <strong>{say(of.value)}</strong>
      <span className="fine">
        {say(of.low)} to {say(of.high)}
      </span>
    </span>
  );
}

const PERCENT = 100;
export const share = (value: number): string => `${Math.round(value * PERCENT)} %`;
export const score = (value: number): string => (Math.round(value * 10) / 10).toLocaleString();
export const difference = (value: number): string => `${value > 0 ? '+' : ''}${score(value)}`;

import type { RunPoint } from '@svc/contract/dashboard';

const WIDTH = 120;
const HEIGHT = 22;
const EDGE = 3;
const FULL = 100;
/** More points than that are no line any more. */
const MOST_POINTS = 40;

/** The scores of runs, oldest first; each point tells how its run came out. */
export function Sparkline({ runs, of }: { runs: readonly RunPoint[]; of: string }) {
  const shown = runs.slice(-MOST_POINTS);
  const x = (index: number) => (shown.length === 1 ? WIDTH / 2 : EDGE + (index * (WIDTH - 2 * EDGE)) / (shown.length - 1));
  const y = (score: number) => HEIGHT - EDGE - (score * (HEIGHT - 2 * EDGE)) / FULL;
  const scored = shown.flatMap(({ satisfaction_score: score }, index) => (score === null ? [] : [`${x(index)},${y(score)}`]));
  const told = shown
    .map(({ satisfaction_score: score, outcome }) => (score === null ? outcome : `${score} ${outcome}`))
    .join(', ');
  return (
    <svg className="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={`Scores of ${of}, oldest first: ${told}`}>
      <line x1={EDGE} x2={WIDTH - EDGE} y1={y(FULL)} y2={y(FULL)} className="full" />
      <polyline points={scored.join(' ')} />
      {shown.map(({ id, satisfaction_score: score, outcome }, index) => (
        <circle key={id} className={outcome} cx={x(index)} cy={y(score ?? 0)} r={shown.length > 20 ? 1.5 : 2.25} />
      ))}
    </svg>
  );
}

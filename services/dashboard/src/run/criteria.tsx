import type { CriterionResult, RunRecord } from '@svc/contract';
import { Badge } from '../parts/badge.tsx';

interface Props {
  run: RunRecord;
  /** Whether the tape at hand has the row. */
  knows(twin: string | null, seq: number): boolean;
  onRow(twin: string | null, seq: number): void;
}

export function Criteria({ run, ...rows }: Props) {
  if (run.criteria_results.length === 0) return null;
  return (
    <section>
      <h2>Criteria</h2>
      <ol className="criteria">
        {run.criteria_results.map((result) => (
          <Criterion
            key={result.id}
            result={result}
            several={run.twins.length > 1}
            narrated={run.evaluator.judge_model !== null}
            {...rows}
          />
        ))}
      </ol>
    </section>
  );
}

interface CriterionProps extends Omit<Props, 'run'> {
  result: CriterionResult;
  several: boolean;
  /** Whether what is said of model criteria is a narrator's. */
  narrated: boolean;
}

function Criterion({ result, several, narrated, knows, onRow }: CriterionProps) {
  const remarks = [
    several && result.twin,
    result.check_id,
    result.already_true && 'held in the seed already',
    result.kind === 'model' && narrated && 'commented on, never scored',
  ];
  const origin = remarks.filter(Boolean).join(' · ');
  return (
    <li>
      <Badge of={result.status} />
      <div>
        <p className="sentence">{result.text}</p>
        <p className="reason">
          {piecesOf(result.reason).map(({ text, row, at }) =>
            row !== undefined && knows(result.twin, row) ? (
              <button key={at} type="button" className="link" onClick={() => onRow(result.twin, row)}>
                {text}
              </button>
            ) : (
              <span key={at}>{text}</span>
            ),
          )}
        </p>
        {origin && <p className="fine">{origin}</p>}
      </div>
    </li>
  );
}

interface Piece {
  text: string;
  /** Where it begins. */
  at: number;
  row?: number;
}

/** A reason, with the tape rows that it names apart. */
function piecesOf(reason: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: text, 1: row, index } of reason.matchAll(/\brow (\d{1,9})\b/g)) {
    pieces.push({ text: reason.slice(at, index), at }, { text, at: index, row: Number(row) });
    at = index + text.length;
  }
  return [...pieces, { text: reason.slice(at), at }];
}

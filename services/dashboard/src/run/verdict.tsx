import type { RunRecord } from '@svc/contract';
import { recoveredInWords } from '@svc/contract/recovered';
import { Badge } from '../parts/badge.tsx';

const FULL = 100;

type OnRow = (twin: string, seq: number) => void;

/** The score with what it is a share of, and what a reader must know before it. */
export function Verdict({ run, onRow }: { run: RunRecord; onRow: OnRow }) {
  return (
    <section className="verdict" aria-label="Verdict">
      <p className="score">
        <Badge of={run.outcome} />{' '}
        <strong>{run.satisfaction_score === null ? 'Not graded' : `${run.satisfaction_score} / 100`}</strong>{' '}
        <span>{shareOf(run)}</span>
      </p>
      {run.outcome_reason !== null && (
        <p className="remark">
          <strong>Errored.</strong> {run.outcome_reason} It passes nothing, and says nothing for or against the agent.
        </p>
      )}
      {run.vacuous && (
        <p className="remark">
          <strong>Vacuous.</strong> Everything that passed was so in the seed already. Nothing shows that the agent did its task.
        </p>
      )}
      <Met
        title="Unsupported calls."
        means="There the twins fell short, not the agent:"
        met={run.unsupported_calls.map(({ call, ...rest }) => ({ what: call, ...rest }))}
        onRow={onRow}
      />
      <Met
        title="Injected faults."
        means="The sandbox was asked to make them:"
        met={run.injected_faults.map(({ kind, ...rest }) => ({ what: kind, ...rest }))}
        onRow={onRow}
      />
      {run.recovered.map((one) => (
        <p className="remark" key={`${one.twin} ${one.at}`}>
          <strong>Lost calls.</strong> {recoveredInWords(one)}
        </p>
      ))}
    </section>
  );
}

function shareOf({
  criteria_breakdown: counts,
  satisfaction_score: score,
  pass_threshold: threshold,
  outcome,
}: RunRecord): string {
  if (score === null) return 'No criteria were declared.';
  const excluded = `${counts.skipped} excluded as already true in the seed`;
  if (outcome === 'errored') return `The trial errored, so no criterion was evaluated; ${excluded}.`;
  if (counts.denominator === 0) return `No criterion was left to evaluate; ${excluded}.`;
  return `${counts.passed} of ${counts.denominator} evaluated criteria passed, ${excluded}. It passes with ${threshold}${threshold < FULL ? ' or more' : ''}.`;
}

interface MetProps {
  title: string;
  means: string;
  met: readonly { twin: string; what: string; count: number; first_row: number }[];
  onRow: OnRow;
}

function Met({ title, means, met, onRow }: MetProps) {
  if (met.length === 0) return null;
  return (
    <div className="remark">
      <strong>{title}</strong> {means}
      <ul>
        {met.map(({ twin, what, count, first_row }) => (
          <li key={`${twin} ${what}`}>
            {twin}: <code>{what}</code>, {count === 1 ? 'once' : `${count} times`},{' '}
            <button type="button" className="link" onClick={() => onRow(twin, first_row)}>
              first in row {first_row}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

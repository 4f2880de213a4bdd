import type { CriterionStatus, RunOutcome } from '@svc/contract';

type Tone = 'good' | 'bad' | 'warn' | 'calm';

const TONES: Record<RunOutcome | CriterionStatus, Tone> = {
  passed: 'good',
  failed: 'bad',
  errored: 'warn',
  ungraded: 'calm',
  skipped: 'calm',
  unmatched: 'warn',
  model: 'calm',
  not_gradable: 'warn',
};

/** An outcome or a verdict: told by its word, not by its colour alone. */
export const Badge = ({ of }: { of: RunOutcome | CriterionStatus }) => (
  <span className={`badge ${TONES[of]}`}>{of.replaceAll('_', ' ')}</span>
);

import type { CriterionStatus, RunOutcome, SandboxState } from '@svc/contract';

type Tone = 'good' | 'bad' | 'warn' | 'calm';

type Told = RunOutcome | CriterionStatus | SandboxState;

const TONES: Record<Told, Tone> = {
  passed: 'good',
  failed: 'bad',
  errored: 'warn',
  ungraded: 'calm',
  skipped: 'calm',
  unmatched: 'warn',
  model: 'calm',
  not_gradable: 'warn',
  provisioning: 'calm',
  ready: 'good',
  running: 'good',
  done: 'calm',
  expired: 'calm',
};

/** An outcome, a verdict or a state: told by its word, not by its colour alone. */
export const Badge = ({ of }: { of: Told }) => <span className={`badge ${TONES[of]}`}>{of.replaceAll('_', ' ')}</span>;

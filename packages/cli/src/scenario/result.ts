import type { AgentUsage, CriterionResult, InjectedFault, RecoveredTwin, UnsupportedCall } from '@svc/contract';
import type { Attempt } from './attempt.ts';
import type { TrialContext } from './context.ts';
import type { ScenarioFile } from './files.ts';
import type { RunDirectory, RunMeta } from './run-directory.ts';

/** What is known of every run that came to its end. */
interface Ended {
  scenario: string;
  path: string;
  trial: number;
  group_id: string;
  run_dir: string;
  calls: number;
  exit_code: number;
  stop_reason: string;
  duration_ms: number;
  /** What the agent's models used, as it told; null where it didn't. */
  agent_usage: AgentUsage | null;
}

/** Recorded on this machine; nothing is graded. */
export interface LocalResult extends Ended {
  verdict: 'captured';
}

export interface HostedResult extends Ended {
  session_id: string;
  /** Null when nothing could be graded. */
  run_id: string | null;
  score: number | null;
  threshold: number;
  verdict: 'passed' | 'not_passed' | 'errored';
  /** Why it errored, or what it fell short of. */
  reason?: string;
  /** True when all that passed was so in the seed already. */
  vacuous: boolean;
  unsupported_calls: UnsupportedCall[];
  injected_faults: InjectedFault[];
  /** Twins that lost what came after a copy of them, as their hosts were lost. */
  recovered: RecoveredTwin[];
  criteria: CriterionResult[];
  urls: RunUrls | null;
}

/** A run that the service, a twin or this machine failed. */
export interface FailedResult {
  scenario: string;
  path: string;
  trial: number;
  group_id: string;
  verdict: 'error';
  reason: string;
}

export type Result = LocalResult | HostedResult | FailedResult;

export interface RunUrls {
  report: string;
  trace: string;
  state: string;
}

export const hasSucceeded = ({ verdict }: Result): boolean => verdict === 'passed' || verdict === 'captured';

/** The trial didn't happen as it should: it counts neither for nor against the agent. */
export const hasErrored = ({ verdict }: Result): boolean => verdict === 'errored' || verdict === 'error';

/** The criteria that kept a run from passing. */
export const unmetOf = (result: Result): CriterionResult[] =>
  'criteria' in result && result.verdict === 'not_passed'
    ? result.criteria.filter(({ status }) => status === 'failed' || status === 'unmatched' || status === 'not_gradable')
    : [];

export const runUrls = (baseUrl: string, runId: string): RunUrls => {
  const run = `${baseUrl}/runs/${runId}`;
  return { report: `${run}/report.md`, trace: `${run}/trace`, state: `${run}/state` };
};

export const endedOf = (
  context: TrialContext,
  file: ScenarioFile,
  directory: RunDirectory,
  { outcome, calls, told }: Attempt,
): Ended => ({
  scenario: file.name,
  path: file.path,
  trial: context.trial,
  group_id: context.groupId,
  run_dir: directory.path,
  calls,
  exit_code: outcome.exitCode,
  stop_reason: outcome.stopReason,
  duration_ms: outcome.durationMs,
  agent_usage: told.usage ?? null,
});

export const metaOf = (
  context: TrialContext,
  file: ScenarioFile,
  directory: RunDirectory,
  { outcome, startedAt }: Attempt,
  place: Pick<RunMeta, 'mode' | 'session_id' | 'run_id'>,
): RunMeta => ({
  id: directory.id,
  scenario: file.name,
  scenario_path: file.path,
  task: file.prompt,
  twins: file.twins,
  ...place,
  trial: context.trial,
  group_id: context.groupId,
  agent_command: context.agent.command,
  exit_code: outcome.exitCode,
  stop_reason: outcome.stopReason,
  duration_ms: outcome.durationMs,
  started_at: startedAt.toISOString(),
  finished_at: new Date().toISOString(),
});

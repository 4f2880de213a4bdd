import { MAX_SCORE, type RunRecord, runIdSchema, ServiceError } from '@svc/contract';
import type { RunTable } from '@svc/platform';
import type { Selectable } from 'kysely';
import type { Service } from '../service.ts';

export type StoredRun = Selectable<RunTable>;

/** @throws ServiceError `not_found` for unknown ids and other teams' alike. */
export async function findRun(service: Service, teamId: string, id: string): Promise<StoredRun> {
  const run = runIdSchema.safeParse(id).success
    ? await service.database.selectFrom('runs').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst()
    : undefined;
  if (!run) throw new ServiceError('not_found', { message: 'There is no such run.' });
  return run;
}

export const dashboardUrl = ({ config }: Service, runId: string): string => `${config.dashboardUrl}/runs/${runId}`;

/** What runs say that were graded before these were told. */
const EARLIER = {
  pass_threshold: MAX_SCORE,
  outcome_reason: null,
  vacuous: false,
  unsupported_calls: [],
  injected_faults: [],
  recovered: [],
  regraded_from: null,
  state_initial_keys: {},
  state_seed_keys: {},
  parent: null,
  agent_usage: null,
  transcript: [],
};

/** The record as the worker stored it, with the address of this deployment's dashboard. */
export const runRecord = (service: Service, run: StoredRun): RunRecord => {
  const record = { ...EARLIER, outcome: run.outcome, ...run.record } as unknown as RunRecord;
  return { ...record, dashboard_url: dashboardUrl(service, run.id) };
};

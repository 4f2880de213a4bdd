import { type RunOutcome, sessionIdSchema } from '@svc/contract';
import type { GroupLine, RunPoint, RunValues, SandboxLine } from '@svc/contract/dashboard';
import { OPEN_STATES } from '@svc/platform';
import { sql } from 'kysely';
import { send } from '../http/send.ts';
import { invalidField } from '../http/validate.ts';
import { tryToRecordActivity } from '../sandboxes/activity.ts';
import { isoOrNull } from '../sandboxes/view.ts';
import type { Service } from '../service.ts';
import type { PageHandler } from './mount.ts';

/** Sandboxes in one answer; a page asks for those after the last one. */
const SANDBOXES = 100;

/** The team's sandboxes, newest first: of `?open=1` those that are open, of `?after=` those that come after one. */
export const listSandboxLines: PageHandler = async (service, { team }, { query }, response) => {
  await tryToRecordActivity(service);
  let select = service.database
    .selectFrom('sandboxes')
    .leftJoin('runs', (join) => join.onRef('runs.sandbox_id', '=', 'sandboxes.id').on('runs.regraded_from', 'is', null))
    .select(['sandboxes.id', 'sandboxes.state', 'sandboxes.twins', 'sandboxes.task_name', 'sandboxes.group_id'])
    .select(['sandboxes.created_at', 'sandboxes.expires_at', 'sandboxes.closed_at', 'sandboxes.idle_ms'])
    .select(['sandboxes.last_request_at', 'sandboxes.last_activity_at', 'runs.id as run_id'])
    .where('sandboxes.team_id', '=', team.id);
  if (query.open !== undefined) select = select.where('sandboxes.state', 'in', OPEN_STATES);
  if (query.after !== undefined) {
    const last = await lastOfPage(service, team.id, query.after);
    select = select.where(sql<boolean>`(sandboxes.created_at, sandboxes.id) < (${last.created_at}, ${last.id})`);
  }
  const rows = await select.orderBy('sandboxes.created_at', 'desc').orderBy('sandboxes.id', 'desc').limit(SANDBOXES).execute();
  const body = rows.map(({ id, state, twins, task_name, group_id, run_id, ...times }): SandboxLine => {
    const idleAt = new Date(times.last_activity_at.getTime() + times.idle_ms);
    const idle = idleAt < times.expires_at;
    return {
      id,
      state,
      twins,
      task_name,
      group_id,
      created_at: times.created_at.toISOString(),
      last_request_at: isoOrNull(times.last_request_at),
      ends_at: (idle ? idleAt : times.expires_at).toISOString(),
      idle,
      closed_at: isoOrNull(times.closed_at),
      run_id,
    };
  });
  send(response, { status: 200, body });
};

/** @throws ServiceError 422 for unknown ids and other teams' alike */
async function lastOfPage({ database }: Service, teamId: string, after: unknown) {
  const { data: id } = sessionIdSchema.safeParse(after);
  const sandbox =
    id &&
    (await database
      .selectFrom('sandboxes')
      .select(['id', 'created_at'])
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .executeTakeFirst());
  if (!sandbox) throw invalidField('after', 'is not a sandbox of the team');
  return sandbox;
}

/** Values of a filter that are offered. */
const VALUES = 200;
const FILTERED = ['task_name', 'group_id', 'agent_model', 'agent_version'] as const;

/** What the team's runs can be filtered by. */
export const listRunValues: PageHandler = async ({ database }, { team }, _request, response) => {
  const values = await Promise.all(
    FILTERED.map(async (name) => {
      const rows = await database
        .selectFrom('runs')
        .select(name)
        .where('team_id', '=', team.id)
        .where(name, 'is not', null)
        .groupBy(name)
        .orderBy(({ fn }) => fn.max('created_at'), 'desc')
        .limit(VALUES)
        .execute();
      return [name, rows.map((row) => (row as Record<string, string>)[name])];
    }),
  );
  send(response, { status: 200, body: Object.fromEntries(values) as RunValues });
};

/** Those with the latest runs. */
const GROUPS = 200;
/** More points than that are no line any more. */
const POINTS = 40;

/** The team's groups of trials, those with the latest runs first. A run that was graded again is no trial. */
export const listGroups: PageHandler = async ({ database }, { team }, _request, response) => {
  const { rows } = await sql<Omit<GroupLine, 'last_run_at' | 'latest'> & { last_run_at: Date; latest: StoredPoint[] }>`
    select groups.*, points.latest
    from (
      select group_id, count(*)::int as runs, (count(*) filter (where outcome = 'passed'))::int as passed,
        coalesce(array_agg(distinct agent_version) filter (where agent_version is not null), '{}') as agent_versions,
        array_agg(distinct agent_model) as agent_models, max(created_at) as last_run_at
      from runs
      where team_id = ${team.id} and group_id is not null and regraded_from is null
      group by group_id order by max(created_at) desc, group_id limit ${GROUPS}
    ) as groups
    cross join lateral (
      select json_agg(json_build_array(id, satisfaction_score, outcome) order by created_at, id) as latest
      from (
        select id, satisfaction_score, outcome, created_at from runs
        where team_id = ${team.id} and group_id = groups.group_id and regraded_from is null
        order by created_at desc, id desc limit ${POINTS}
      ) as of_group
    ) as points
    order by groups.last_run_at desc, groups.group_id`.execute(database);
  const body = rows.map(
    ({ last_run_at, latest, ...group }): GroupLine => ({
      ...group,
      last_run_at: last_run_at.toISOString(),
      latest: latest.map(([id, satisfaction_score, outcome]): RunPoint => ({ id, satisfaction_score, outcome })),
    }),
  );
  send(response, { status: 200, body });
};

type StoredPoint = [id: string, score: number | null, outcome: RunOutcome];

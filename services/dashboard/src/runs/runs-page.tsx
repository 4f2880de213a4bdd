import type { RunOutcome, RunRow } from '@svc/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api } from '../api.ts';
import { Badge } from '../parts/badge.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { FILTERS, FilterBar, type Filters, keeps } from './filters.tsx';
import { NoRuns } from './no-runs.tsx';
import { Tasks } from './tasks.tsx';

/** The most that the service lists at once. */
const LIMIT = 200;
const AGAIN_MS = 10_000;

export function RunsPage() {
  useTitle('Runs');
  const [params, setParams] = useSearchParams();
  const filters: Filters = Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
  const { score, since, outcome, ...rest } = filters;
  const query = { ...rest, ...(outcome && { outcome: outcome as RunOutcome }), limit: LIMIT };
  const runs = useQuery({
    queryKey: ['runs', query],
    queryFn: () => api.runs.list(query),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
  const change = (changed: Filters) =>
    setParams(new URLSearchParams(Object.entries(changed).filter((entry): entry is [string, string] => Boolean(entry[1]))));
  if (runs.isPending) return <Loading what="the runs" />;
  if (!runs.data) return <Failure error={runs.error as Error} retry={() => runs.refetch()} />;
  const filtered = Object.keys(filters).length > 0;
  if (runs.data.length === 0 && !filtered) return <NoRuns />;
  const shown = runs.data.filter((run) => keeps(filters, run));
  return (
    <>
      <h1>Runs</h1>
      <FilterBar filters={filters} runs={runs.data} onChange={change} />
      {filters.group_id && (
        <p>
          <Link to={`/groups/${encodeURIComponent(filters.group_id)}`}>Figures of the group {filters.group_id}</Link>, and beside
          another
        </p>
      )}
      {runs.error && <Failure error={runs.error} retry={() => runs.refetch()} />}
      <Tasks runs={shown} />
      {shown.length > 0 ? <RunTable runs={shown} /> : <p className="hint">No run is like that. Clear a filter to see more.</p>}
      <p className="fine">
        {shown.length} {shown.length === 1 ? 'run' : 'runs'}, newest first
        {runs.data.length === LIMIT && `; only the newest ${LIMIT} that match are read`}.
      </p>
    </>
  );
}

function RunTable({ runs }: { runs: readonly RunRow[] }) {
  return (
    <Table label="Runs">
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col" className="number">
            Score
          </th>
          <th scope="col">Task</th>
          <th scope="col">Group</th>
          <th scope="col">Model</th>
          <th scope="col">Version</th>
          <th scope="col">Finished</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id}>
            <td>
              <Badge of={run.outcome} />
            </td>
            <td className="number">{run.satisfaction_score ?? '–'}</td>
            <td className="main">
              <Link to={`/runs/${run.id}`}>{run.task_name ?? run.id}</Link>
            </td>
            <td>
              {run.group_id ? <Link to={`/runs?${new URLSearchParams({ group_id: run.group_id })}`}>{run.group_id}</Link> : '–'}
            </td>
            <td>{run.agent_model}</td>
            <td>{run.agent_version ?? '–'}</td>
            <td>
              <Time at={run.finished_at ?? run.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

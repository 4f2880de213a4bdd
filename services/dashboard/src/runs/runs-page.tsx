import type { RunRow } from '@svc/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api } from '../api.ts';
import { Badge } from '../parts/badge.tsx';
import { More } from '../parts/more.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { FilterBar } from './filters.tsx';
import { NoRuns } from './no-runs.tsx';
import { type Filters, filtersIn, PAGE_RUNS, queryOf } from './query.ts';
import { Tasks } from './tasks.tsx';

const AGAIN_MS = 10_000;

export function RunsPage() {
  useTitle('Runs');
  const [params, setParams] = useSearchParams();
  const filters = filtersIn(params);
  const query = queryOf(filters);
  const runs = useInfiniteQuery({
    queryKey: ['runs', query],
    queryFn: ({ pageParam: after }) => api.runs.list({ ...query, after }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length === PAGE_RUNS ? page.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    // Whoever looks at older ones doesn't wait for new ones.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? AGAIN_MS : false),
  });
  const change = (changed: Filters) =>
    setParams(new URLSearchParams(Object.entries(changed).filter((entry): entry is [string, string] => Boolean(entry[1]))));
  if (runs.isPending) return <Loading what="the runs" />;
  const shown = runs.data?.pages.flat();
  const filtered = Object.keys(filters).length > 0;
  if (shown?.length === 0 && !filtered) return <NoRuns />;
  return (
    <>
      <div className="bar titled">
        <h1>Runs</h1>
        {filtered && (
          <button type="button" onClick={() => change({})}>
            Clear the filters
          </button>
        )}
      </div>
      <FilterBar filters={filters} onChange={change} />
      {filters.group_id && (
        <p>
          <Link to={`/groups/${encodeURIComponent(filters.group_id)}`}>Figures of the group {filters.group_id}</Link>, and beside
          another
        </p>
      )}
      {runs.error && <Failure error={runs.error} retry={() => runs.refetch()} />}
      {shown && (
        <>
          <div className={runs.isPlaceholderData ? 'stale' : undefined}>
            <Tasks runs={shown} />
            {shown.length > 0 ? (
              <RunTable runs={shown} />
            ) : (
              <p className="hint">No run is like that. Clear a filter to see others.</p>
            )}
          </div>
          {shown.length > 0 && <More of={runs} shown={shown.length} one="run" several="runs" />}
        </>
      )}
    </>
  );
}

const COLUMNS = ['Outcome', { title: 'Score', is: 'number' }, 'Task', 'Group', 'Model', 'Version', 'Finished'] as const;

const RunTable = ({ runs }: { runs: readonly RunRow[] }) => (
  <Table label="Runs" columns={COLUMNS}>
    {runs.map((run) => (
      <tr key={run.id}>
        <td>
          <Badge of={run.outcome} />
        </td>
        <td className="number" data-label="Score">
          {run.satisfaction_score ?? '–'}
        </td>
        <td className="main">
          <Link to={`/runs/${run.id}`}>{run.task_name ?? run.id}</Link>
        </td>
        <td data-label="Group">
          {run.group_id ? <Link to={`/runs?${new URLSearchParams({ group_id: run.group_id })}`}>{run.group_id}</Link> : '–'}
        </td>
        <td data-label="Model">{run.agent_model}</td>
        <td data-label="Version">{run.agent_version ?? '–'}</td>
        <td>
          <Time at={run.finished_at ?? run.created_at} />
        </td>
      </tr>
    ))}
  </Table>
);

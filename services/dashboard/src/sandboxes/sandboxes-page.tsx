import type { Usage } from '@svc/contract';
import type { SandboxLine } from '@svc/contract/dashboard';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api, pageData } from '../api.ts';
import { Badge } from '../parts/badge.tsx';
import { roughly } from '../parts/duration.ts';
import { More } from '../parts/more.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Ago, Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { NewSandbox } from './new-sandbox.tsx';
import { isOpen, useNow } from './state.ts';

/** Sandboxes in one answer. */
const PAGE = 100;
const AGAIN_MS = 5_000;

export function SandboxesPage() {
  useTitle('Sandboxes');
  const [params, setParams] = useSearchParams();
  const open = params.get('show') === 'open';
  const usage = useQuery({ queryKey: ['sandboxes', 'usage'], queryFn: () => api.usage(), refetchInterval: AGAIN_MS });
  const list = useInfiniteQuery({
    queryKey: ['sandboxes', { open }],
    queryFn: ({ pageParam: after, signal }) => pageData.sandboxes({ open, after }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    // Whoever looks at older ones doesn't wait for new ones.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? AGAIN_MS : false),
  });
  const shown = list.data?.pages.flat();
  return (
    <>
      <h1>Sandboxes</h1>
      {usage.data && <InUse usage={usage.data} />}
      <NewSandbox />
      {(open || shown?.length !== 0) && (
        <label className="bar">
          <input
            type="checkbox"
            checked={open}
            onChange={({ target }) => setParams(target.checked ? { show: 'open' } : {}, { replace: true })}
          />
          Only those that are open
        </label>
      )}
      {list.isPending && <Loading what="the sandboxes" />}
      {list.error && <Failure error={list.error} retry={() => list.refetch()} />}
      {shown?.length === 0 && (
        <p className="hint">
          {open ? 'None is open.' : 'No sandbox yet.'} Start one above, or let <code>svc run</code> start one for each scenario.
        </p>
      )}
      {shown && shown.length > 0 && (
        <>
          <SandboxTable sandboxes={shown} />
          <More of={list} shown={shown.length} one="sandbox" several="sandboxes" />
        </>
      )}
    </>
  );
}

const InUse = ({ usage }: { usage: Usage }) => (
  <p className="usage">
    <meter min={0} max={Math.max(usage.sessions_quota, 1)} value={usage.sessions_used} aria-label="Open sandboxes" />
    {usage.sessions_used} of at most {usage.sessions_quota} open
    {usage.sessions_remaining === 0 && '. Stop or grade one before you start another.'}
  </p>
);

const COLUMNS = ['State', 'Sandbox', 'Twins', 'Age', 'Last call', 'Ends', 'Result'] as const;

function SandboxTable({ sandboxes }: { sandboxes: readonly SandboxLine[] }) {
  const now = useNow();
  return (
    <Table label="Sandboxes" columns={COLUMNS}>
      {sandboxes.map((sandbox) => (
        <tr key={sandbox.id}>
          <td>
            <Badge of={sandbox.state} />
          </td>
          <td className="main">
            <Link to={`/sandboxes/${sandbox.id}`}>{sandbox.task_name ?? <code>{sandbox.id}</code>}</Link>
            {sandbox.group_id !== null && <span className="fine"> in {sandbox.group_id}</span>}
          </td>
          <td>{sandbox.twins.join(', ')}</td>
          <td data-label="Age">
            <Time at={sandbox.created_at}>{roughly(now - Date.parse(sandbox.created_at))}</Time>
          </td>
          <td data-label="Last call">
            {sandbox.last_request_at === null ? 'none' : <Ago at={sandbox.last_request_at} now={now} />}
          </td>
          <td data-label={isOpen(sandbox.state) ? 'Ends' : undefined}>
            <Ends sandbox={sandbox} now={now} />
          </td>
          <td>{sandbox.run_id !== null && <Link to={`/runs/${sandbox.run_id}`}>its run</Link>}</td>
        </tr>
      ))}
    </Table>
  );
}

function Ends({ sandbox: { state, ends_at, idle, closed_at }, now }: { sandbox: SandboxLine; now: number }) {
  if (!isOpen(state)) return <span>closed {closed_at !== null && <Ago at={closed_at} now={now} />}</span>;
  return (
    <>
      <Time at={ends_at}>in {roughly(Date.parse(ends_at) - now)}</Time>
      {idle && <span className="fine"> unless called</span>}
    </>
  );
}
